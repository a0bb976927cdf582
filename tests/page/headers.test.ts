import { readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { readBuild } from '#trust/build';
import { compareHost } from '#trust/host';
import { DIST } from '../support/build.ts';
import { test } from './visitor/fixtures.ts';

const directives = (policy: string | null) =>
  Object.fromEntries(
    (policy ?? '').split('; ').map((directive) => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ')];
    }),
  );

test('the headers forbid every browser feature that the page does not need', async () => {
  const { headers } = await fetch(inject('origin'));
  const { 'script-src': scripts, 'style-src': styles, ...rest } = directives(headers.get('content-security-policy'));
  expect(rest).toEqual({
    'default-src': "'none'",
    'img-src': "'self' data: https:",
    'font-src': "'self'",
    'connect-src':
      "'self' https://ethereum-rpc.publicnode.com https://eth.drpc.org wss://relay.walletconnect.org https://relay.walletconnect.org",
    'manifest-src': "'self'",
    'frame-src': "'none'",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'self' https://app.safe.global",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
  });
  expect(scripts).toMatch(/^'self'( 'sha256-[\w+/=]{44}'){3,}$/);
  expect(styles).toMatch(/^'self' 'sha256-47DEQpj8HBSa\+\/TImW\+5JCeuQeRkm5NMpJWZG3hSuFU='( 'sha256-[\w+/=]{44}')+$/);
  expect(Object.fromEntries(headers)).toMatchObject({
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'permissions-policy': expect.stringContaining('camera=()'),
  });
});

test('the Content-Security-Policy is also in the HTML, without frame-ancestors', async () => {
  const answer = await fetch(inject('origin'));
  const sent = answer.headers.get('content-security-policy') ?? '';
  const [, inPage = ''] = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"/i.exec(await answer.text())!;
  // The header has hashes for the scripts of all pages, but the HTML only those of its own page.
  const others = [...new Set(sent.match(/ 'sha256-[^']+'/g))].filter((hash) => !inPage.includes(hash));
  const own = others.reduce((policy, hash) => policy.replace(hash, ''), sent);
  expect(inPage.replaceAll('&#39;', "'").replaceAll('&#x27;', "'")).toBe(
    own.replace(" frame-ancestors 'self' https://app.safe.global;", ''),
  );
});

test('assets are cached forever, but neither the HTML nor any 404 response is', async () => {
  const home = await fetch(inject('origin'));
  expect(home.headers.get('cache-control')).toBe('no-cache');
  const script = /\/assets\/[\w-]+\.js/.exec(await home.text())?.[0];
  const asset = await fetch(inject('origin') + script, { headers: { 'accept-encoding': 'br' } });
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(asset.headers.get('content-encoding')).toBe('br');
  for (const path of ['/nowhere', '/assets/gone-12345678.js', '/wallets/gone.svg', '/404.html'])
    expect((await fetch(inject('origin') + path)).headers.get('cache-control'), path).toMatch(/^no-(store|cache)$/);
  const rules = readFileSync(join(DIST, '_headers'), 'utf8');
  expect(rules).not.toMatch(/^\/(assets|wallets)\/\*/m);
  for (const folder of ['assets', 'wallets'])
    for (const name of readdirSync(join(DIST, folder)))
      expect(rules).toContain(`\n/${folder}/${name}\n  Cache-Control: `);
});

test.each([
  ...['/manifest.json', '/icon-180.png'].map((path) => [path, '*', 'cross-origin']),
  ...['/', '/favicon.svg', '/preview.png', '/licenses.txt', '/robots.txt'].map((path) => [path, null, 'same-origin']),
])('the path %s has the allowed origin %s and the resource policy %s (CORS, CORP)', async (path, origin, policy) => {
  const { headers } = await fetch(inject('origin') + path);
  const sent = ['access-control-allow-origin', 'cross-origin-resource-policy'].map((name) => headers.get(name));
  expect(sent).toEqual([origin, policy]);
});

test('the Content-Security-Policy blocks what an injected script tries to do', async ({ visit }) => {
  const visitor = await visit();
  visitor.forgiven.push(/Trusted|trusted-types|script-src|img-src|Evaluating a string/);
  const outcome = await visitor.page.evaluate(async () => {
    // The policy does not apply while Playwright's evaluation runs, so this script continues in a later task.
    await new Promise((later) => setTimeout(later));
    const attempt = (run: () => unknown) => {
      try {
        return `done: ${run()}`;
      } catch (error) {
        return (error as Error).name;
      }
    };
    const script = document.createElement('script');
    return [
      attempt(() => {
        document.body.innerHTML = '<p>new</p>';
      }),
      attempt(() => {
        script.textContent = 'window.injected = true';
      }),
      attempt(() => Reflect.get(window, 'eval')('1 + 1')),
      attempt(() => {
        document.body.append(Object.assign(document.createElement('img'), { src: 'http://127.0.0.1:9/' }));
      }),
    ];
  });
  expect(outcome.slice(0, 3)).toEqual(['TypeError', 'TypeError', 'EvalError']);
  expect(await visitor.page.evaluate(() => Reflect.get(window, 'injected'))).toBeUndefined();
  await expect.poll(() => visitor.complaints.some((one) => one.includes('img-src'))).toBe(true);
});

test('HEAD gets the headers, and any method but GET and HEAD is refused', async () => {
  const origin = inject('origin');
  const head = await fetch(origin, { method: 'HEAD' });
  expect([head.status, (await head.text()).length]).toEqual([200, 0]);
  expect((await fetch(`${origin}/index.html`, { redirect: 'manual' })).status).toBe(301);
  expect((await fetch(`${origin}/_headers`)).status).toBe(404);
  // Node's `request` sends the path unchanged, but `fetch` would remove the `..`.
  const status = await new Promise((resolve) =>
    request(origin, { path: '/../../../package.json' }, (answer) => resolve(answer.statusCode)).end(),
  );
  expect(status).toBe(404);
});

test('npm run verify finds no difference between the built site and its preview server', async () => {
  const origin = new URL(inject('origin'));
  const { findings, notes } = await compareHost(readBuild(DIST), origin, { time: 15_000, pause: 0 });
  expect([findings, notes]).toEqual([[], []]);
});
