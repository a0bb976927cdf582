import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';

/**
 * Starts a program as a process in the folder `cwd`, without the test runner's environment. Resolves to the URL that
 * `pattern` finds in the program's output. Rejects with the output if the program ends first.
 */
export async function startProgram(
  args: string[],
  pattern: RegExp,
  variables: Record<string, string> = {},
  cwd: string = process.cwd(),
) {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd, env: { ...env, NO_COLOR: '1', ...variables } });
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

/** Starts Vite's development server on a free port, for this project or a copy of it in `cwd`. */
export const startDevelopmentServer = (cwd?: string) =>
  startProgram(
    [resolve('node_modules/vite/bin/vite.js'), '--host', '127.0.0.1', '--port', '0'],
    /(http:\/\/127\.0\.0\.1:\d+)/,
    cwd ? { SITE_FILE: 'tests/samples/site.ts' } : {},
    cwd,
  );
