import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { NODE } from './build.ts';

/** Starts the development server in a process of its own, as a developer does: this one has the test runner's environment. */
export async function startDevelopment() {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const vite = resolve('node_modules/vite/bin/vite.js');
  const server = spawn(NODE, [vite, '--host', '127.0.0.1', '--port', '0'], { env: { ...env, NO_COLOR: '1' } });
  let printed = '';
  let port: string | undefined;
  while (!port) {
    const [chunk] = await once(server.stdout, 'data');
    printed += chunk;
    port = /127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
  }
  return { origin: `http://127.0.0.1:${port}`, stop: () => server.kill() };
}
