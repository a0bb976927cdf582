import { afterAll, describe, expect, test } from 'vitest';
import { compareHost } from '#trust/host';
import { buildSmallSite, QUICK_VERIFY_OPTIONS, type ResponseChange, type ServedResponse, startTestHost } from './site';

const { build, remove } = buildSmallSite();
afterAll(remove);

async function findingsOf(change?: ResponseChange, options = QUICK_VERIFY_OPTIONS) {
  const { findings } = await compareHost(build, await startTestHost(build, change), options);
  return findings;
}

/** Changes the host's answer at `path` by `change`. */
const at =
  (path: string, change: ResponseChange): ResponseChange =>
  (served) =>
    served.path === path ? change(served) : {};

const other = Buffer.from('changed');
const agentOf = ({ request }: ServedResponse) => String(request.headers['user-agent']);

test('compareHost() reports nothing on a correct host', async () => {
  expect(await compareHost(build, await startTestHost(build), QUICK_VERIFY_OPTIONS)).toEqual({
    findings: [],
    notes: [],
    isSilent: false,
  });
});

describe('content that the host has changed', () => {
  const flip = ({ body }: ServedResponse) => {
    const copy = Buffer.from(body);
    copy[1]! ^= 1;
    return { body: copy };
  };
  const paths = Object.keys(build.integrity.hashes).filter((path) => !path.endsWith('404.html'));
  test.each([...paths, '/integrity.json'])('reports the file %s if one byte differs', async (path) => {
    const findings = await findingsOf(at(path, flip));
    expect(findings[0]).toContain(`${path} is not that of the build: First difference at byte 1.`);
    expect(new Set(findings.map((finding) => finding.split(' ')[0]))).toEqual(new Set([path]));
  });

  test.each(['/nowhere', '/ar/nowhere', '/assets/nowhere'])('reports changed 404 pages under %s', async (start) => {
    const findings = await findingsOf((served) => (served.path.startsWith(start) ? flip(served) : {}));
    expect(findings[0]).toMatch(new RegExp(`^${start}\\S+ is not that of the build`));
  });

  test.each<[string, (served: ServedResponse) => boolean, string]>([
    ['one browser', (served) => /iPhone/.test(agentOf(served)), 'only an iPhone got this'],
    ['the browser of one app', (served) => /MetaMask/.test(agentOf(served)), "only MetaMask's browser got this"],
    [
      'one Accept-Encoding',
      ({ request }) => request.headers['accept-encoding'] === 'identity',
      'only Firefox and a program that names no language got this',
    ],
    [
      'one Accept-Language',
      ({ request }) => /^ur/.test(String(request.headers['accept-language'])),
      'only Chrome in ur got this',
    ],
    [
      'visitors who follow a link',
      ({ request }) => !!request.headers.referer,
      'only a second visit of Chrome got this',
    ],
  ])('reports a page that the host changes only for %s', async (_, isVictim, sentence) => {
    const findings = await findingsOf(at('/', (served) => (isVictim(served) ? { body: other } : {})));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(sentence);
  });

  test('reports a file that the host changes only on a second visit', async () => {
    let visits = 0;
    const many = at('/assets/a.js', () => (++visits > 4 ? { body: other } : {}));
    expect((await findingsOf(many))[0]).toContain('only a second visit of Chrome got this');
  });
});

const SCRIPT = '/assets/a.js';

/** Sends one byte after another, for ever. */
const trickle = ({ response }: ServedResponse) => {
  response.writeHead(200);
  const timer = setInterval(() => response.write('a'), 50);
  response.on('close', () => clearInterval(timer));
  return null;
};

test.each<[string, ResponseChange]>([
  ['is never answered', () => null],
  ['is answered too slowly', trickle],
])('compareHost() reports a path that %s', async (_, change) => {
  const findings = await findingsOf(at(SCRIPT, change), { time: 1_000, pause: 0 });
  expect(findings).toContain(`${SCRIPT} was not answered within 1 seconds.`);
});

test('compareHost() reports a response that never ends, and stops reading it', async () => {
  let sent = 0;
  const endless = ({ response }: ServedResponse) => {
    const more = () => {
      while (sent < 1e9 && !response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
    };
    response.writeHead(200).on('drain', more);
    more();
    return null;
  };
  expect((await findingsOf(at(SCRIPT, endless)))[0]).toMatch(/^\/assets\/a\.js sends more than [\d,]+ bytes\.$/);
  expect(sent).toBeLessThan(5e7);
});

test('compareHost() stops with a note if a host answers no request', async () => {
  const host = await startTestHost(build, () => null);
  const { isSilent, notes, findings } = await compareHost(build, host, { time: 50, pause: 0 });
  expect([isSilent, findings.length > 0]).toEqual([true, true]);
  expect(notes).toEqual(['The host left so many requests without an answer that the rest was not made.']);
});

const added = Buffer.from('<script src="https://evil.example/x.js"></script>');
const Location = 'http://169.254.169.254/';
const cut = ({ request }: ServedResponse) => {
  request.socket.destroy();
  return null;
};

test.each<[title: string, change: ResponseChange, sentence: string | RegExp]>([
  [
    'the URL of a script that the host has added to a page',
    at('/', ({ body }) => ({ body: Buffer.concat([body, added]) })),
    /^\/ has a script more than the build: "https:\/\/evil\.example\/x\.js"\./,
  ],
  [
    'compressed content that would be too large',
    at(SCRIPT, () => ({ body: Buffer.alloc(1_000_000) })),
    /a\.js can't be decoded as br within/,
  ],
  ['a connection that is cut', at(SCRIPT, cut), `${SCRIPT} broke off: the host closed the connection.`],
  ...[301, 302, 307].map((status): [string, ResponseChange, string] => [
    `where a redirect with status ${status} leads, and does not follow it`,
    at(SCRIPT, () => ({ status, headers: { Location } })),
    `${SCRIPT} is answered with ${status} instead of 200, which leads to "${Location}".`,
  ]),
  [
    'a folder that is not served',
    at('/ar/', () => ({ status: 404 })),
    '/ar/ is answered with 404 instead of 200. This host does not serve folders.',
  ],
  [
    'a header that all paths lack in one sentence',
    ({ headers: { 'Referrer-Policy': _, ...headers } }) => ({ headers }),
    /^Each of \d+ paths \(such as .*\) lacks Referrer-Policy\. See "Hosts" in src\/README\.md\.$/m,
  ],
  [
    'the URL of a redirect without its control characters',
    at('/', () => ({ status: 301, headers: { Location: '/\u009b2J' } })),
    /leads to "\/�2J"/,
  ],
  [
    'a missing path that is answered with the start page',
    ({ status }) => (status === 404 ? { status: 200 } : {}),
    /is answered with 200 instead of 404.*is served, and must not be\./s,
  ],
])('compareHost() reports %s', async (_, change, sentence) => {
  const findings = await findingsOf(change);
  if (typeof sentence === 'string') expect(findings).toEqual([sentence]);
  else expect(findings.join('\n')).toMatch(sentence);
});

test('compareHost() returns notes, not findings, for headers such as NEL', async () => {
  const host = await startTestHost(build, ({ headers }) => ({ headers: { ...headers, NEL: '{}' } }));
  const { findings, notes } = await compareHost(build, host, QUICK_VERIFY_OPTIONS);
  expect([findings, notes]).toEqual([[], ['The host has browsers report errors: "NEL".']]);
});
