import { afterEach, expect, test, vi } from 'vitest';
import { closeBrowser, openBrowser } from './browser';
import { callsOf } from './node';

afterEach(closeBrowser);

test.each([true, ['0x1'], '1', null])(
  'asks the next node when the first one answers with the balance %j',
  async (odd) => {
    vi.resetModules();
    openBrowser();
    const asked: string[] = [];
    vi.stubEnv('VITE_RPC_URL', 'http://127.0.0.1:9/first,http://127.0.0.1:9/second');
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      asked.push(String(url));
      const result = String(url).endsWith('first') ? odd : '0x7';
      return Response.json(callsOf(init).map(({ id }) => ({ jsonrpc: '2.0', id, result })));
    });
    const { config } = await import('#adapters/wallets/config');
    const balance = await config
      .getClient({ chainId: 1 })
      .request({ method: 'eth_getBalance', params: [`0x${'0'.repeat(40)}`, 'latest'] });
    expect(balance).toBe('0x7');
    expect(asked).toEqual(['http://127.0.0.1:9/first', 'http://127.0.0.1:9/second']);
  },
);
