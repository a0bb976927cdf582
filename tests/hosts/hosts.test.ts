import { chmodSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { KNOWN_LANGUAGES } from '#domain/language';
import { readBuild } from '#trust/build';
import { compareHost } from '#trust/host';
import { buildSite, DIST } from '../support/build.ts';
import { buildSmallSite } from '../trust/site.ts';
import { installedWebServers, missingWebServerNames, startWebServer } from './servers.ts';

const OPTIONS = { time: 15_000, pause: 0 };

const small = buildSmallSite();
// Apache's workers run as another user, who must be able to read this folder.
chmodSync(small.folder, 0o755);
afterAll(small.remove);

const folder = `${DIST}-hosts`;
await buildSite(folder, { VITE_LANGUAGES: Object.keys(KNOWN_LANGUAGES).join() });
const real = readBuild(folder);

const siteOf = ({ folder: path, build }: Pick<typeof small, 'folder' | 'build'>) => ({
  folder: path,
  headers: build.integrity.headers,
  paths: Object.keys(build.integrity.hashes),
});

if (missingWebServerNames.length) console.info(`Not installed, so not tested: ${missingWebServerNames.join(', ')}.`);

test('at least one web server for these tests is installed', () => expect(installedWebServers).not.toEqual([]));

describe.each(installedWebServers)('$name, with the configuration of `npm run hosts`', (host) => {
  test('serves the built site so that verify finds no difference', async () => {
    const { origin, close } = await startWebServer(host, siteOf({ folder, build: real }));
    const { findings, notes } = await compareHost(real, origin, OPTIONS);
    await close();
    expect([findings, notes]).toEqual([[], []]);
  });

  test('serves a site with folders for languages so that verify finds no difference', async () => {
    const { origin, close } = await startWebServer(host, siteOf(small));
    const { findings } = await compareHost(small.build, origin, OPTIONS);
    const folderWithoutSlash = await fetch(new URL('/ar', origin), { redirect: 'manual' });
    await close();
    expect(findings).toEqual([]);
    expect(folderWithoutSlash.headers.get('location')).toMatch(/(^|\d)\/ar\/$/);
  });

  test('is reported by verify if its configuration has a fault', async () => {
    const { from, to, sentence } = host.fault;
    const { origin, close } = await startWebServer(host, siteOf(small), (text) => {
      expect(text).toMatch(from);
      return text.replace(from, to);
    });
    const { findings } = await compareHost(small.build, origin, OPTIONS);
    await close();
    expect(findings.join('\n')).toMatch(sentence);
  });
});
