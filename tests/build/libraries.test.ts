import { expect, test } from 'vitest';
import { pageLibraries } from '../../src/build/libraries';
import { findImportedModules } from '../support/sources';

// In development, the panel around the frame is built apart, and `shell.ts` is not loaded.
const isLeft = (file: string) => file === 'src/tools/shell.ts';

test('the development server bundles at its start all libraries that the page imports', () => {
  const { files, packages } = findImportedModules(['src/main.tsx', 'tests/samples/worlds.ts'], isLeft);
  expect(files).toContain('src/views/wallet/Connect.tsx');
  expect(packages.sort()).toEqual(pageLibraries);
});
