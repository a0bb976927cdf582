import { rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { exitUnlessReady } from './ready.js';

/** Turns off the bundling of the page's libraries, because no browser asks this server for them. */
const bundleNoLibraries = {
  name: 'bundle-no-libraries',
  configResolved({ environments }) {
    Object.assign(environments.client.optimizeDeps, { noDiscovery: true, include: [] });
  },
};

/**
 * Loads the module at `path` by Vite, which runs TypeScript on each supported Node, and calls `use` with it.
 *
 * @param {string} path from the root of the project
 * @param {(module: any) => unknown} use
 * @param {{ port?: number, mode?: string, isBundled?: boolean }} options the port that must be free, Vite's mode, and
 * whether all modules are bundled first. A bundle takes less time if they are many, and ignores `vite.config.ts`.
 */
export async function runModule(path, use, { port, mode, isBundled } = {}) {
  await exitUnlessReady(port);
  const vite = await import('vite');
  if (isBundled) return use(await importBundle(vite, path));
  const server = await vite.createServer({
    mode,
    plugins: [bundleNoLibraries],
    server: { middlewareMode: true, ws: false },
    appType: 'custom',
    logLevel: 'error',
  });
  await use(await server.ssrLoadModule(path));
  await server.close();
}

/** Bundles the module at `path` and all that it imports into one file, and imports that. */
async function importBundle({ build }, path) {
  const site = process.env.SITE_FILE;
  const outDir = resolve(`node_modules/.cache/run-${process.pid}`);
  await build({
    configFile: false,
    // Uses the `.env` files only for `src/site.ts`, and not for another site's file.
    envDir: site ? false : '.',
    mode: 'development',
    publicDir: false,
    logLevel: 'error',
    resolve: { alias: [{ find: '#site', replacement: resolve(site || 'src/site.ts') }] },
    // Bundles viem as well, because Node would otherwise load hundreds of small files.
    ssr: { noExternal: [/^viem(\/|$)/] },
    build: {
      ssr: true,
      outDir,
      target: 'node20',
      minify: false,
      rolldownOptions: { input: `.${path}`, output: { entryFileNames: 'start.js', codeSplitting: false } },
    },
  });
  return import(pathToFileURL(`${outDir}/start.js`).href).finally(() => rmSync(outDir, { recursive: true }));
}
