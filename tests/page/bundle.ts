import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type BundledFile, bundleListPathOf } from '#build/bundle';

/** Returns the scripts of the build in `dist`, with the size of each module. */
export const listBundledFiles = (dist: string): BundledFile[] =>
  JSON.parse(readFileSync(bundleListPathOf(dist), 'utf8'));

/** Returns the bundled file that contains the module at the end of this path. */
export const findFileWithModule = (dist: string, module: string) =>
  listBundledFiles(dist).find(({ modules }) => Object.keys(modules).some((one) => one.endsWith(module))) ??
  expect.fail(`No file contains ${module}.`);

/** Returns the script of the wallet bundle in the build in `dist`. */
export const findWalletBundle = (dist: string) => findFileWithModule(dist, '/src/wallet.tsx');
