import { build } from 'vite';
import { envDir, siteFilePath } from '#build/siteFile';
import { standIns } from '#build/standIns';

/** Bundles the server with the operator's values into the file `serve.js` of the folder `out`. It needs only `libsql` besides. */
export async function bundleServer(out: string): Promise<void> {
  await build({
    configFile: false,
    envDir: envDir(),
    logLevel: 'error',
    publicDir: false,
    plugins: [standIns()],
    resolve: { alias: [{ find: '#site', replacement: siteFilePath() }] },
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
