import type { SiweMessage } from 'siwe';
import type { SignInTestCase, SignInTestKit } from '../kit';

const MINUTE = 60_000;
const soon = (minutes: number) => new Date(Date.now() + minutes * MINUTE).toISOString();
const nameOf = ({ origin }: SignInTestKit) => new URL(origin).hostname;

/** Invalid fields. The server must refuse a message with one of them, although its other fields are valid. */
const CHANGED: [title: string, fields: (kit: SignInTestKit) => Partial<SiweMessage>][] = [
  ['another statement', () => ({ statement: 'Give everything away.' })],
  ['a foreign domain', () => ({ domain: 'foreign.example' })],
  ['a domain with another port', (kit) => ({ domain: `${nameOf(kit)}:65534` })],
  ['a domain that only begins like the right one', (kit) => ({ domain: `${nameOf(kit)}.foreign.example` })],
  ['a uri of another page', () => ({ uri: 'https://foreign.example' })],
  ['a uri with a path', ({ origin }) => ({ uri: `${origin}/` })],
  ['a network that no site uses', () => ({ chainId: 2_147_483_646 })],
  ['an expiry in the past', () => ({ expirationTime: soon(-1) })],
  ['an expiry an hour ahead', () => ({ expirationTime: soon(60) })],
  ['an issue long ago', () => ({ issuedAt: '2000-01-01T00:00:00.000Z' })],
  ['an issue tomorrow', () => ({ issuedAt: soon(24 * 60), expirationTime: soon(24 * 60 + 10) })],
  ['a time before which it is not valid', () => ({ notBefore: soon(5) })],
  ['a scheme', () => ({ scheme: 'https' })],
  ['a request id', () => ({ requestId: '1' })],
  ['resources', () => ({ resources: ['https://foreign.example/all'] })],
];

/** Edits of a valid message: `other` replaces `part` of its text. The server must refuse the edited message. */
const WRITTEN: [title: string, part: RegExp, other: string | ((kit: SignInTestKit) => string)][] = [
  ['no statement', /\nSign in .*\n/, ''],
  ['no uri', /\nURI: .*/, ''],
  ['no version', /\nVersion: .*/, ''],
  ['no network', /\nChain ID: .*/, ''],
  ['no nonce', /\nNonce: .*/, ''],
  ['no issue', /\nIssued At: .*/, ''],
  ['no expiry', /\nExpiration Time: .*/, ''],
  ['no address', /\n0x\w+/, ''],
  ['version 2', /Version: 1/, 'Version: 2'],
  ['an expiry that is no date', /(?<=Expiration Time: ).*/, 'never'],
  ['an expiry on a day that does not exist', /(?<=Expiration Time: ).*/, '2099-02-30T00:00:00Z'],
  ['a network that is written differently', /(?<=Chain ID: )/, '0'],
  ['an address in lower case', /0x\w+/, ({ owner }) => owner.address.toLowerCase()],
  ['a second nonce', /(\nNonce: .*)/, '$1\nNonce: abcdefgh12345678'],
  ['a second uri in the statement', /funds\./, 'funds.\n\nURI: https://foreign.example'],
  ['a look-alike letter in the statement', /confirm/, 'c\u043enfirm'],
  ['a line end of Windows', /\nURI/, '\r\nURI'],
  ['an empty request id', /$/, '\nRequest ID: '],
  ['a line break at the end', /$/, '\n'],
];

export const fieldCases: SignInTestCase[] = [
  ...CHANGED.map(
    ([title, change]): SignInTestCase => ({
      group: 'fields',
      title: `refuses a message with ${title}`,
      run: async (kit) => {
        const someone = kit.visitor();
        const changed = change(kit);
        const message = kit.write(await someone.nonce(), changed);
        const wrong = [...Object.keys(changed), ...('issuedAt' in changed ? ['expirationTime'] : []), 'message'];
        await kit.wantRefused(someone, [message, await kit.sign(message)], 'fields', wrong);
      },
    }),
  ),
  ...WRITTEN.map(
    ([title, part, other]): SignInTestCase => ({
      group: 'fields',
      title: `refuses a text with ${title}`,
      run: async (kit) => {
        const someone = kit.visitor();
        const honest = kit.write(await someone.nonce());
        const message = honest.replace(part, typeof other === 'string' ? other : other(kit));
        await kit.wantRefused(someone, [message, await kit.sign(message)], 'parse');
      },
    }),
  ),
];
