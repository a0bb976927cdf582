import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

/** Each worker has its own folder, inside of the project, where the server finds `libsql`. */
const FOLDER = resolve(`node_modules/.cache/server-${process.pid}`);
const BUNDLE = `
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport('/src/server/bundle.ts');
  await module.bundleServer(process.argv[1]);`;

/** Writes a build of three tiny files: two pages and the headers. Returns its folder. */
export function createTinyBuild() {
  const dist = join(FOLDER, 'dist');
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Page</title>');
  writeFileSync(join(dist, '404.html'), '<!doctype html><title>Lost</title>');
  const policy = "Content-Security-Policy: default-src 'none'; upgrade-insecure-requests";
  writeFileSync(join(dist, '_headers'), `/*\n  ${policy}\n`);
  return dist;
}

/** Bundles the server as `npm run serve` does. Returns a function that starts it as a process. */
export async function bundleServerProcess(variables: Record<string, string>) {
  const out = join(FOLDER, 'server');
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const site = { ...env, SITE_FILE: resolve('tests/samples/site.ts'), VITE_AUTH_URL: '/auth', ...variables };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', BUNDLE, out], { env: site });
  const dist = createTinyBuild();

  const start = async (settings: Record<string, string>) => {
    const child = spawn(process.execPath, [join(out, 'serve.js')], {
      env: { PATH: process.env.PATH, DIST: dist, PORT: '0', ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines: string[] = [];
    const reader = createInterface(child.stdout);
    reader.on('line', (line) => lines.push(line));
    while (lines.length < 2) await once(reader, 'line');
    const [origin] = /http:\/\/localhost:\d+/.exec(lines[0] ?? '') ?? [];
    return {
      origin: origin!,
      url: `${origin}/auth`,
      lines: lines as readonly string[],
      end: async (signal: NodeJS.Signals) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const ended = once(child, 'exit');
        child.kill(signal);
        await ended;
      },
    };
  };
  return { start, dist, remove: () => rmSync(FOLDER, { recursive: true, force: true }) };
}
