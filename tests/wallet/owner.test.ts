import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { createOwner, type OwnerAnswer } from './owner.ts';

/* Tests the scripted decisions of a wallet's owner. Page tests use whole wallets and phones. */

const asked = (method: string) => ({ method, params: [] });
const [CONNECT, SIGN] = [asked('eth_requestAccounts'), asked('personal_sign')];
const decide = (
  owner: ReturnType<typeof createOwner>,
  request = CONNECT,
  answer: OwnerAnswer = owner.answers.default,
) => owner.decide(request, answer, (decision) => decision);

afterEach(() => void vi.useRealTimers());

test('a list of answers is used in turn, and its last item for all later requests', async () => {
  vi.useFakeTimers();
  const owner = createOwner({ answer: { after: 500, answer: ['reject', 4900, 'approve'] } });
  const heard = vi.fn();
  Promise.all(Array.from({ length: 4 }, () => decide(owner))).then(heard);
  await vi.advanceTimersByTimeAsync(499);
  expect(heard).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toHaveBeenCalledWith(['reject', 4900, 'approve', 'approve']);
});

test('the oldest of several requests is answered first, and a withdrawn one never', async () => {
  const onChange = vi.fn();
  const owner = createOwner({ answer: 'hold', onChange });
  const gone = asked('personal_sign');
  const [first, _, second] = [CONNECT, gone, SIGN].map((request) => decide(owner, request));
  await expect.poll(() => owner.pending).toHaveLength(3);
  owner.withdraw(gone);
  owner.withdraw(gone);
  expect(owner.pending).toMatchObject([{ origin: CONNECT }, { origin: SIGN }]);
  await owner.approve();
  await owner.reject(4900);
  expect(await Promise.all([first, second])).toEqual(['approve', 4900]);
  expect(onChange).toHaveBeenCalledTimes(6);
});

test('tests/wallet/README.md contains the current code of page/foreignApp.test.ts', () => {
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(readFileSync('tests/wallet/README.md', 'utf8'))!;
  expect(shown).toBe(readFileSync('tests/page/foreignApp.test.ts', 'utf8'));
});
