import fc from 'fast-check';
import { SiweMessage } from 'siwe';
import { bytesToHex, getAddress } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { parseSiweMessage } from 'viem/siwe';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { deployApprovingContract, fundedAccount, startChain, walletKinds, walletsOf } from '../support/chain.ts';
import { forMany } from '../support/forAll.ts';
import { openBrowser } from './browser';

/*
 * Tests the messages that the page signs, and the signatures that it accepts. Hostile messages are signed with the
 * correct key.
 */

const ORIGIN = 'http://localhost:4173';
/** A URL without a server. */
const NOWHERE = 'http://127.0.0.1:9';
const MINUTE = 60_000;
const owner = fundedAccount(1);
const stranger = fundedAccount(2);
const about = { address: owner.address as string, chainId: 1, nonce: 'abcdefgh12345678' };

let chain: Awaited<ReturnType<typeof startChain>>;
let accounts: Awaited<ReturnType<typeof walletsOf>>['accounts'];
/** Accounts at the same addresses as `accounts`, for which another key signs. */
let forgers: typeof accounts;
let page: Awaited<ReturnType<typeof open>>;

/** Stubs the page at `origin`, which uses the node at `rpcUrl`. */
async function open({ origin = ORIGIN, rpcUrl = chain.url } = {}) {
  vi.resetModules();
  vi.stubEnv('VITE_RPC_URL', rpcUrl);
  openBrowser(origin);
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
  ({ accounts, forgers } = await walletsOf(chain.client, owner, stranger));
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
const wait = (minutes: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE });
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();

describe('the message to sign', () => {
  const someone = fc.record({
    address: fc.uint8Array({ minLength: 20, maxLength: 20 }).map((bytes) => getAddress(bytesToHex(bytes))),
    chainId: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER })),
    nonce: fc.stringMatching(/^[a-zA-Z0-9]{8,128}$/),
  });

  test('the message is correct line by line', () => {
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

  test('siwe and viem parse the same fields and no others, for every signer', () => {
    forMany(
      200,
      someone,
      fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true }),
      (who, now) => {
        vi.useFakeTimers({ toFake: ['Date'], now });
        const text = page.createSignInMessage(who);
        const strict = new SiweMessage(text);
        const { issuedAt, expirationTime, ...rest } = parseSiweMessage(text);
        const { statement } = rest;
        const dates = { issuedAt: issuedAt?.toISOString(), expirationTime: expirationTime?.toISOString() };
        expect({ ...rest, ...dates }).toEqual(JSON.parse(JSON.stringify(strict)));
        expect(rest).toEqual({ ...who, statement, domain: 'localhost:4173', uri: ORIGIN, version: '1' });
        expect(dates).toEqual({ issuedAt: now.toISOString(), expirationTime: soon(10) });
        expect(strict.prepareMessage()).toBe(text);
        expect(text).toMatch(/^[\n -~]+$/);
        expect(text.split('\n')).toHaveLength(11);
        expect(text.split(statement!)).toHaveLength(2);
      },
    );
  });

  test.each([
    ['an address without its checksum', { address: owner.address.toLowerCase() }],
    ['no address', { address: '' }],
    ['a chain id that is not a number', { chainId: Number.NaN }],
    ['a fractional chain id', { chainId: 1.5 }],
    ['a negative chain id', { chainId: -1 }],
    ['no nonce', { nonce: '' }],
    ['a nonce that is too short', { nonce: 'abcdefg' }],
    ['a nonce that is too long', { nonce: 'a'.repeat(129) }],
    ['a nonce with hyphens', { nonce: 'abcdefgh-1234' }],
    ['a nonce with a line break', { nonce: 'abcdefgh1234\nNot Before: 2000-01-01T00:00:00Z' }],
  ])('creating a message for %s throws', (_, change) => {
    expect(() => page.createSignInMessage({ ...about, ...change })).toThrow();
  });

  test('creating a message on a page without a host throws', () => {
    openBrowser('file:///');
    expect(() => page.createSignInMessage(about)).toThrow();
    openBrowser(ORIGIN);
  });
});

describe('accepted signatures', () => {
  test.each(walletKinds)('accepts the signature of a wallet that is %s', async (kind) => {
    const account = accounts[kind];
    const signed = await sign(page.createSignInMessage(by(account)), account);
    expect(await page.verifySignedMessage(signed, by(account))).toBe(true);
    expect(Boolean(await chain.client.getCode({ address: account.address }))).toBe(kind === 'deployed');
  });

  test('accepts a plain account, without a request to any node', async () => {
    const { createSignInMessage, verifySignedMessage } = await open({ rpcUrl: NOWHERE });
    const ask = vi.spyOn(globalThis, 'fetch');
    expect(await verifySignedMessage(await sign(createSignInMessage(about)), about)).toBe(true);
    expect(ask).not.toHaveBeenCalled();
  });

  test.each([
    'http://[::1]:4173',
    'http://[2001:db8::1]',
    'http://my_app.localhost:4173',
    'https://_a.b_c.example',
    'https://xn--bcher-kva.example',
    'http://127.0.0.1:8080',
    "https://it's.example",
    'https://a~b.example',
  ])('accepts a message of a page at %s', async (origin) => {
    const there = await open({ origin, rpcUrl: NOWHERE });
    const message = there.createSignInMessage(about);
    expect(message).toContain(`${new URL(origin).host} wants you to sign in`);
    expect(await there.verifySignedMessage(await sign(message), about)).toBe(true);
    openBrowser(ORIGIN);
    expect(await page.verifySignedMessage(await sign(message), about)).toBe(false);
  });

  test('accepts an empty signature only for a contract whose owners approved the message', async () => {
    const address = await deployApprovingContract(chain.client);
    const message = page.createSignInMessage({ ...about, address });
    expect(await page.verifySignedMessage({ message, signature: '0x' }, { ...about, address })).toBe(true);
    expect(await page.verifySignedMessage({ message, signature: '0x00' }, { ...about, address })).toBe(false);
    for (const kind of walletKinds) {
      const own = by(accounts[kind]);
      expect(
        await page.verifySignedMessage({ message: page.createSignInMessage(own), signature: '0x' }, own),
        kind,
      ).toBe(false);
    }
  });

  test.each([15, 24 * 60, -15, -24 * 60])(
    "accepts a message if the server's clock is %i minutes ahead",
    async (minutes) => {
      const clockOffset = minutes * MINUTE;
      const now = Date.now();
      const message = page.createSignInMessage({ ...about, clockOffset });
      const { issuedAt } = new SiweMessage(message);
      expect(Math.abs(Date.parse(issuedAt ?? '') - now - clockOffset)).toBeLessThan(MINUTE);
      expect(await page.verifySignedMessage(await sign(message), { ...about, clockOffset })).toBe(true);
      expect(await page.verifySignedMessage(await sign(message), about)).toBe(false);
    },
  );

  test('accepts a message with a Not Before date in the past', async () => {
    const message = `${page.createSignInMessage(about)}\nNot Before: ${soon(-1)}`;
    expect(await page.verifySignedMessage(await sign(message), about)).toBe(true);
  });
});

test.each([
  ['accepts a message until the moment it expires', 9.5, true],
  ['refuses a message that has expired meanwhile', 10, false],
  ['accepts a message of a clock that is slightly fast', -1.9, true],
  ['refuses a message of a clock that is much too fast', -3, false],
])('the page checks the dates of a sign-in message: it %s', async (_, minutes, isAccepted) => {
  const signed = await sign(page.createSignInMessage(about));
  wait(minutes);
  expect(await page.verifySignedMessage(signed, about)).toBe(isAccepted);
});

describe('refused signatures', () => {
  type Edit = (message: string) => string;
  const field =
    (name: string, value: string | (() => string)): Edit =>
    (message) =>
      message.replace(
        new RegExp(`^${name}: .*$`, 'm'),
        () => `${name}: ${typeof value === 'string' ? value : value()}`,
      );
  const line =
    (index: number, edit: Edit): Edit =>
    (message) =>
      message
        .split('\n')
        .map((text, i) => (i === index ? edit(text) : text))
        .join('\n');
  const domain = (name: string) => line(0, (text) => text.replace('localhost:4173', name));
  const statement = (edit: Edit) => line(3, edit);
  const suffix = `URI: http://evil.example\nVersion: 1\nChain ID: 1\nNonce: ${about.nonce}\nIssued At: ${soon(0)}`;

  const messages: [string, Edit][] = [
    ['another nonce', field('Nonce', 'hgfedcba87654321')],
    ['a longer nonce', field('Nonce', `${about.nonce}0`)],
    ['a foreign domain', domain('evil.example')],
    ['the domain without its port', domain('localhost')],
    ['another port', domain('localhost:4174')],
    ['a foreign domain with the same beginning', domain('localhost.evil.example:4173')],
    ['a scheme before the domain', domain('http://localhost:4173')],
    ['another address', line(1, () => stranger.address)],
    ['the address without its checksum', line(1, (text) => text.toLowerCase())],
    ['another chain', field('Chain ID', '137')],
    ['a leading zero in the Chain ID', field('Chain ID', '01')],
    ['another URI', field('URI', 'http://evil.example')],
    ['a slash after the URI', field('URI', `${ORIGIN}/`)],
    ['another scheme of the URI', field('URI', 'https://localhost:4173')],
    [
      'an Expiration Time that has passed',
      (text) => field('Issued At', soon(-10))(field('Expiration Time', soon(-0.1))(text)),
    ],
    ['an Issued At in the future', (text) => field('Issued At', soon(3))(field('Expiration Time', soon(13))(text))],
    ['an Expiration Time that is too late', field('Expiration Time', () => soon(11))],
    ['no Expiration Time line', (text) => text.replace(/\nExpiration Time: .*$/, '')],
    ['a Not Before in the future', (text) => `${text}\nNot Before: ${soon(1)}`],
    ['an Expiration Time that is a word', field('Expiration Time', 'tomorrow')],
    ['an Expiration Time on 30 February', field('Expiration Time', '2026-02-30T00:00:00Z')],
    ['an Expiration Time at second 60', field('Expiration Time', () => soon(5).replace(/:\d\d\.\d+Z/, ':60Z'))],
    ['an Expiration Time in an invalid time zone', field('Expiration Time', () => soon(5).replace('Z', '|00:00'))],
    ['an Issued At that is a word', field('Issued At', 'today')],
    ['an Issued At at second 60', field('Issued At', () => soon(-1).replace(/:\d\d\.\d+Z/, ':60Z'))],
    ['a Not Before that is a word', (text) => `${text}\nNot Before: yesterday`],
    ['a Not Before at second 60', (text) => `${text}\nNot Before: 2020-01-01T00:00:60Z`],
    ['a statement with non-ASCII letters', statement((text) => text.replace('free', 'frei für alle'))],
    ['a statement with a look-alike letter', statement((text) => text.replace('a', 'а'))],
    ['a statement with a right-to-left override', statement((text) => `${text}\u202e`)],
    ['another statement', statement(() => 'Give everything away.')],
    ['a longer statement', statement((text) => `${text} And more.`)],
    ['an empty statement', statement(() => '')],
    ['no statement', (text) => text.split('\n').toSpliced(3, 1).join('\n')],
    ['fields inside the statement', statement((text) => `${text}\n\n${suffix}`)],
    ['fields inside the statement, before it', statement((text) => `${suffix}\n\n${text}`)],
    ['fields in one line with the statement', statement((text) => `${text} ${suffix.replaceAll('\n', ' ')}`)],
    ['a statement of two lines', statement((text) => `${text}\nAnd more.`)],
    ['a statement with a carriage return', statement((text) => `${text}\rAnd more.`)],
    ['a tab in the statement', statement((text) => text.replace(' ', '\t'))],
    ['version 2', field('Version', '2')],
    ['a request id', (text) => `${text}\nRequest ID: 1`],
    ['an empty request id', (text) => `${text}\nRequest ID: `],
    ['resources', (text) => `${text}\nResources:\n- http://evil.example/everything`],
    ['an empty list of resources', (text) => `${text}\nResources:`],
    ['a field twice', (text) => `${text}\nNonce: ${about.nonce}`],
    ['fields in another order', (text) => text.replace(/^(Version: .*)\n(Chain ID: .*)$/m, '$2\n$1')],
    ['another sentence at its end', (text) => `${text}\nAnd more.`],
    ['an empty line at its end', (text) => `${text}\n`],
    ['an empty line at its beginning', (text) => `\n${text}`],
    ['Windows line breaks', (text) => text.replaceAll('\n', '\r\n')],
    ['no domain', domain('')],
    ['no address', line(1, () => '')],
    ...['URI', 'Version', 'Chain ID', 'Nonce', 'Issued At', 'Expiration Time'].flatMap((name): [string, Edit][] => [
      [`an empty ${name}`, field(name, '')],
      [`no ${name}`, (text) => text.replace(new RegExp(`\n${name}: .*`), '')],
    ]),
  ];

  test.each(messages)('refuses a message with %s', async (_, edit) => {
    const message = edit(page.createSignInMessage(about));
    expect(message).not.toBe(page.createSignInMessage(about));
    expect(await page.verifySignedMessage(await sign(message), about)).toBe(false);
  });

  test('refuses a message that differs in any place before its dates', async () => {
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

  test.each(['', ' ', 'null', '{}', 'Hello'])('refuses the message %j', async (message) => {
    expect(await page.verifySignedMessage(await sign(message), about)).toBe(false);
  });

  test('refuses a message with unpaired surrogates', async () => {
    const message = page.createSignInMessage(about).replace('free', '\ud83d');
    expect(await page.verifySignedMessage(await sign(message), about)).toBe(false);
  });

  test('refuses a message that was used before, because the next nonce differs', async () => {
    const signed = await sign(page.createSignInMessage(about));
    expect(await page.verifySignedMessage(signed, { ...about, nonce: 'hgfedcba87654321' })).toBe(false);
  });

  test('refuses a message to another page', async () => {
    const elsewhere = await open({ origin: 'https://evil.example' });
    const signed = await sign(elsewhere.createSignInMessage(about));
    expect(await elsewhere.verifySignedMessage(signed, about)).toBe(true);
    openBrowser(ORIGIN);
    expect(await page.verifySignedMessage(signed, about)).toBe(false);
  });

  test.each([
    ['that names and was signed by another account', stranger, by(stranger)],
    ["with another network than the wallet's", owner, { ...about, chainId: 137 }],
  ])('refuses a message %s', async (_, account, other) => {
    const signed = await sign(page.createSignInMessage(other), account);
    expect(await page.verifySignedMessage(signed, other)).toBe(true);
    expect(await page.verifySignedMessage(signed, about)).toBe(false);
  });

  test.each([
    ['address', { address: '' }],
    ['nonce', { nonce: '' }],
    ['network', { chainId: Number.NaN }],
  ])('refuses every message if no %s is expected', async (_, missing) => {
    const signed = await sign(page.createSignInMessage(about));
    expect(await page.verifySignedMessage(signed, { ...about, ...missing })).toBe(false);
  });

  describe.each(walletKinds)('signatures for a wallet that is %s', (kind) => {
    const refuses = async (change: (signature: string) => string) => {
      const account = accounts[kind];
      const { message, signature } = await sign(page.createSignInMessage(by(account)), account);
      expect(await page.verifySignedMessage({ message, signature: change(signature) }, by(account))).toBe(false);
    };

    test('refuses a truncated signature', () => refuses((signature) => signature.slice(0, -2)));
    test('refuses half a signature', () => refuses((signature) => signature.slice(0, 66)));
    test('refuses a signature of zeros', () => refuses((signature) => signature.replace(/(?<!^)[^x]/g, '0')));
    test.each(['0x', '', 'yes'])('refuses the answer "%s", which is not a signature', (answer) =>
      refuses(() => answer),
    );

    test("refuses another owner's signature", async () => {
      const message = page.createSignInMessage(by(accounts[kind]));
      expect(await page.verifySignedMessage(await sign(message, forgers[kind]), by(accounts[kind]))).toBe(false);
    });

    test('refuses a signature of a changed message', async () => {
      const account = accounts[kind];
      const message = page.createSignInMessage(by(account));
      const { signature } = await sign(message.replace('no funds', 'all funds'), account);
      expect(await page.verifySignedMessage({ message, signature }, by(account))).toBe(false);
    });

    test('refuses a changed message with the signature of the original', async () => {
      const account = accounts[kind];
      const other = { ...by(account), nonce: 'hgfedcba87654321' };
      const { signature } = await sign(page.createSignInMessage(by(account)), account);
      expect(await page.verifySignedMessage({ message: page.createSignInMessage(other), signature }, other)).toBe(
        false,
      );
    });
  });

  test.each(['deployed', 'undeployed'] as const)(
    'throws for a wallet that is %s while no node answers',
    async (kind) => {
      const { createSignInMessage, verifySignedMessage } = await open({ rpcUrl: NOWHERE });
      const who = by(accounts[kind]);
      const signed = await sign(createSignInMessage(who), accounts[kind]);
      const verdict = await verifySignedMessage(signed, who).catch(() => 'undecided');
      expect(verdict).not.toBe(true);
    },
  );
});
