import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOwner } from './owner.ts';
import { createWallet, type News } from './wallet.ts';

const asked = (method: string, params: unknown = []) => ({ method, params });
const CONNECT = asked('eth_requestAccounts');
const SIGN = asked('personal_sign', ['0x6869']);

describe("the script of a wallet's owner", () => {
  const decisions = (count: number, owner = createOwner(), answer = owner.answers.default) =>
    Promise.all(Array.from({ length: count }, () => owner.decide(CONNECT, answer, (decision) => decision)));

  test('a list answers one request after the other, and its last item all later ones', async () => {
    expect(await decisions(4, createOwner({ answer: ['reject', 4900, 'approve'] }))).toEqual([
      'reject',
      4900,
      'approve',
      'approve',
    ]);
  });

  test('the seed determines which answers `oneOf` gives', async () => {
    const drawn = (seed: number) => decisions(30, createOwner({ answer: { oneOf: ['approve', 'reject', -1] }, seed }));
    expect(await drawn(7)).toEqual(await drawn(7));
    expect(await drawn(7)).not.toEqual(await drawn(8));
    expect(new Set(await drawn(7))).toEqual(new Set(['approve', 'reject', -1]));
  });

  test('a request that is withdrawn waits for no answer, and others still do', () => {
    const onChange = vi.fn();
    const owner = createOwner({ answer: 'hold', onChange });
    const [gone, other] = [asked('personal_sign'), asked('personal_sign')];
    for (const request of [gone, other]) owner.decide(request, 'hold', (decision) => decision);
    return Promise.resolve().then(() => {
      owner.withdraw(gone);
      owner.withdraw(gone);
      expect(owner.pending).toEqual([expect.objectContaining({ origin: other })]);
      expect(onChange).toHaveBeenCalledTimes(3);
    });
  });

  describe('with a simulated clock', () => {
    beforeEach(() => void vi.useFakeTimers());
    afterEach(() => void vi.useRealTimers());

    test('a delayed answer comes only when its delay has passed', async () => {
      const owner = createOwner({ answer: { after: 500, answer: ['reject', 'approve'] } });
      const heard = vi.fn();
      decisions(1, owner).then(heard);
      await vi.advanceTimersByTimeAsync(499);
      expect(heard).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(heard).toHaveBeenCalledWith(['reject']);
    });
  });

  test('several requests are held, and the oldest is answered first', async () => {
    const onChange = vi.fn();
    const owner = createOwner({ answer: 'hold', onChange });
    const first = owner.decide(CONNECT, 'hold', (decision) => decision);
    const second = owner.decide(SIGN, 'hold', (decision) => decision);
    await expect.poll(() => owner.pending.map(({ method }) => method)).toEqual([CONNECT.method, SIGN.method]);
    await owner.approve();
    await owner.reject(4900);
    expect(await Promise.all([first, second])).toEqual(['approve', 4900]);
    expect(onChange).toHaveBeenCalledTimes(4);
  });
});

describe('a wallet double in this process', () => {
  const send = vi.fn(async () => '0xabc' as const);
  const wallet = (options: Parameters<typeof createWallet>[0] = {}) => {
    const news: News[] = [];
    return { news, ...createWallet({ send, ...options }, (one) => news.push(one)) };
  };

  test('a wallet can be told to answer one method differently', async () => {
    const { handle, news } = wallet({ answers: { personal_sign: 'reject' } });
    expect(await handle(SIGN)).toMatchObject({ error: { code: 4100 } });
    expect(await handle(CONNECT)).toMatchObject({ value: [expect.stringMatching(/^0x/)] });
    expect(await handle(SIGN)).toMatchObject({ error: { code: 4001 } });
    expect(news).toMatchObject([{ event: 'accountsChanged' }]);
  });

  test('a wallet sends transactions only if it is given a way', async () => {
    const { handle, account } = wallet();
    await handle(CONNECT);
    const transaction = { to: account.address, value: '0x1' };
    expect(await handle(asked('eth_sendTransaction', [transaction]))).toEqual({ value: '0xabc' });
    expect(send).toHaveBeenCalledWith(transaction, account);
    const poor = createWallet({ answers: { eth_sendTransaction: 'approve' } });
    await poor.handle(CONNECT);
    expect(await poor.handle(asked('eth_sendTransaction', [transaction]))).toMatchObject({ error: { code: 4200 } });
  });
});

test('README.md shows the current test of a foreign app', () => {
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(readFileSync('tests/wallet/README.md', 'utf8'))!;
  expect(shown).toBe(readFileSync('tests/page/foreignApp.test.ts', 'utf8'));
});
