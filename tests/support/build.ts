import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { serve } from '#build/preview';

const run = promisify(execFile);

/** Where the tests keep their own build, apart from the one in `dist`. */
export const DIST = resolve('node_modules/.cache/site/dist');
/** The same, but that nobody must sign in: for tests of what comes before that. */
export const OPEN = `${DIST}-open`;

/**
 * Builds the site for production into `dist`, in a process of its own: this one has the test runner's
 * environment. `variables` are those of the deployment. Rejects with what the build printed.
 */
export async function buildSite(dist = DIST, variables: Record<string, string> = {}) {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const vite = resolve('node_modules/vite/bin/vite.js');
  const { stdout, stderr } = await run(process.execPath, [vite, 'build', '--outDir', dist, '--emptyOutDir'], {
    env: { ...env, ...variables, NODE_ENV: 'production', NO_COLOR: '1' },
  });
  return stdout + stderr;
}

/** Serves the build in `dist` under its production headers, on a free port of this machine. */
export async function serveSite(dist = DIST) {
  const server = createServer(serve(dist));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}
