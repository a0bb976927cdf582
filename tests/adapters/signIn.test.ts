import { type Hex, hexToString } from 'viem';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SystemActors } from '#machines/system';
import { deriveFundedAccount } from '../support/chain.ts';
import { waitUntil } from '../support/until.ts';
import { createFakeProvider, type simulateBrowser, simulateBrowserForTest } from './browser';
import { startConnectedWallet, startWalletBundleForTest } from './claims';

/* Tests how the page requests a signature. wagmi is real, and the page itself verifies. */

const MINUTE = 60_000;
const [owner, other] = [deriveFundedAccount(1), deriveFundedAccount(2)];
const begun = Date.now();

let browser: ReturnType<typeof simulateBrowser>;
let actor: SystemActors['session'];
let fox: ReturnType<typeof createFakeProvider>;
/** The messages that the wallet was asked to sign, with the accounts. */
let sent: { text: string; address: string }[];

beforeEach(() => {
  browser = simulateBrowserForTest('http://localhost:4173');
  vi.stubEnv('VITE_RPC_URL', 'http://127.0.0.1:9');
  vi.useFakeTimers({ toFake: ['Date'], now: begun });
  sent = [];
});

type Sign = (message: Hex) => unknown;
const signedBy =
  ({ signMessage }: typeof owner): Sign =>
  (raw) =>
    signMessage({ message: { raw } });

/** Makes `account` the account of the wallet, which signs with `sign`. */
function owns(account: typeof owner, sign: Sign = signedBy(account)) {
  const accounts = [account.address];
  Object.assign(fox.answers, { eth_accounts: accounts, eth_requestAccounts: accounts });
  fox.answers.wallet_requestPermissions = [{ caveats: [{ value: accounts }] }];
  fox.answers.personal_sign = ([message, address]: [Hex, string]) => {
    sent.push({ text: hexToString(message), address });
    return sign(message);
  };
  return accounts;
}

const child = () => actor.getSnapshot().children.signIn;
const state = () => child()?.getSnapshot().value;
const failure = () => child()?.getSnapshot().context.failure;
const isReady = () => waitUntil(() => expect(state()).toEqual({ idle: 'ready' }));
const waitUntilSignedIn = () => waitUntil(() => expect(actor.getSnapshot().matches('connected')).toBe(true));
const noncesIn = () => new Set(sent.map(({ text }) => /^Nonce: (\w+)$/m.exec(text)?.[1])).size;

/** Opens the page, connects a wallet, and waits for the message to sign. */
async function connects(sign?: Sign) {
  fox = createFakeProvider();
  owns(owner, sign);
  ({ actor } = await startConnectedWallet(browser, fox, { mustSignIn: true, request: { phone: false } }));
  await isReady();
  return () => child()!.send({ type: 'sign' });
}

test('the page sends its sign-in message to the wallet once, and signs the visitor in', async () => {
  const sign = await connects();
  for (let press = 0; press < 3; press++) sign();
  await waitUntilSignedIn();
  expect(sent).toEqual([
    { text: expect.stringMatching(/^localhost:4173 wants you to sign in/), address: owner.address },
  ]);
  expect(browser.kept('signIn')).toMatchObject({ address: owner.address, chainId: 1 });
});

test.each<[string, Sign, string | null]>([
  ['of another account', signedBy(other), 'verifying'],
  ['of no account', () => '0xab', 'verifying'],
  ['as large as a megabyte', () => `0x${'ff'.repeat(500_000)}`, 'verifying'],
  ['that is none', () => 'yes', 'oops'],
  ['that is nothing', () => null, 'oops'],
  ['that is rejected', () => Promise.reject({ code: 4001 }), null],
  ['that fails', () => Promise.reject({ code: -32603 }), 'signing'],
])('after a failed signature (one %s), the next attempt succeeds with a new nonce', async (_, answer, expected) => {
  const sign = await connects(answer);
  sign();
  await waitUntil(() => expect(sent).toHaveLength(1));
  await isReady();
  expect([failure(), browser.kept('signIn')]).toEqual([expected, null]);
  owns(owner);
  sign();
  await waitUntilSignedIn();
  expect(noncesIn()).toBe(2);
});

test('a message that expired while the computer slept is renewed before signing', async () => {
  const sign = await connects();
  vi.setSystemTime(begun + 11 * MINUTE);
  sign();
  await waitUntilSignedIn();
  const issued = sent.map(({ text }) => Date.parse(/^Issued At: (.*)$/m.exec(text)?.[1] ?? '') - begun);
  expect([issued.length, issued[0]! >= 11 * MINUTE]).toEqual([1, true]);
});

test('a change of account without an event cancels the signature, and restarts sign-in', async () => {
  const sign = await connects();
  owns(other);
  sign();
  await waitUntil(() => expect(actor.getSnapshot().context.connection?.address).toBe(other.address));
  await isReady();
  expect(sent).toEqual([]);
  sign();
  await waitUntilSignedIn();
});

test('no signature is requested from a wallet that has disconnected', async () => {
  const { signInLogic: signIn } = await import('#adapters/dialogs/signIn');
  const visit = await startWalletBundleForTest({ mustSignIn: true });
  const wallet = { id: 'fox', name: 'Fox', connector: 'injected' };
  const connection = { address: owner.address, chainId: 1, wallet };
  for (const port of ['prepareMessage', 'requestSignature'] as const) {
    const errors: string[] = [];
    const actors = signIn.implementations.actors as Record<string, Parameters<typeof visit.run>[1]>;
    const run = visit.run(port, actors[port]!, { connection, prepared: { message: '', provider: 'gone' } });
    run.subscribe({ error: (error) => errors.push((error as Error).name) });
    await waitUntil(() => expect(errors).toEqual(['WalletNotFoundError']));
  }
});
