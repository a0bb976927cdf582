import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Alias, build, type Plugin } from 'vite';

/** Options for bundling with Vite. */
export interface BundleOptions {
  plugins?: Plugin[];
  alias?: Alias[];
  /** Imports that are not bundled. */
  external?: RegExp;
}

/**
 * Vite's settings for bundling the production code of libraries. Setting the variable NODE_ENV instead would also
 * affect a development server in the same process.
 */
export const PRODUCTION_SETTINGS = {
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false', 'import.meta.env.PROD': 'true' },
  oxc: { jsx: { development: false, refresh: false } },
  resolve: { conditions: ['module', 'browser', 'production'] },
};

/**
 * Bundles the scripts at the paths `parts` into the folder `out`. Keeps their names, and the other files in the folder.
 */
export async function bundleScripts(parts: readonly string[], out: string, by: BundleOptions = {}): Promise<void> {
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    base: './',
    publicDir: false,
    plugins: [by.plugins, react()],
    ...PRODUCTION_SETTINGS,
    resolve: { ...PRODUCTION_SETTINGS.resolve, alias: by.alias ?? [] },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
      // Compressing all files to report their sizes takes long.
      reportCompressedSize: false,
      rolldownOptions: {
        ...(by.external && { external: by.external }),
        input: parts.map((part) => resolve(part)),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name]-[hash].js' },
      },
    },
  });
}
