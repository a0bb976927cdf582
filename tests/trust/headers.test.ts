import { afterAll, describe, expect, test } from 'vitest';
import { comparePolicies } from '#trust/headers';
import { compareHost } from '#trust/host';
import { buildSmallSite, QUICK_VERIFY_OPTIONS, startTestHost } from './site';

const { build, remove } = buildSmallSite();
afterAll(remove);

async function findingsWith(path: string, name: string, change: (value: string) => string | string[] | undefined) {
  const host = await startTestHost(build, (served) => {
    if (served.path !== path) return {};
    const { [name]: value, ...headers } = served.headers;
    const changed = change(String(value));
    return { headers: { ...headers, ...(changed !== undefined && { [name]: changed }) } };
  });
  return (await compareHost(build, host, QUICK_VERIFY_OPTIONS)).findings;
}

const each = Object.entries(build.integrity.headers).flatMap(([rule, fields]) =>
  Object.keys(fields).map((name) => [name, rule.replace('/*', '/')] as const),
);

test.each(each)('compareHost() reports header %s at %s if it is missing, doubled or different', async (name, path) => {
  expect((await findingsWith(path, name, () => undefined))[0]).toContain(`${path} lacks ${name}.`);
  expect((await findingsWith(path, name, (value) => [value, value]))[0]).toContain(`${path} has ${name} 2 times.`);
  const findings = await findingsWith(path, name, () => 'max-age=1');
  expect(findings[0]).toContain(`${path} has ${name === 'Content-Security-Policy' ? 'a weaker ' : ''}${name}`);
});

describe('headers that the build does not have', () => {
  test.each([
    ...[
      ['Set-Cookie', 'id=1'],
      ['Link', '<https://evil.example/x.js>; rel=modulepreload'],
      ['Refresh', '0; url=https://evil.example'],
      ['Access-Control-Allow-Origin', '*'],
      ['X-Frame-Options', 'DENY'],
      ['Content-Security-Policy-Report-Only', "default-src 'self'"],
    ].map(([name = '', value = '']) => ['/assets/a.js', name, value, `"${name}: ${value}`]),
    ['/assets/a.js', 'Content-Type', 'text/plain', 'has the Content-Type "text/plain"'],
    ['/', 'Content-Type', 'application/octet-stream', 'has the Content-Type "application/octet-stream"'],
    ['/manifest.json', 'Content-Type', 'text/html', 'has the Content-Type "text/html"'],
    ['/', 'Cache-Control', 'max-age=86400', 'may be kept too long'],
  ])('reports at the path %s the header %s with value %s', async (path = '', name = '', value = '', sentence = '') => {
    expect((await findingsWith(path, name, () => value)).join()).toContain(sentence);
  });

  test('reports a 404 response that caches may keep', async () => {
    const host = await startTestHost(build, ({ status, headers }) =>
      status === 404 ? { headers: { ...headers, 'Cache-Control': 'max-age=31536000' } } : {},
    );
    expect((await compareHost(build, host, QUICK_VERIFY_OPTIONS)).findings.join()).toContain(
      'may be cached as missing',
    );
  });

  test('accepts a Cache-Control in another order or case, or with no-transform', async () => {
    const control = 'Immutable, no-transform,public, max-age=31536000';
    expect(await findingsWith('/assets/a.js', 'Cache-Control', () => control)).toEqual([]);
  });
});

describe('the comparison of Content-Security-Policies', () => {
  const policy = "default-src 'none'; script-src 'self' 'sha256-a'; frame-ancestors 'self'; upgrade-insecure-requests";
  test.each([
    ['one more source', policy.replace("'sha256-a'", "'sha256-a' 'unsafe-inline'"), ['weaker', "'unsafe-inline'"]],
    ['a missing directive', policy.replace("frame-ancestors 'self'; ", ''), ['weaker', 'frame-ancestors is missing']],
    ['a missing source', policy.replace(" 'sha256-a'", ''), ['stricter', 'script-src does not allow "\'sha256-a\'"']],
    ['one more directive', `${policy}; report-uri https://evil.example`, ['"report-uri" is not the build']],
    ['a directive before its double', `script-src *; ${policy}`, ['script-src also allows "*"', 'stricter']],
  ])('reports a policy with %s', (_, found, parts) => {
    const findings = comparePolicies(policy, found).join('\n');
    for (const part of parts) expect(findings).toContain(part);
  });

  test('accepts the same policy in another order and with other white space', () => {
    const found =
      "upgrade-insecure-requests;script-src  'sha256-a' 'self' ;Default-Src 'none'; frame-ancestors 'self';";
    expect(comparePolicies(policy, found)).toEqual([]);
  });

  test('accepts a policy without upgrade-insecure-requests only on localhost', () => {
    const found = policy.replace('; upgrade-insecure-requests', '');
    expect(comparePolicies(policy, found, true)).toEqual([]);
    expect(comparePolicies(policy, found)).toHaveLength(1);
  });
});
