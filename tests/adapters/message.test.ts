import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import type { LocalAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  createWalletKinds,
  deployApprovingContract,
  deriveFundedAccount,
  startChain,
  walletKinds,
} from '../support/chain.ts';
import { simulateBrowser } from './browser';

/* Tests the page's sign-in messages. Tampered messages have a correct signature, so only their text is wrong. */

const ORIGIN = 'http://localhost:4173';
const NOWHERE = 'http://127.0.0.1:9';
const MINUTE = 60_000;
const owner = deriveFundedAccount(1);
const stranger = deriveFundedAccount(2);
const about = { address: owner.address as string, chainId: 1, nonce: 'abcdefgh12345678' };

let chain: Awaited<ReturnType<typeof startChain>>;
let accounts: Awaited<ReturnType<typeof createWalletKinds>>['accounts'];
/** Accounts at the same addresses as `accounts`, whose signatures are made with a wrong key. */
let forgers: typeof accounts;
let page: Awaited<ReturnType<typeof open>>;

/** Simulates the page at `origin`, with a node at `rpcUrl`. */
async function open({ origin = ORIGIN, rpcUrl = chain.url } = {}) {
  vi.resetModules();
  vi.stubEnv('VITE_RPC_URL', rpcUrl);
  simulateBrowser(origin);
  const page = await import('#adapters/verifier/message');
  const nonceOf = ({ nonce, clockOffset = 0 }: About) => ({ nonce, clockOffset });
  return {
    createSignInMessage: (about: About) => page.createSignInMessage(about, nonceOf(about)),
    verifySignedMessage: ({ message, signature }: { message: string; signature: string }, about: About) => {
      const prepared = { ...nonceOf(about), message, provider: 'fox', preparedAt: Date.now(), promptable: true };
      return page.verifySignedMessage({ prepared, signature }, about);
    },
  };
}

interface About {
  address: string;
  chainId: number;
  nonce: string;
  clockOffset?: number;
}

beforeAll(async () => {
  chain = await startChain();
  ({ accounts, forgers } = await createWalletKinds(chain.client, owner, stranger));
  page = await open();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(async () => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
  await chain.stop();
});

const sign = async (message: string, account: LocalAccount = owner) => ({
  message,
  signature: (await account.signMessage({ message })) as string,
});
const by = (account: LocalAccount) => ({ ...about, address: account.address });
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

test('the message has exactly the lines of a sign-in message (EIP-4361)', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 0, 31, 23, 55) });
  expect(page.createSignInMessage(about).split('\n')).toEqual([
    'localhost:4173 wants you to sign in with your Ethereum account:',
    owner.address,
    '',
    'Sign in to confirm that this account is yours. This is free and moves no funds.',
    '',
    'URI: http://localhost:4173',
    'Version: 1',
    'Chain ID: 1',
    'Nonce: abcdefgh12345678',
    'Issued At: 2026-01-31T23:55:00.000Z',
    'Expiration Time: 2026-02-01T00:05:00.000Z',
  ]);
});

test.each([
  ['an address without its checksum', { address: owner.address.toLowerCase() }],
  ['a fractional chain id', { chainId: 1.5 }],
  ['no nonce', { nonce: '' }],
  ['a nonce with a line break', { nonce: 'abcdefgh1234\nNot Before: 2000-01-01T00:00:00Z' }],
])('creating a sign-in message throws for %s', (_, change) => {
  expect(() => page.createSignInMessage({ ...about, ...change })).toThrow();
});

test('creating a sign-in message on a page without a host throws', () => {
  simulateBrowser('file:///');
  expect(() => page.createSignInMessage(about)).toThrow();
  simulateBrowser(ORIGIN);
});

test.each(walletKinds)('accepts the signature of a wallet of the kind %s (a plain key or a contract)', async (kind) => {
  const account = accounts[kind];
  const signed = await sign(page.createSignInMessage(by(account)), account);
  expect(await page.verifySignedMessage(signed, by(account))).toBe(true);
  expect(Boolean(await chain.client.getCode({ address: account.address }))).toBe(kind === 'deployed');
});

test('accepts the signature of a plain account without a request to any node', async () => {
  const { createSignInMessage, verifySignedMessage } = await open({ rpcUrl: NOWHERE });
  const ask = vi.spyOn(globalThis, 'fetch');
  expect(await verifySignedMessage(await sign(createSignInMessage(about)), about)).toBe(true);
  expect(ask).not.toHaveBeenCalled();
});

test.each([
  'http://[::1]:4173',
  'http://my_app.localhost:4173',
  'https://xn--bcher-kva.example',
  "https://it's.example",
])('a message created by a page at %s is valid only on that page', async (origin) => {
  const there = await open({ origin, rpcUrl: NOWHERE });
  const message = there.createSignInMessage(about);
  expect(message).toContain(`${new URL(origin).host} wants you to sign in`);
  expect(await there.verifySignedMessage(await sign(message), about)).toBe(true);
  simulateBrowser(ORIGIN);
  expect(await page.verifySignedMessage(await sign(message), about)).toBe(false);
});

test('accepts an empty signature only for a contract whose owners approved the message', async () => {
  const address = await deployApprovingContract(chain.client);
  const message = page.createSignInMessage({ ...about, address });
  expect(await page.verifySignedMessage({ message, signature: '0x' }, { ...about, address })).toBe(true);
  expect(await page.verifySignedMessage({ message, signature: '0x00' }, { ...about, address })).toBe(false);
});

test.each([15, 24 * 60, -15, -24 * 60])("accepts a message if the server's clock is %i min ahead", async (minutes) => {
  const clockOffset = minutes * MINUTE;
  const now = Date.now();
  const message = page.createSignInMessage({ ...about, clockOffset });
  const { issuedAt } = new SiweMessage(message);
  expect(Math.abs(Date.parse(issuedAt ?? '') - now - clockOffset)).toBeLessThan(MINUTE);
  expect(await page.verifySignedMessage(await sign(message), { ...about, clockOffset })).toBe(true);
  expect(await page.verifySignedMessage(await sign(message), about)).toBe(false);
});

describe('refused signatures', () => {
  type Edit = (message: string) => string;
  const field =
    (name: string, value: string): Edit =>
    (message) =>
      message.replace(new RegExp(`^${name}: .*$`, 'm'), () => `${name}: ${value}`);
  const statement =
    (edit: Edit): Edit =>
    (message) => {
      const [, text = ''] = /\n\n(.*)\n\n/.exec(message) ?? [];
      return message.replace(text, edit(text));
    };
  const suffix = `URI: http://evil.example\nVersion: 1\nChain ID: 1\nNonce: ${about.nonce}\nIssued At: ${soon(0)}`;

  // The values of single fields are tested in tests/domain/signIn.test.ts.
  const messages: [string, Edit][] = [
    ['a leading zero in the Chain ID', field('Chain ID', '01')],
    ['a Not Before in the future', (text) => `${text}\nNot Before: ${soon(1)}`],
    ['fields inside the statement', statement((text) => `${text}\n\n${suffix}`)],
    ['fields inside the statement, before it', statement((text) => `${suffix}\n\n${text}`)],
    ['a statement of two lines', statement((text) => `${text}\nAnd more.`)],
    ['an empty request id', (text) => `${text}\nRequest ID: `],
    ['a field twice', (text) => `${text}\nNonce: ${about.nonce}`],
    ['another sentence at its end', (text) => `${text}\nAnd more.`],
    ['Windows line breaks', (text) => text.replaceAll('\n', '\r\n')],
    ['an unpaired surrogate', (text) => text.replace('free', '\ud83d')],
    ['no text', () => ''],
    ...['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Expiration Time'].flatMap((name): [string, Edit][] => [
      [`an empty ${name}`, field(name, '')],
      [`no ${name}`, (text) => text.replace(new RegExp(`\n${name}: .*`), '')],
    ]),
  ];

  test.each(messages)('refuses a message whose text was changed to have %s', async (_, edit) => {
    const message = edit(page.createSignInMessage(about));
    expect(message).not.toBe(page.createSignInMessage(about));
    expect(await page.verifySignedMessage(await sign(message), about)).toBe(false);
  });

  test('refuses a correctly signed message with any edit before its dates', async () => {
    const message = page.createSignInMessage(about);
    const edit = fc.record({
      from: fc.nat({ max: message.indexOf('\nIssued At') }),
      length: fc.nat({ max: 3 }),
      text: fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom('\n', '\n\n', '\r', ' ')),
    });
    await fc.assert(
      fc.asyncProperty(edit, async ({ from, length, text }) => {
        const other = message.slice(0, from) + text + message.slice(from + length);
        fc.pre(other !== message);
        expect(await page.verifySignedMessage(await sign(other), about)).toBe(false);
      }),
      { numRuns: 200 },
    );
  });

  test.each([
    ['another account, which signed it', stranger, by(stranger)],
    ['another network', owner, { ...about, chainId: 137 }],
  ])('refuses a correctly signed message for another account or network: %s', async (_, account, other) => {
    const signed = await sign(page.createSignInMessage(other), account);
    expect(await page.verifySignedMessage(signed, other)).toBe(true);
    expect(await page.verifySignedMessage(signed, about)).toBe(false);
  });

  describe.each(walletKinds)('signatures for a wallet that is %s', (kind) => {
    test.each<[string, (signature: string) => string]>([
      ['truncated', (signature) => signature.slice(0, -2)],
      ['halved', (signature) => signature.slice(0, 66)],
      ['all zeros', (signature) => signature.replace(/(?<!^)[^x]/g, '0')],
      ['empty', () => '0x'],
      ['missing', () => ''],
      ['a word', () => 'yes'],
    ])('refuses a signature that is %s', async (_, change) => {
      const account = accounts[kind];
      const { message, signature } = await sign(page.createSignInMessage(by(account)), account);
      expect(await page.verifySignedMessage({ message, signature: change(signature) }, by(account))).toBe(false);
    });

    test('refuses the signature of another owner, and the signature of another message', async () => {
      const account = accounts[kind];
      const message = page.createSignInMessage(by(account));
      expect(await page.verifySignedMessage(await sign(message, forgers[kind]), by(account))).toBe(false);
      const { signature } = await sign(message.replace('no funds', 'all funds'), account);
      expect(await page.verifySignedMessage({ message, signature }, by(account))).toBe(false);
    });
  });

  test.each(['deployed', 'undeployed'] as const)(
    "accepts no %s wallet's signature if no node answers",
    async (kind) => {
      const { createSignInMessage, verifySignedMessage } = await open({ rpcUrl: NOWHERE });
      const who = by(accounts[kind]);
      const signed = await sign(createSignInMessage(who), accounts[kind]);
      const verdict = await verifySignedMessage(signed, who).catch(() => 'undecided');
      expect(verdict).not.toBe(true);
    },
  );
});
