import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createOwner } from './owner.ts';
import { createWallet, type WalletEvent } from './wallet.ts';

const asked = (method: string, params: unknown = []) => ({ method, params });
const CONNECT = asked('eth_requestAccounts');
const SIGN = asked('personal_sign', ['0x6869']);

describe("the script that decides the answers of a wallet's owner", () => {
  const decisions = (count: number, owner = createOwner(), answer = owner.answers.default) =>
    Promise.all(Array.from({ length: count }, () => owner.decide(CONNECT, answer, (decision) => decision)));

  test('a list answers one request per item, and its last item all later requests', async () => {
    expect(await decisions(4, createOwner({ answer: ['reject', 4900, 'approve'] }))).toEqual([
      'reject',
      4900,
      'approve',
      'approve',
    ]);
  });

  test('the seed determines which of its answers `oneOf` gives', async () => {
    const drawn = (seed: number) => decisions(30, createOwner({ answer: { oneOf: ['approve', 'reject', -1] }, seed }));
    expect(await drawn(7)).toEqual(await drawn(7));
    expect(await drawn(7)).not.toEqual(await drawn(8));
    expect(new Set(await drawn(7))).toEqual(new Set(['approve', 'reject', -1]));
  });

  test('a withdrawn request needs no answer, and other requests still do', () => {
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

  test('several requests wait, and the oldest is answered first', async () => {
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

describe('the simulated wallet in this process', () => {
  const send = vi.fn(async () => '0xabc' as const);
  const wallet = (options: Parameters<typeof createWallet>[0] = {}) => {
    const news: WalletEvent[] = [];
    return { news, ...createWallet({ send, ...options }, (one) => news.push(one)) };
  };

  test('the wallet can answer a single method differently', async () => {
    const { handle, news } = wallet({ answers: { personal_sign: 'reject' } });
    expect(await handle(SIGN)).toMatchObject({ error: { code: 4100 } });
    expect(await handle(CONNECT)).toMatchObject({ value: [expect.stringMatching(/^0x/)] });
    expect(await handle(SIGN)).toMatchObject({ error: { code: 4001 } });
    expect(news).toMatchObject([{ event: 'accountsChanged' }]);
  });

  test('the wallet sends transactions only if it has a client for them', async () => {
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

test('README.md contains the current test of another app', () => {
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(readFileSync('tests/wallet/README.md', 'utf8'))!;
  expect(shown).toBe(readFileSync('tests/page/foreignApp.test.ts', 'utf8'));
});
