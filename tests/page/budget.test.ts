import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { type BundledFile, bundleOf } from '#build/plugin';
import { DIST } from '../support/build.ts';

const bundle: BundledFile[] = JSON.parse(readFileSync(bundleOf(DIST), 'utf8'));
const read = (file: string) => readFileSync(join(DIST, file));
const weigh = (file: string) => brotliCompressSync(read(file)).length;

/** The package that a module belongs to, or its own path. */
const ownerOf = (module: string) =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(module)?.[1] ?? module.replace(`${process.cwd()}/`, '');

/** Everything that a browser fetches with the file, the file included. */
function withImports(name: string, seen = new Set<string>()): BundledFile[] {
  const file = bundle.find((one) => one.file === name);
  if (!file || seen.has(name)) return [];
  seen.add(name);
  return [file, ...file.imports.flatMap((other) => withImports(other, seen))];
}

/** Ours, and the packages that are worth their bytes to every visitor. */
const KNOWN =
  /^(index\.html|(src|machines)\/.*|\0.*|react|react-dom|scheduler|use-sync-external-store|use-isomorphic-layout-effect|xstate|@xstate\/react|@emotion\/[\w-]+|stylis|@babel\/runtime)$/;

/** The landing half: what every visitor downloads. */
const landing = bundle.filter(({ entry }) => entry).flatMap(({ file }) => withImports(file));
const html = read('index.html').toString();

describe('the byte budget of the landing half (brotli)', () => {
  test('the HTML with its styles fits the first flight: 14 kB', () => {
    expect(weigh('index.html')).toBeLessThanOrEqual(14_000);
  });

  test('all of its JavaScript: 90 kB', () => {
    const weight = landing.reduce((sum, { file }) => sum + weigh(file), 0);
    const shares = new Map<string, number>();
    for (const [module, bytes] of landing.flatMap(({ modules }) => Object.entries(modules)))
      shares.set(ownerOf(module), (shares.get(ownerOf(module)) ?? 0) + bytes);
    const largest = [...shares].sort(([, a], [, b]) => b - a).slice(0, 12);
    const listed = largest.map(([owner, bytes]) => `  ${owner}: ${bytes}`).join('\n');
    console.info(`landing half: ${weight} bytes of JavaScript (brotli)`);
    expect(weight, `The landing half has become too heavy. Its parts, before minification:\n${listed}`).toBeLessThan(
      90_000,
    );
  });

  test('nothing of a wallet, of the tests or of the inspector is in it', () => {
    const owners = landing.flatMap(({ modules }) => Object.keys(modules).map(ownerOf));
    const strangers = owners.filter((owner) => !KNOWN.test(owner));
    expect([...new Set(strangers)]).toEqual([]);
    const everything = bundle.flatMap(({ modules }) => Object.keys(modules).map(ownerOf));
    expect(everything.filter((owner) => /^@statelyai|^@xstate\/test|inspector/.test(owner))).toEqual([]);
  });

  test('the web font: 25 kB', () => {
    const fonts = [...html.matchAll(/\/assets\/[\w.-]+\.woff2/g)].map(([name]) => name);
    expect(new Set(fonts).size).toBe(1);
    expect(read(fonts[0] ?? '').length).toBeLessThanOrEqual(25_000);
    expect(html).toContain('font-display:swap');
  });

  test('no script blocks the page, and no style is fetched', () => {
    const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual(['<script type="application/ld+json">', '<script type="module">']);
    expect(html).not.toMatch(/rel="stylesheet"|rel="modulepreload"/);
  });
});
