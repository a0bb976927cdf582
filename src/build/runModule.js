import { needReady } from './ready.js';

/** Leaves the libraries of the page as they are, because no browser asks this server for them. */
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
 * @param {{ port?: number, mode?: string }} options the port that must be free, and Vite's mode
 */
export async function runModule(path, use, { port, mode } = {}) {
  await needReady(port);
  const { createServer } = await import('vite');
  const vite = await createServer({
    mode,
    plugins: [bundleNoLibraries],
    server: { middlewareMode: true, ws: false },
    appType: 'custom',
    logLevel: 'error',
  });
  await use(await vite.ssrLoadModule(path));
  await vite.close();
}
