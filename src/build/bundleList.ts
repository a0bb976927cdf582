import { basename, join, resolve } from 'node:path';

/** Returns the folder for files of a build into `out` that are not served. It differs, so builds may run at once. */
export const buildFolderOf = (out: string) => resolve('node_modules/.cache/site', `${basename(out)}.build`);

/** Returns the path of the list of all modules in a build into `out`, which the tests of the byte budget read. */
export const bundleListPath = (out: string) => join(buildFolderOf(out), 'bundle.json');

export interface BundledFile {
  file: string;
  entry: boolean;
  imports: string[];
  dynamicImports: string[];
  /** Bytes before minification, by module. */
  modules: Record<string, number>;
}
