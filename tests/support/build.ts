import { execFile, fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { serveBuild } from '#build/preview';
import { addScriptIntegrity } from '#build/scriptIntegrity';
import { listenOnFreePort } from './listen.ts';

const run = promisify(execFile);

/** The folder of the test build. `dist` stays free for the operator's build. */
export const DIST = resolve('node_modules/.cache/site/dist');
/** The folder of a build without sign-in, for tests of what comes before signing in. */
export const DIST_WITHOUT_SIGN_IN = `${DIST}-open`;

/** Returns the environment of a build with `variables`, without the test runner's `NODE_ENV` and `VITEST`. */
export function createBuildEnvironment(variables: Record<string, string>) {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  return { ...env, ...variables, NODE_ENV: 'production', NO_COLOR: '1' };
}

/** Builds the site for production into `dist`, as on the command line. Rejects with the output of a failed build. */
export async function buildSite(dist: string, variables: Record<string, string>, mode = 'production') {
  const vite = resolve('node_modules/vite/bin/vite.js');
  const { stdout, stderr } = await run(
    process.execPath,
    [vite, 'build', '--mode', mode, '--outDir', dist, '--emptyOutDir'],
    {
      env: createBuildEnvironment(variables),
    },
  );
  return stdout + stderr;
}

/** Serves the build in `dist` on a free local port, with its production headers. Requests wait for `built`. */
export async function serveSite(dist = DIST, built?: Promise<unknown>) {
  const site = built ? built.then(() => serveBuild(dist)) : Promise.resolve(serveBuild(dist));
  // A failed build must not end the process. The server below reports the error to each request.
  site.catch(() => {});
  const server = createServer((request, response) => {
    site.then(
      (answer) => answer(request, response),
      () => response.destroy(),
    );
  });
  const { port, close } = await listenOnFreePort(server);
  return { origin: `http://localhost:${port}`, close };
}

/**
 * Starts a server that builds sites one after another, and each site once. It first builds the sites in `first`, by
 * folder. A POST with variables responds with the folder of their site. A GET waits until the first sites are built.
 */
export async function startBuilder(first: Record<string, Record<string, string>>) {
  const builder = fork('tests/support/builder.js', { env: createBuildEnvironment({}), execArgv: [] });
  const waiting = new Map<string, (failure?: string) => void>();
  builder.on('message', ({ dist, failure }: { dist: string; failure?: string }) => waiting.get(dist)?.(failure));
  builder.on('exit', () => {
    for (const tell of waiting.values()) tell('The builder is gone.');
  });
  /** Builds the site of `variables` into `dist`. Rejects with the error of the build. */
  const build = (dist: string, variables: Record<string, string> = {}) =>
    new Promise<string>((built, failed) => {
      waiting.set(dist, (failure) => (failure ? failed(new Error(failure)) : built(dist)));
      builder.send({ dist, variables });
    });

  const built = Promise.all(Object.entries(first).map(([dist, variables]) => build(dist, variables)));
  const others = new Map<string, Promise<string>>();
  const find = (asked: string) => {
    const dist = `${DIST}-${createHash('sha256').update(asked).digest('hex').slice(0, 12)}`;
    if (!others.has(asked)) others.set(asked, build(dist, JSON.parse(asked)));
    return others.get(asked)!;
  };
  const { port, close } = await listenOnFreePort(
    createServer(async (request, response) => {
      const asked = await text(request);
      await (asked ? find(asked) : built.then(() => '')).then(
        (dist) => response.end(dist),
        (error) => response.writeHead(500).end(String(error)),
      );
    }),
  );
  return {
    url: `http://127.0.0.1:${port}`,
    built,
    close: () => {
      close();
      builder.kill();
    },
  };
}

/** Updates the hashes of changed scripts in the pages of a build and in `_headers`. */
function refreshIntegrity(dist: string) {
  const file = join(dist, '_headers');
  const headers = readFileSync(file, 'utf8');
  const [policy = ''] = /default-src .*/.exec(headers) ?? [];
  writeFileSync(
    file,
    headers.replace(policy, () => addScriptIntegrity(dist, policy)),
  );
}

/** Replaces each text in `olds` by the text at the same index in `news`, in built scripts, HTML and headers. */
export function replaceInSite(dist: string, olds: readonly string[], news: readonly string[]) {
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    if (!/\.(js|html)$|_headers$/.test(name)) continue;
    const before = readFileSync(join(dist, name), 'utf8');
    const after = olds.reduce((text, old, i) => text.replaceAll(old, news[i] ?? old), before);
    if (after !== before) writeFileSync(join(dist, name), after);
  }
  refreshIntegrity(dist);
}

/** Copies a build and its report, and replaces each text in `olds` by the text at the same index in `news`. */
export function copySite(from: string, to: string, olds: readonly string[], news: readonly string[]) {
  for (const [source, target] of [
    [from, to],
    [`${from}.build`, `${to}.build`],
  ] as const) {
    rmSync(target, { recursive: true, force: true });
    cpSync(source, target, { recursive: true });
  }
  replaceInSite(to, olds, news);
}
