import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Entry {
  integrity?: string;
  resolved?: string;
}

const REGISTRY = 'https://registry.npmjs.org/';

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Entry> };

test('each package of the lock file comes from the npm registry and has a checksum', () => {
  const { '': _, ...installed } = packages;
  const odd = Object.entries(installed).filter(
    ([, { integrity = '', resolved = REGISTRY }]) => !integrity.startsWith('sha512-') || !resolved.startsWith(REGISTRY),
  );
  expect(odd.map(([path]) => path)).toEqual([]);
});
