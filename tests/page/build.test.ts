import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { createBuilder } from 'vite';
import { afterAll, expect, test } from 'vitest';
import { buildSite, createBuildEnvironment, DIST } from '../support/build.ts';
import { findFreePort } from '../support/listen.ts';

const made: string[] = [];
afterAll(() => {
  // A build writes a report into a second folder, next to its output folder.
  for (const above of made)
    for (const path of [above, `${above}.build`]) rmSync(path, { recursive: true, force: true });
});

const folder = () => {
  const above = mkdtempSync(`${DIST}-trial-`);
  made.push(above);
  return join(above, basename(above));
};

test('PORT sets the port of the preview server', async () => {
  const vite = resolve('node_modules/vite/bin/vite.js');
  const port = await findFreePort();
  const env = createBuildEnvironment({ PORT: String(port) });
  const server = spawn(process.execPath, [vite, 'preview', '--outDir', DIST], { env });
  await once(server.stdout, 'data');
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  server.kill();
});

// tests/site/values.test.ts covers all fields. Here one field shows that the build stops.
test('the build fails if an environment variable is invalid, and names its field', async () => {
  const dist = folder();
  const failure = await buildSite(dist, { VITE_ALPHA_TOTAL: '1000' }).catch((error: Record<string, string>) => error);
  expect(failure).toMatchObject({ code: 1 });
  expect(Object.values(failure).join()).toContain(
    'src/site.ts: allocation.total must not be below allocation.allocated',
  );
  expect(readdirSync(join(dist, '..'))).toEqual([]);
});

test('the build fails if a listed wallet has no icon file, and names the file', async () => {
  const dist = folder();
  const publicDir = join(dist, '..', 'public');
  cpSync('src/public', publicDir, { recursive: true });
  rmSync(join(publicDir, 'wallets'), { recursive: true });
  const builder = await createBuilder({ publicDir, logLevel: 'silent', build: { outDir: dist } });
  await expect(builder.buildApp()).rejects.toThrow(/add src\/public\/wallets\/\w+\.svg/);
  expect(readdirSync(join(dist, '..'))).toEqual(['public']);
});

test('the build applies environment variables, and warns of sample values in use', async () => {
  const dist = folder();
  const printed = await buildSite(dist, {
    VITE_SECRET: 'hunter2',
    VITE_ALPHA_ALLOCATED: ' ',
    VITE_LITEPAPER_URL: 'https://borrow.test/litepaper',
    VITE_TELEGRAM_HANDLE: 'iaborrow_team',
    VITE_SITE_URL: 'https://borrow.test',
    VITE_SECURITY_CONTACT: 'mailto:security@borrow.test',
  });
  const warnings = printed.split('\n').filter((line) => /\bwarn|\(!\)|^\[/i.test(line));
  expect(warnings).toEqual([
    expect.stringContaining('Sample content is in use. See src/site.ts: backer, supporters.'),
    expect.stringContaining('set VITE_WALLETCONNECT_PROJECT_ID.'),
  ]);
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  expect(html).toContain('https://t.me/iaborrow_team?text=');
  expect(html).toContain('<link rel="canonical" href="https://borrow.test/">');
  expect(html).toContain('href="https://borrow.test/litepaper"');
  // A blank variable counts as unset, so the page shows the default amount.
  expect(html).toContain('$77,975');
  // Only variables that src/site.ts names get into the build.
  const scripts = readdirSync(join(dist, 'assets')).map((name) => readFileSync(join(dist, 'assets', name), 'latin1'));
  const list = readFileSync(join(dist, 'integrity.json'), 'utf8');
  expect(list).not.toMatch(/hunter2|VITE_SECRET/);
  expect(JSON.parse(list).values).toMatchObject({ VITE_ALPHA_ALLOCATED: ' ', VITE_SITE_URL: 'https://borrow.test' });
  const security = readFileSync(join(dist, '.well-known/security.txt'), 'utf8');
  expect(security).toContain('Contact: mailto:security@borrow.test\n');
  // The name of this one variable may be in the scripts, because a console message contains it.
  expect(scripts.join().replaceAll('VITE_WALLETCONNECT_PROJECT_ID', '')).not.toMatch(/hunter2|VITE_/);
});
