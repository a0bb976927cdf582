import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  integrity?: string;
  resolved?: string;
}

const REGISTRY = 'https://registry.npmjs.org/';

/** The packages of this project, and of the oldest browser, which only CI installs. */
const LOCK_FILES = ['package-lock.json', 'tests/browsers/oldest/package-lock.json'];

test.each(LOCK_FILES)('each package of %s comes from the npm registry and has a checksum', (file) => {
  const { packages } = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> };
  const { '': _, ...installed } = packages;
  const odd = Object.entries(installed).filter(
    ([, { integrity = '', resolved = REGISTRY }]) => !integrity.startsWith('sha512-') || !resolved.startsWith(REGISTRY),
  );
  expect(Object.keys(installed)).not.toEqual([]);
  expect(odd.map(([path]) => path)).toEqual([]);
});
