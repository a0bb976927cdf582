import { resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { type Alias, build, type Plugin } from 'vite';

/** Settings for the bundler, Vite. */
export interface BundleOptions {
  plugins?: Plugin[];
  alias?: Alias[];
  /** Imports that are not bundled. */
  external?: RegExp;
}

/**
 * Vite's settings for the production code of libraries. The variable NODE_ENV would change whatever else this process
 * does meanwhile, such as serving a page in development.
 */
export const PRODUCTION_SETTINGS = {
  define: { 'process.env.NODE_ENV': '"production"', 'import.meta.env.DEV': 'false', 'import.meta.env.PROD': 'true' },
  oxc: { jsx: { development: false, refresh: false } },
  resolve: { conditions: ['module', 'browser', 'production'] },
};

/**
 * Builds the scripts `parts`, each a path from the root, into the folder `out`, beside what is there. Each keeps its
 * name.
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
