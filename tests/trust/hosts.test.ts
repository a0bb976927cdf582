import { readFileSync } from 'node:fs';
import { validate } from 'dockerfile-utils';
import { afterAll, describe, expect, test } from 'vitest';
import { findHeadersFor } from '#trust/headers';
import { generateApacheConfig } from '#trust/hosts/apache';
import { generateCloudflareHeaders } from '#trust/hosts/cloudflare';
import { generateDockerfile } from '#trust/hosts/docker';
import { describeGithubPagesGaps } from '#trust/hosts/githubPages';
import { generateNginxConfig } from '#trust/hosts/nginx';
import { generateVercelConfig } from '#trust/hosts/vercel';
import { buildSmallSite } from './site';

const { build, folder, remove } = buildSmallSite();
afterAll(remove);

const { headers, hashes } = build.integrity;
const site = { folder, name: 'example.com', listen: '80', headers, paths: Object.keys(hashes) };
const paths = [...Object.keys(hashes), '/integrity.json', '/nowhere'];

/** Removes the differences of Cache-Control that are allowed between hosts. */
function plain(fields: Record<string, string>) {
  const { 'Cache-Control': control = 'no-cache', ...others } = fields;
  return { ...others, 'Cache-Control': control.replace(', no-transform', '') };
}

function byVercel(path: string) {
  const rules: { source: string; headers: { key: string; value: string }[] }[] = JSON.parse(
    generateVercelConfig(site),
  ).headers;
  const fields = rules
    .filter(({ source }) => new RegExp(`^${source}$`).test(path))
    .flatMap(({ headers: given }) => given.map(({ key, value }) => [key, value] as const));
  return Object.fromEntries(fields);
}

const cloudflare = generateCloudflareHeaders(site);

/** Parses the `_headers` file like Cloudflare: values are joined, and `!` removes a header. */
function byCloudflare(path: string) {
  const fields = new Map<string, string>();
  let applies = false;
  for (const line of cloudflare.split('\n')) {
    const [, away] = /^ {2}! (\S+)$/.exec(line) ?? [];
    const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
    if (/^\//.test(line)) applies = line === '/*' || line === path;
    else if (away && applies) fields.delete(away);
    else if (name && applies) fields.set(name, [fields.get(name) ?? [], value].flat().join(', '));
  }
  return plain(Object.fromEntries(fields));
}

test.each(paths)('the files for Vercel and Cloudflare set each header of the path %s once', (path) => {
  const fields = plain(findHeadersFor(headers, path));
  expect([byVercel(path), byCloudflare(path)]).toEqual([fields, fields]);
});

test('the _headers file has no line that is too long for Cloudflare', () => {
  expect(Math.max(...cloudflare.split('\n').map(({ length }) => length))).toBeLessThan(2_000);
  expect(cloudflare).toContain('! Link');
});

describe('the Dockerfile', () => {
  const libsql = JSON.parse(readFileSync('node_modules/libsql/package.json', 'utf8')) as { dependencies: object };
  const text = generateDockerfile(['VITE_SITE_URL']);
  const lines = text.split('\n').filter((line) => line && !line.startsWith('#'));
  const images = lines.filter((line) => line.startsWith('FROM '));

  test('pins each base image by its digest', () => {
    const stages = images.map((image) => / AS (\S+)$/.exec(image)?.[1] ?? 'nginx');
    expect(stages).toEqual(['build', 'build-serve', 'serve', 'nginx']);
    for (const image of images) expect(image).toMatch(/^FROM ([\w./:-]+@sha256:[0-9a-f]{64}|build)( AS [\w-]+)?$/);
  });
  test('runs the sign-in server without root, with all packages that it loads', () => {
    const stage = lines.slice(lines.indexOf(images[2]!), lines.indexOf(images[3]!));
    expect(stage).toContain('USER 1000');
    expect(stage.at(-1)).toBe('CMD ["node", ".server/serve.js"]');
    const health = stage.find((line) => line.startsWith('HEALTHCHECK '))?.replace(/^.* CMD /, '');
    expect(JSON.parse(health ?? '')).toHaveLength(3);
    // The stage contains all packages that `libsql` loads.
    for (const name of Object.keys(libsql.dependencies)) {
      const folder = `node_modules/${name.startsWith('@') ? name.split('/')[0] : 'libsql'}`;
      expect(stage).toContain(`COPY --from=build-serve /site/${folder} ${folder}`);
    }
  });
  test('serves only the build, without root, with a health check without a shell', () => {
    const last = lines.slice(lines.indexOf(images[3]!));
    expect(last.at(-3)).toBe('USER 101');
    expect(last.at(-1)).toMatch(/^HEALTHCHECK .* CMD \[".*"\]$/);
    expect(last.filter((line) => /^(ADD|RUN|COPY (?!--from=build))/.test(line))).toEqual([]);
  });
  test("takes the site's variables as build arguments", () => expect(lines).toContain('ARG VITE_SITE_URL'));
  test('passes the checks of dockerfile-utils', () => expect(validate(text)).toEqual([]));
});

test('the text about GitHub Pages names each header that GitHub Pages cannot send', () => {
  const text = describeGithubPagesGaps(build);
  for (const name of Object.keys(headers['/*']!))
    expect(text).toContain(`/ lacks ${name}. GitHub Pages sends no headers`);
  expect(text).toContain('- /assets/a.js has Cache-Control: "max-age=600"');
});

test('generateNginxConfig() throws for a header value that nginx cannot send', () => {
  expect(() => generateNginxConfig({ ...site, headers: { '/*': { 'X-A': 'a$b' } } })).toThrow("nginx can't send");
});

test.each([
  ['nginx', generateNginxConfig, '"~^(/ar/(index\\.html)?)$" "ar";'],
  // `<Location "/">` would mean all paths.
  ['Apache', generateApacheConfig, '<LocationMatch "^/(index\\.html)?$">\n    Header always set Content-Language "en"'],
])('the %s configuration sends Content-Language only for start pages', (_, write, line) => {
  expect(write(site)).toContain(line);
});
