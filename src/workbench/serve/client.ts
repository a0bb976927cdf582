import { resolve } from 'node:path';
import { build } from 'vite';

/** Writes the client that apps import into the folder `out`, as one file that needs no other. */
export async function buildClient(out: string): Promise<void> {
  await build({
    configFile: false,
    envDir: false,
    logLevel: 'error',
    publicDir: false,
    build: {
      outDir: out,
      emptyOutDir: false,
      target: 'es2022',
      lib: { entry: resolve('src/workbench/client/client.ts'), formats: ['es'], fileName: 'client' },
      // Vite keeps the white space of libraries.
      rolldownOptions: { external: /^[^./]/, output: { minify: true, entryFileNames: 'client.js' } },
    },
  });
}
