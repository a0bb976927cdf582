import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { readBuild } from '#trust/build';
import { compareHost } from '#trust/host';
import { copySite, DIST, serveSite } from '../support/build.ts';
import { hostOf, missingFileFor } from '../trust/site.ts';

const build = readBuild(DIST);
const { hashes, headers } = build.integrity;
const OPTIONS = { time: 15_000, pause: 0 };

describe('npm run verify against the built site', () => {
  test('finds no difference on the preview server', async () => {
    const { findings, notes } = await compareHost(build, new URL(inject('origin')), OPTIONS);
    expect([findings, notes]).toEqual([[], []]);
  });

  test('names the difference of a preview server whose files were changed', async () => {
    const dist = `${DIST}-verify`;
    copySite(DIST, dist, [], []);
    const change = (file: string, from: RegExp, to: string) => {
      const text = readFileSync(join(dist, file), 'utf8');
      expect(text).toMatch(from);
      writeFileSync(join(dist, file), text.replace(from, to));
    };
    change('_headers', /\n {2}X-Content-Type-Options.*/, '');
    change('licenses.txt', /MIT/, 'MIX');
    const { origin, close } = await serveSite(dist);
    onTestFinished(() => void close());
    const { findings } = await compareHost(build, new URL(origin), OPTIONS);
    expect(findings.join('\n')).toMatch(/lacks? X-Content-Type-Options/);
    expect(findings.join('\n')).toContain('/licenses.txt is not that of the build');
  });

  test('names each file in which one bit is flipped', async () => {
    // Flips another byte in each file, because equal findings are combined.
    let flipped = 0;
    const places = new Map(Object.keys(hashes).map((path) => [path, flipped++]));
    const host = await hostOf(build, ({ path, status, body }) => {
      const place = places.get(status === 404 ? missingFileFor(build, path) : path);
      if (place === undefined) return {};
      const copy = Buffer.from(body);
      copy[place]! ^= 1;
      return { body: copy };
    });
    const { findings } = await compareHost(build, host, OPTIONS);
    const unnamed = Object.keys(hashes).filter(
      (path) =>
        !path.endsWith('/404.html') && !findings.some((finding) => finding.startsWith(`${path} is not that of`)),
    );
    expect(unnamed).toEqual([]);
    for (const path of Object.keys(hashes).filter((file) => file.endsWith('/404.html')))
      expect(findings.join('\n')).toContain(`${path.replace('404.html', 'nowhere-')}`);
  });

  test.each(Object.keys(headers['/*'] ?? {}))(
    'names all paths if the header %s is missing, changed or sent twice',
    async (name) => {
      const hosts = await Promise.all([
        hostOf(build, ({ headers: { [name]: _, ...kept } }) => ({ headers: kept })),
        hostOf(build, (served) => ({ headers: { ...served.headers, [name]: 'other' } })),
        hostOf(build, ({ headers: sent }) => ({
          headers: { ...sent, [name]: [String(sent[name]), String(sent[name])] },
        })),
      ]);
      for (const host of hosts) {
        const { findings } = await compareHost(
          { ...build, integrity: { ...build.integrity, hashes: few } },
          host,
          OPTIONS,
        );
        expect(findings.some((finding) => /^Each of \d+ paths/.test(finding) && finding.includes(name))).toBe(true);
      }
    },
  );
});

/** Enough files of each kind, so that each header is compared quickly. */
const few = Object.fromEntries(
  Object.entries(hashes).filter(([path], i) => i % 9 === 0 || path.endsWith('/') || path === '/404.html'),
);
