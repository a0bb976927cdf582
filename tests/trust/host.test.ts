import { afterAll, describe, expect, test } from 'vitest';
import { compareHost } from '#trust/host';
import { buildSmallSite, QUICK_OPTIONS, type ResponseChange, type ServedResponse, startTestHost } from './site';

const { build, remove } = buildSmallSite();
afterAll(remove);

async function findingsOf(change?: ResponseChange, options = QUICK_OPTIONS) {
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

test('reports nothing on a correct host', async () => {
  expect(await compareHost(build, await startTestHost(build), QUICK_OPTIONS)).toEqual({
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
  test.each([...paths, '/integrity.json'])('reports %s when one byte differs', async (path) => {
    const findings = await findingsOf(at(path, flip));
    expect(findings[0]).toContain(`${path} is not that of the build: First difference at byte 1.`);
    expect(new Set(findings.map((finding) => finding.split(' ')[0]))).toEqual(new Set([path]));
  });

  test.each(['/nowhere', '/ar/nowhere', '/assets/nowhere'])(
    'reports an error page that was changed: %s…',
    async (start) => {
      const findings = await findingsOf((served) => (served.path.startsWith(start) ? flip(served) : {}));
      expect(findings[0]).toMatch(new RegExp(`^${start}\\S+ is not that of the build`));
    },
  );

  test('reports a script that was added, by its address', async () => {
    const script = '<script src="https://evil.example/x.js"></script>';
    const [finding] = await findingsOf(at('/', ({ body }) => ({ body: Buffer.concat([body, Buffer.from(script)]) })));
    expect(finding).toContain('/ has a script more than the build: "https://evil.example/x.js".');
  });

  test.each<[string, (served: ServedResponse) => boolean, string]>([
    ['a browser', (served) => /iPhone/.test(agentOf(served)), 'only an iPhone got this'],
    ['an app', (served) => /MetaMask/.test(agentOf(served)), "only MetaMask's browser got this"],
    [
      'an encoding',
      ({ request }) => request.headers['accept-encoding'] === 'identity',
      'only Firefox and a program that names no language got this',
    ],
    [
      'a language',
      ({ request }) => /^ur/.test(String(request.headers['accept-language'])),
      'only Chrome in ur got this',
    ],
    ['a link', ({ request }) => !!request.headers.referer, 'only a second visit of Chrome got this'],
  ])('reports content that only the visitors of %s get', async (_, isVictim, sentence) => {
    const findings = await findingsOf(at('/', (served) => (isVictim(served) ? { body: other } : {})));
    expect(findings).toHaveLength(1);
    expect(findings[0]).toContain(sentence);
  });

  test('reports content that only a second visit gets', async () => {
    let visits = 0;
    const many = at('/assets/a.js', () => (++visits > 4 ? { body: other } : {}));
    expect((await findingsOf(many))[0]).toContain('only a second visit of Chrome got this');
  });
});

describe('responses that fail', () => {
  const late = '/assets/a.js was not answered within 1 seconds.';
  const hasty = { time: 1_000, pause: 0 };

  test('reports a path that is never answered', async () => {
    expect(
      await findingsOf(
        at('/assets/a.js', () => null),
        hasty,
      ),
    ).toContain(late);
  });

  test('reports a path whose response arrives too slowly', async () => {
    const trickle = ({ response }: ServedResponse) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('a'), 50);
      response.on('close', () => clearInterval(timer));
      return null;
    };
    expect(await findingsOf(at('/assets/a.js', trickle), hasty)).toContain(late);
  });

  test('reports a path whose response never ends, and stops reading it', async () => {
    let sent = 0;
    const endless = ({ response }: ServedResponse) => {
      const more = () => {
        while (sent < 1e9 && !response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      response.writeHead(200).on('drain', more);
      more();
      return null;
    };
    expect((await findingsOf(at('/assets/a.js', endless)))[0]).toMatch(
      /^\/assets\/a\.js sends more than [\d,]+ bytes\.$/,
    );
    expect(sent).toBeLessThan(5e7);
  });

  test('reports compressed content that would be too large', async () => {
    const bomb = at('/assets/a.js', () => ({ body: Buffer.alloc(1_000_000) }));
    expect((await findingsOf(bomb)).join()).toMatch(/a\.js can't be decoded as br within/);
  });

  test('reports a connection that is cut', async () => {
    const broken = at('/assets/a.js', ({ request }) => {
      request.socket.destroy();
      return null;
    });
    expect(await findingsOf(broken)).toEqual(['/assets/a.js broke off: the host closed the connection.']);
  });

  test('stops, and says so, if a host answers nothing at all', async () => {
    const host = await startTestHost(build, () => null);
    const { isSilent, notes, findings } = await compareHost(build, host, { time: 50, pause: 0 });
    expect([isSilent, findings.length > 0]).toEqual([true, true]);
    expect(notes).toEqual(['The host left so many requests without an answer that the rest was not made.']);
  });

  test.each([301, 302, 307])('follows no redirect (%s), and reports where it leads', async (status) => {
    const redirect = at('/assets/a.js', () => ({ status, headers: { Location: 'http://169.254.169.254/' } }));
    expect(await findingsOf(redirect)).toEqual([
      `/assets/a.js is answered with ${status} instead of 200, which leads to "http://169.254.169.254/".`,
    ]);
  });

  test('reports a folder that is not served', async () => {
    expect(await findingsOf(at('/ar/', () => ({ status: 404 })))).toEqual([
      '/ar/ is answered with 404 instead of 200. This host does not serve folders.',
    ]);
  });

  test('reports a missing path that is answered with the start page', async () => {
    const findings = await findingsOf(({ status }) => (status === 404 ? { status: 200 } : {}));
    expect(findings.join('\n')).toContain('is answered with 200 instead of 404');
    expect(findings.join('\n')).toContain('is served, and must not be.');
  });
});

describe('the sentences of the report', () => {
  test('combine what all paths have in common', async () => {
    const findings = await findingsOf(({ headers: { 'Referrer-Policy': _, ...headers } }) => ({ headers }));
    expect(findings[0]).toMatch(
      /^Each of \d+ paths \(such as .*\) lacks Referrer-Policy\. See "Hosts" in src\/README\.md\.$/,
    );
  });

  test('contain no control characters from the host', async () => {
    const findings = await findingsOf(at('/', () => ({ status: 301, headers: { Location: '/\u009b2J' } })));
    expect(findings[0]).toContain('leads to "/�2J"');
  });

  test('mention headers that make browsers report to others', async () => {
    const host = await startTestHost(build, ({ headers }) => ({ headers: { ...headers, NEL: '{}' } }));
    const { findings, notes } = await compareHost(build, host, QUICK_OPTIONS);
    expect([findings, notes]).toEqual([[], ['The host has browsers report errors: "NEL".']]);
  });
});
