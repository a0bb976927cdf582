import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { allCases, type CaseResult, checkAuth } from '#doctor/auth/check';
import { CASE_GROUP_NAMES, createSignInTestKit } from '#doctor/auth/kit';
import { SIGN_IN_RULES } from '#doctor/auth/rules';
import { runCheckAuthCommand } from '#doctor/checkAuth';
import { startChain } from '../support/chain.ts';
import { listenOnFreePort } from '../support/listen.ts';
import { startVerifier } from '../support/verifier.ts';
import { faultyServers, startFaultyServer } from './faultyServers.ts';

const ORIGIN = 'http://127.0.0.1:4173';
let chain: Awaited<ReturnType<typeof startChain>>;
let server: Awaited<ReturnType<typeof startVerifier>>;

beforeAll(async () => {
  // Hides errors that libraries log about invalid signatures.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  chain = await startChain();
  server = await startServer();
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
  await chain.stop();
});

/** Starts the sign-in server of this repository, and allows the page's origin. */
async function startServer(options: Partial<Parameters<typeof startVerifier>[0]> = {}) {
  const started = await startVerifier({ chainUrls: { 1: chain.url }, ...options });
  started.allow(ORIGIN);
  return started;
}

const brokenIn = (results: CaseResult[]) =>
  results.filter(({ outcome }) => outcome === 'broken').map(({ group, title }) => `${group}: ${title}`);

/** The checks that must fail, by the name of the faulty server: the group, and the titles of its cases. */
const NAMED: Record<keyof typeof faultyServers, [group: string, ...titles: string[]]> = {
  nonceTwice: [
    'nonce',
    'refuses a nonce that has signed in before',
    'accepts one of two sign-ins with one nonce at the same time',
  ],
  nonceSurvives: [
    'nonce',
    'uses up the nonce of a sign-in that it refused',
    'uses up the nonce of a message that it refused',
  ],
  anyStatement: ['fields', 'refuses a message with another statement'],
  anyExpiry: [
    'fields',
    'refuses a message with an expiry in the past',
    'refuses a message with an expiry an hour ahead',
    'refuses a text with no expiry',
  ],
  lenientParser: ['fields', 'refuses a text with a second nonce', 'refuses a text with a line break at the end'],
  wrongNames: ['fields', 'refuses a message with another statement'],
  emptySignature: ['signature', 'refuses a signature of a plain account that is empty (0x)'],
  anyOrigin: [
    'origin',
    'refuses the preflight of a foreign origin',
    'refuses a foreign origin',
    'refuses an origin that begins like the right one',
  ],
  foreignSignOut: ['origin', 'keeps a session that a foreign origin, or none, signs out'],
  openNonce: ['origin', 'keeps the nonce of a sign-in despite a foreign page that opens it'],
  lateVerify: ['races', 'ends a sign-in whose answer the browser has not received'],
  seemingSignOut: ['happy', 'signs out'],
  readableCookie: ['cookie', 'keeps the cookie from scripts'],
  yearCookie: ['cookie', 'ends the cookie after a day'],
  fixedId: ['cookie', 'gives the session a new id at sign-in', 'does not take an id that the browser has made up'],
  cached: ['form', 'keeps answers out of caches'],
  hiddenDate: ['form', 'has a clock that pages can read'],
  stumbling: ['form', 'answers rubbish with 4xx', 'tells no internals'],
  redirecting: ['form', 'redirects nothing'],
};

test.each(Object.entries(faultyServers))('check-auth reports the faulty sign-in server "%s"', async (name, make) => {
  const [group, ...titles] = NAMED[name]!;
  const faulty = await startFaultyServer(server.url, make(ORIGIN));
  const results = await checkAuth({ urls: [faulty], origin: ORIGIN, only: (one) => one.group === group });
  expect(brokenIn(results)).toEqual(expect.arrayContaining(titles.map((title) => `${group}: ${title}`)));
  // The other cases of the group still pass, so the server breaks only this rule.
  expect(results.some(({ outcome }) => outcome === 'kept')).toBe(true);
});

test('a correct sign-in server passes check-auth', async () => {
  const faultless = await startFaultyServer(server.url, (passed, pass) => pass(passed));
  const only = ({ group }: { group: string }) => group !== 'fields';
  const results = await checkAuth({ urls: [faultless], origin: ORIGIN, only });
  expect(brokenIn(results)).toEqual([]);
});

describe('npm run check-auth', () => {
  const said = async (...words: string[]) => {
    const lines: string[] = [];
    const code = await runCheckAuthCommand(words, (line) => lines.push(line));
    return { code, text: lines.join('\n') };
  };

  test('prints the URL of a correct server, and that all test cases pass', async () => {
    const { code, text } = await said(server.url, '--origin', ORIGIN, '--group', 'origin');
    expect(text).toMatch(`Asking ${server.url} as a page of ${ORIGIN} would.\nThe kit signs in with keys of its own`);
    expect(text).toMatch(/\n\n✓ origin {4}(\d+) cases kept\n\nThe server keeps its contract in all \1 cases\.$/);
    expect(code).toBe(0);
  });

  test('prints test case, request, answer and broken rule of each failure', async () => {
    const faulty = await startFaultyServer(server.url, faultyServers.seemingSignOut!(ORIGIN));
    const { code, text } = await said(faulty, '--origin', ORIGIN, '--group', 'happy');
    expect(text).toContain(
      '✗ happy     1 of 7 cases broken\n    signs out\n      Somebody is signed in: {"address":"0x',
    );
    expect(text).toContain(`\n      request: GET ${faulty}/session, Origin: ${ORIGIN}, Sec-Fetch-Mode: cors\n`);
    expect(text).toMatch(/\n {6}answer: {2}200, access-control-allow-origin: .*, \{"address":"0x.*\n/);
    expect(text).toContain('\n      rule:    2xx, also if nobody was signed in; nobody is signed in afterwards\n');
    expect(text).not.toMatch(/session=\w/);
    expect(code).toBe(1);
  });

  test('reports once that the node of a sign-in server does not answer', async () => {
    const alone = await startServer({ chainUrls: { 1: 'http://127.0.0.1:9' } });
    const { text } = await said(alone.url, '--origin', ORIGIN, '--group', 'signature');
    await alone.close();
    expect(text.match(/It answered 503: its node or its store does not answer\./g)).toHaveLength(1);
    expect(text).toContain('    refuses a signature of another message\n      In the same way.\n');
    expect(text).toContain('\n      rule:    have a node, because accounts may be contracts (ERC-1271, ERC-6492)\n');
  });

  test('prints the results as JSON if it is called with --json', async () => {
    const faulty = await startFaultyServer(server.url, faultyServers.hiddenDate!(ORIGIN));
    const { code, text } = await said(faulty, '--origin', ORIGIN, '--group', 'form', '--json');
    const results = JSON.parse(text) as (typeof allCases)[number][];
    expect(results.filter((one) => 'sentence' in one)).toEqual([
      expect.objectContaining({ group: 'form', outcome: 'broken', status: 200, rule: expect.stringMatching('Date') }),
    ]);
    expect(code).toBe(1);
  });

  test.each([
    [[], 'Name the address of the sign-in server.'],
    [['auth.my.site', '--origin', ORIGIN], '"auth.my.site" is no http address.'],
    [['https://auth.my.site'], '--origin must be scheme and host of the page, such as https://my.site, not "".'],
    [['https://auth.my.site', '--origin', 'https://my.site/'], 'not "https://my.site/".'],
    [['https://auth.my.site', '--origin', 'https://my.site', '--network', 'mainnet'], 'the number of a network'],
    [
      ['https://auth.my.site', '--origin', 'https://my.site', '--group', 'all'],
      '--group must be one of happy, fields,',
    ],
    [['https://auth.my.site', '--orgin', 'https://my.site'], "Unknown option '--orgin'"],
  ])('prints its usage when it is called with the invalid arguments %j', async (words, sentence) => {
    const { code, text } = await said(...words);
    expect(text).toContain(sentence);
    expect(text).toContain('Usage: npm run check-auth -- URL --origin https://my.site');
    expect(code).toBe(2);
  });

  test('exits with 2 if no server answers at the URL', async () => {
    const { code, text } = await said('http://127.0.0.1:9', '--origin', ORIGIN);
    expect(text).toContain('Could not look: 127.0.0.1:9 refuses connections: nothing listens there.');
    expect(code).toBe(2);
  });
});

test('check-auth waits when a sign-in server limits the rate of requests', async () => {
  const asked = new Map<string, number>();
  const limited = await startFaultyServer(server.url, async (passed, pass) => {
    const times = asked.get(passed.path) ?? 0;
    asked.set(passed.path, times + 1);
    const answer = await pass(passed);
    return times % 2 === 0 ? { ...answer, status: 429, headers: { 'retry-after': '7' }, cookies: [] } : answer;
  });
  const waits: number[] = [];
  const results = await checkAuth({
    urls: [limited],
    origin: ORIGIN,
    only: ({ title }) => title === 'gives a new nonce each time',
    sleep: async (ms) => void waits.push(ms),
  });
  expect(results).toMatchObject([{ outcome: 'kept' }]);
  expect(waits).toEqual([7_000, 7_000, 7_000]);
});

test('check-auth does not count a rate-limited answer as a refused sign-in', async () => {
  const limited = await startFaultyServer(server.url, async (passed, pass) => {
    const answer = await pass(passed);
    return passed.path === '/verify' ? { ...answer, status: 429, cookies: [] } : answer;
  });
  const only = ({ title }: { title: string }) => title === 'refuses a nonce that it never gave';
  const [result] = await checkAuth({ urls: [limited], origin: ORIGIN, only, sleep: async () => {} });
  expect(result?.violation?.message).toBe('It answered 429 for a minute: allow more requests while the kit asks.');
});

test('check-auth reports a sign-in server that never answers, or cuts connections', async () => {
  for (const [how, sentence] of [
    ['silence', 'does not answer (timeout after 0.05 s)'],
    ['cut', 'cuts the connection'],
  ] as const) {
    const dead = createServer(({ socket }) => how === 'cut' && socket.destroy());
    const { url, close } = await listenOnFreePort(dead);
    const [result] = await checkAuth({
      urls: [url],
      origin: ORIGIN,
      limit: 50,
      only: ({ group, title }) => group === 'happy' && title === 'signs out',
    });
    close();
    expect(result?.violation).toMatchObject({ rule: 'time', message: `${new URL(url).host} ${sentence}.` });
  }
});

test("a sign-in server on the page's own origin passes check-auth", async () => {
  server.allow(server.url);
  const only = ({ group }: { group: string }) => group !== 'fields' && group !== 'signature';
  const results = await checkAuth({ urls: [server.url], origin: server.url, only });
  expect(brokenIn(results)).toEqual([]);
  // Requests to the page's own origin need no CORS headers, so check-auth skips the three cases about them.
  expect(results.filter(({ outcome, needs }) => outcome === 'skipped' && needs === 'otherOrigin')).toHaveLength(3);
});

test('two sign-in servers without a common store fail check-auth', async () => {
  const other = await startServer();
  const only = ({ group }: { group: string }) => group === 'happy';
  const results = await checkAuth({ urls: [server.url, other.url], origin: ORIGIN, only });
  expect(brokenIn(results)).toContain('happy: signs in the account that has signed, on its network');
  await other.close();
});

test("a sign-in server for pages in other sites' frames passes the cookie checks", async () => {
  const framed = await startServer({ framed: true });
  const results = await checkAuth({ urls: [framed.url], origin: ORIGIN, only: ({ group }) => group === 'cookie' });
  expect(brokenIn(results)).toEqual([]);
  // The cookie of an https server must be Secure.
  const secure = allCases.find(({ needs }) => needs === 'https')!;
  await secure.run(createSignInTestKit({ urls: [framed.url], origin: ORIGIN }));
  await framed.close();
  const played = secure.run(createSignInTestKit({ urls: [server.url], origin: ORIGIN }));
  await expect(played).rejects.toThrow('The cookie session lacks Secure.');
});

test.each(Object.entries(SIGN_IN_RULES))('src/README.md quotes the check-auth rule "%s"', (_, rule) => {
  expect(readFileSync('src/README.md', 'utf8').replace(/\s+/g, ' ')).toContain(rule);
});

test('each group of check-auth has test cases with unique titles', () => {
  expect([...new Set(allCases.map(({ group }) => group))]).toEqual(CASE_GROUP_NAMES);
  const names = allCases.map(({ group, title }) => `${group}: ${title}`);
  expect(names).toEqual([...new Set(names)]);
});
