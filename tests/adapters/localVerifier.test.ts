import { beforeEach, expect, test, vi } from 'vitest';
import type { Connection } from '#domain/connection';
import { type Nonce, SESSION_LIFETIME } from '#domain/signIn';
import { sampleConnection } from '../samples/connections';
import { deriveFundedAccount } from '../support/chain.ts';
import { type simulateBrowser, simulateBrowserForTest } from './browser';

/* Tests the verifier that runs on the page. No account is a contract, so no Ethereum node is needed. */

const MINUTE = 60_000;
const owner = deriveFundedAccount(1);
const connection: Connection = { ...sampleConnection, address: owner.address };
const { signal } = new AbortController();
const now = Date.now();
const record = { address: owner.address, chainId: 1, expiresAt: now + MINUTE };
const packed = (value: unknown) => JSON.stringify({ version: 1, value });

let browser: ReturnType<typeof simulateBrowser>;
let verifier: Awaited<ReturnType<typeof visit>>;
let createSignInMessage: typeof import('#adapters/verifier/message').createSignInMessage;

async function visit() {
  vi.resetModules();
  ({ createSignInMessage } = await import('#adapters/verifier/message'));
  return (await import('#adapters/verifier/localVerifier')).localVerifier;
}

async function signed(nonce: Nonce) {
  const message = createSignInMessage(connection, nonce);
  const prepared = { ...nonce, message, provider: 'fox', preparedAt: now, promptable: true };
  return { prepared, signature: await owner.signMessage({ message }) };
}

beforeEach(async () => {
  browser = simulateBrowserForTest('http://localhost:4173');
  vi.stubEnv('VITE_RPC_URL', 'http://127.0.0.1:9');
  vi.useFakeTimers({ toFake: ['Date'], now });
  verifier = await visit();
});

test('a visitor can sign in, has a session then, and can sign out', async () => {
  expect(await verifier.session()).toBeNull();
  const proof = await signed(await verifier.nonce(signal));
  expect(await verifier.session()).toBeNull();
  expect(await verifier.verify(proof, connection, signal)).toBe(true);
  expect(await verifier.session()).toEqual({ address: owner.address, chainId: 1, life: SESSION_LIFETIME });
  // Neither message nor signature is stored.
  expect(browser.kept('signIn')).toEqual({ address: owner.address, chainId: 1, expiresAt: now + SESSION_LIFETIME });
  await verifier.signOut();
  expect(await verifier.session()).toBeNull();
  expect(browser.kept('signIn')).toBeNull();
});

test('a nonce has letters and digits, is long enough, and never repeats', async () => {
  const nonces = await Promise.all(Array.from({ length: 1_000 }, () => verifier.nonce(signal)));
  for (const { nonce, clockOffset } of nonces) {
    expect(nonce).toMatch(/^[a-zA-Z0-9]{8,128}$/);
    expect(clockOffset).toBe(0);
  }
  expect(new Set(nonces.map(({ nonce }) => nonce)).size).toBe(1_000);
});

test('a signature is refused if the signed message has another nonce', async () => {
  const one = await signed(await verifier.nonce(signal));
  const other = await signed(await verifier.nonce(signal));
  const mixed = { ...one, prepared: { ...one.prepared, nonce: other.prepared.nonce } };
  expect(await verifier.verify(mixed, connection, signal)).toBe(false);
  expect(await verifier.session()).toBeNull();
});

test.each(['before it starts', 'meanwhile'])('a sign-in that is aborted (%s) gets no session', async (when) => {
  const proof = await signed(await verifier.nonce(signal));
  const controller = new AbortController();
  if (when !== 'meanwhile') controller.abort();
  const verdict = verifier.verify(proof, connection, controller.signal);
  controller.abort();
  expect([await verdict, await verifier.session(), browser.kept('signIn')]).toEqual([false, null, null]);
});

test('the next visit finds the stored session until the session expires', async () => {
  browser.write('signIn', packed(record));
  expect(await verifier.session()).toEqual({ address: owner.address, chainId: 1, life: MINUTE });
  vi.setSystemTime(now + MINUTE - 1);
  verifier = await visit();
  expect(await verifier.session()).toMatchObject({ life: 1 });
  vi.setSystemTime(now + MINUTE);
  expect(await verifier.session()).toBeNull();
  expect(browser.kept('signIn')).toBeNull();
});

// Malformed records are tested in tests/domain/records.test.ts.
const invalidEnds = [now, now + SESSION_LIFETIME + 1, Number.MAX_SAFE_INTEGER];
test.each(invalidEnds)('a stored session is removed if its end, %i, is past or too far away', async (expiresAt) => {
  browser.write('signIn', packed({ ...record, expiresAt }));
  expect(await verifier.session()).toBeNull();
  expect(browser.kept('signIn')).toBeNull();
});
