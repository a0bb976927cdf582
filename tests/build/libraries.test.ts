import { expect, test } from 'vitest';
import { pageLibraries } from '../../src/build/libraries';
import { findImportedModules } from '../support/sources';

// The development server bundles the workbench around the page separately, so the page does not load `shell.ts`.
const isLeft = (file: string) => file === 'src/tools/shell.ts';

test('the development server bundles at its start all libraries that the page imports', () => {
  const { files, packages } = findImportedModules(['src/main.tsx', 'tests/samples/worlds.ts'], isLeft);
  expect(files).toContain('src/views/wallet/Connect.tsx');
  expect(packages.sort()).toEqual(pageLibraries);
});
