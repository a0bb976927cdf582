import { expect, test, vi } from 'vitest';
import { simulateBrowserForTest } from './browser';
import { answerEachRpcCallWith, type NodeResponder, rejectRequest, replyWith } from './node';

test.each<[string, NodeResponder]>([
  ...[true, ['0x1'], '1', null].map((result): [string, NodeResponder] => [
    `the result ${JSON.stringify(result)}`,
    answerEachRpcCallWith({ result }),
  ]),
  ['no connection', rejectRequest],
  ['too many requests', replyWith('Too Many Requests', { status: 429 })],
])('a request goes to the next node at once if the first node answers with %s', async (_, how) => {
  simulateBrowserForTest();
  const asked: string[] = [];
  vi.stubEnv('VITE_RPC_URL', 'http://127.0.0.1:9/first,http://127.0.0.1:9/second');
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(String(url));
    return (String(url).endsWith('first') ? how : answerEachRpcCallWith({ result: '0x7' }))(init);
  });
  const { wagmiConfig: config } = await import('#adapters/wallets/config');
  const balance = await config
    .getClient({ chainId: 1 })
    .request({ method: 'eth_getBalance', params: [`0x${'0'.repeat(40)}`, 'latest'] });
  expect(balance).toBe('0x7');
  expect(asked).toEqual(['http://127.0.0.1:9/first', 'http://127.0.0.1:9/second']);
});
