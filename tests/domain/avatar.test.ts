import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAvatarRecord } from '#domain/avatar';
import { forMany } from '../support/forAll.ts';

const CID = 'QmSP4nq9fnN9dAiCj42ug9Wa79rqmQerZXZch82VqpiH7U';
const AR = 'tnLgkAg70wsn9fSr1sxJKG_qcka1gJtmUwXm_3_lDaI';
const PNG = 'data:image/png;base64,iVBORw0KGgo=';
const LARGEST = 64 * 1024;

test.each([
  ['https', 'https://example.com/amina.png', 'https://example.com/amina.png'],
  ['with a query', 'https://example.com/a.png?size=64#x', 'https://example.com/a.png?size=64#x'],
  ['in capitals', 'HTTPS://example.com/a.png', 'https://example.com/a.png'],
  ['of another alphabet', 'https://пример.рф/a.png', 'https://пример.рф/a.png'],
  ['without slashes', 'https:example.com/a.png', 'https://example.com/a.png'],
  ['with one slash', 'https:/sign-out', 'https://sign-out/'],
  ['without slashes, with a query', 'https:sign-out?now', 'https://sign-out/?now'],
  ['with space around', '  https://example.com/a.png\n', 'https://example.com/a.png'],
  ['ipfs', `ipfs://${CID}`, `https://ipfs.io/ipfs/${CID}`],
  ['ipfs, said twice', `ipfs://ipfs/${CID}`, `https://ipfs.io/ipfs/${CID}`],
  ['ipfs with a path', `ipfs://${CID}/1.png`, `https://ipfs.io/ipfs/${CID}/1.png`],
  ['ipfs in capitals', `IPFS://${CID}`, `https://ipfs.io/ipfs/${CID}`],
  ['ipns', 'ipns://amina.eth/a.png', 'https://ipfs.io/ipns/amina.eth/a.png'],
  ['arweave', `ar://${AR}`, `https://arweave.net/${AR}`],
  ['arweave with a path', `ar://${AR}/1.png`, `https://arweave.net/${AR}/1.png`],
  ['data: png', PNG, PNG],
  ['data: jpeg', 'data:image/jpeg;base64,/9j/', 'data:image/jpeg;base64,/9j/'],
  ['data: webp', 'data:image/webp;base64,UklGRg==', 'data:image/webp;base64,UklGRg=='],
  ['data: gif', 'data:image/gif;base64,R0lGODlh', 'data:image/gif;base64,R0lGODlh'],
  ['data: svg', 'data:image/svg+xml,%3Csvg/%3E', 'data:image/svg+xml,%3Csvg/%3E'],
  ['data: svg, as text', 'data:image/svg+xml;utf8,<svg/>', 'data:image/svg+xml;utf8,<svg/>'],
  ['data: in capitals', 'DATA:IMAGE/PNG;base64,iVBORw0KGgo=', 'DATA:IMAGE/PNG;base64,iVBORw0KGgo='],
  ['as large as may be', PNG.padEnd(LARGEST, 'A'), PNG.padEnd(LARGEST, 'A')],
])('an avatar record is read as the URL of a picture: %s', (_, record, picture) => {
  const shown = parseAvatarRecord(record);
  // The result may be another spelling of the same URL. It must not be relative to the page.
  expect(shown && new URL(shown, 'https://this.page/here').href).toBe(new URL(picture).href);
});

test.each<[string, unknown[]]>([
  ['another scheme', ['http://example.com/a.png', 'file:///etc/passwd', 'blob:https://example.com/1', 'wss://a.b']],
  ['a script', ['javascript:alert(1)', ' java\nscript:alert(1)', 'vbscript:x']],
  ['a page in data', ['data:text/html,<script>alert(1)</script>', 'data:image/svg+xmltext/html,<script>']],
  ['data of no known kind', ['data:,x', 'data:image/x-icon;base64,AAAB', 'data:image/png']],
  ['a token', ['eip155:1/erc721:0xb7F7F6C52F2e2fdb1963Eab30438024864c313F6/2430', 'eip155:1/erc1155:0xfa/0x00']],
  ['no scheme', [CID, '/a.png', '//example.com/a.png', 'amina', 'example.com/a.png', '<img src="https://a.b/c.png">']],
  ['no host', ['https://', 'https:']],
  ['no text', ['', ' \n\t ', '\0', '\ud83e']],
  ['too long', [PNG.padEnd(LARGEST + 1, 'A'), `https://example.com/${'a'.repeat(LARGEST)}`, 'x'.repeat(1_000_000)]],
  ['no string', [undefined, null, 7, true, ['https://example.com/a.png'], { href: 'https://example.com/a.png' }]],
  [
    'an object like one',
    [new URL('https://a.b/c.png'), Object('https://a.b/c.png'), { toString: () => expect.fail() }],
  ],
])('an avatar record is refused as a picture: %s', (_, records) => {
  for (const record of records) expect(parseAvatarRecord(record)).toBeNull();
});

/** Texts similar to the URL of a picture. */
const near = fc
  .array(
    fc.oneof(
      fc.constantFrom('https:', 'http:', 'ipfs:', 'ipns:', 'ar:', 'data:', 'javascript:', 'blob:', 'HTTPS:'),
      fc.constantFrom('/', '//', '\\', ' ', '\n', '\t', '\0', '..', '@', '?', '#', ':', ',', ';', '%2f', '[', '::1]'),
      fc.constantFrom('image/png', 'image/svg+xml', 'text/html', 'ipfs/', 'example.com', 'here.invalid', CID, '<b>'),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

test('any avatar record becomes a data URL, or an https: URL as <img> requests it', () => {
  forMany(2_000, fc.oneof(near, near, fc.webUrl(), fc.string({ unit: 'binary' }), fc.anything()), (record) => {
    const shown = parseAvatarRecord(record);
    if (shown === null) return;
    const { protocol, href, hostname } = new URL(shown);
    expect(new URL(shown, 'https://this.page/here').href).toBe(href);
    if (protocol === 'https:') expect(hostname).not.toBe('');
    else expect(href).toMatch(/^data:image\/(svg\+xml|png|jpeg|webp|gif)[;,]/i);
  });
});
