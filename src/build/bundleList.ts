import { basename, join, resolve } from 'node:path';

/**
 * Returns the folder for files of the build into `out` that are not served. Each `out` has its own folder, so that two
 * builds can run at once.
 */
export const buildFolderOf = (out: string) => resolve('node_modules/.cache/site', `${basename(out)}.build`);

/** Returns the path of the list of all modules in a build into `out`, which the tests of the byte budget read. */
export const bundleListPath = (out: string) => join(buildFolderOf(out), 'bundle.json');

/** A script of the built site, with its imports as file names. */
export interface BundledFile {
  file: string;
  entry: boolean;
  imports: string[];
  dynamicImports: string[];
  /** Bytes before minification, by module. */
  modules: Record<string, number>;
}
