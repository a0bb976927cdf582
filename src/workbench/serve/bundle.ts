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
 * Builds the scripts `parts`, each a path from the root, into the folder `out`, beside what is there. Each keeps its
 * name.
 */
export async function bundle(parts: readonly string[], out: string, by: BundleOptions = {}): Promise<void> {
  const { NODE_ENV } = process.env;
  // Bundles the production code of libraries, as the site does.
  process.env.NODE_ENV = 'production';
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    base: './',
    publicDir: false,
    plugins: [by.plugins, react()],
    resolve: { alias: by.alias ?? [] },
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 2_000,
      rolldownOptions: {
        ...(by.external && { external: by.external }),
        input: parts.map((part) => resolve(part)),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared-[name]-[hash].js' },
      },
    },
  });
  if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
}
