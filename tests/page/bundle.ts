import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { type BundledFile, bundleListPathOf } from '#build/bundle';

/** Returns the scripts of the build in `dist`, with the size of each module. */
export const bundledFiles = (dist: string): BundledFile[] => JSON.parse(readFileSync(bundleListPathOf(dist), 'utf8'));

/** Returns the bundled file that contains the module at the end of this path. */
export const fileWith = (dist: string, module: string) =>
  bundledFiles(dist).find(({ modules }) => Object.keys(modules).some((one) => one.endsWith(module))) ??
  expect.fail(`No file contains ${module}.`);

export const walletBundleOf = (dist: string) => fileWith(dist, '/src/wallet.tsx');
