import { build } from 'vite';
import { findEnvFolder, findSiteFile } from '#build/siteFile';
import { standInsPlugin } from '#build/standIns';

/**
 * Bundles the server with the operator's values into the file `serve.js` of the folder `out`. The file needs only the
 * package `libsql` to run.
 */
export async function bundleServer(out: string): Promise<void> {
  await build({
    configFile: false,
    envDir: findEnvFolder(),
    logLevel: 'error',
    publicDir: false,
    plugins: [standInsPlugin()],
    resolve: { alias: [{ find: '#site', replacement: findSiteFile() }] },
    ssr: { noExternal: true, external: ['libsql'] },
    build: {
      ssr: 'src/server/serve.ts',
      outDir: out,
      emptyOutDir: true,
      target: 'node20',
      rolldownOptions: { output: { entryFileNames: 'serve.js' } },
    },
  });
}
