import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/**
 * Runs a program in a process of its own, as a developer does, until it prints the address that `pattern` captures. The
 * test runner's environment is not passed on. Rejects with what it printed if it ends before.
 */
export async function startProgram(args: string[], pattern: RegExp, variables: Record<string, string> = {}) {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const child = spawn(process.execPath, args, { env: { ...env, NO_COLOR: '1', ...variables } });
  let printed = '';
  const origin = await new Promise<string>((found, failed) => {
    const read = (chunk: Buffer) => {
      printed += chunk;
      const [, address] = pattern.exec(printed) ?? [];
      if (address) found(address);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    once(child, 'exit').then(() => failed(new Error(printed)));
  });
  return { origin, child, stop: () => child.kill() };
}

/** Starts the development server. */
export const startDevelopment = () =>
  startProgram(
    [resolve('node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', '0'],
    /(http:\/\/127\.0\.0\.1:\d+)/,
  );
