import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveBuild } from '#build/preview';
import { bundle } from '../bundle';
import { listenOnPort } from '../listen';
import { pageOf, policyOf } from '../page';
import { readAllowed } from './origins';
import { passOn } from './pass';
import { inspectorStyle } from './style';

/** Builds the page of the inspector into the folder `out`. */
async function writeInspector(out: string, own: readonly string[], allowed: readonly string[]) {
  await bundle(['inspector/watch.tsx'], out);
  const policy = policyOf(own.map((origin) => origin.replace(/^http/, 'ws')).join(' '), 'layout');
  const page = {
    title: 'Inspector',
    policy,
    script: 'watch.js',
    style: 'inspector.css',
    body: `<div id="inspector" data-allowed="${allowed.join(' ')}"></div>`,
  };
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'index.html'), pageOf(page));
  writeFileSync(join(out, 'inspector.css'), inspectorStyle);
  // Apps of this machine may show it in a frame.
  const frames = ["'self' http://localhost:* http://127.0.0.1:*", ...allowed].join(' ');
  writeFileSync(
    join(out, '_headers'),
    `/*\n  Content-Security-Policy: ${policy}; frame-ancestors ${frames}\n  X-Content-Type-Options: nosniff\n`,
  );
}

/** Reads the origins that the command line allows. Ends the process with a sentence if it can't be read. */
function readArguments(): string[] {
  const fail = (sentence: string) => {
    console.warn(sentence);
    process.exit(1);
  };
  try {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: { allow: { type: 'string', multiple: true } },
    });
    const allowed = readAllowed(values.allow ?? []);
    return typeof allowed === 'string' ? fail(allowed) : allowed;
  } catch (error) {
    return fail((error as Error).message);
  }
}

/** Serves the inspector, and passes the messages of apps on to its pages. */
export async function show() {
  const allowed = readArguments();
  let answer: ReturnType<typeof serveBuild> = (_, response) => response.writeHead(503, { 'Retry-After': '2' }).end();
  const server = createServer((request, response) => answer(request, response));
  const origin = await listenOnPort(server, 4176);
  const own = [origin, origin.replace('localhost', '127.0.0.1')];
  const out = resolve(`node_modules/.cache/inspector-${process.pid}`);
  await writeInspector(out, own, allowed);
  answer = serveBuild(out);
  rmSync(out, { recursive: true });
  passOn(server, { own, allowed, warn: (sentence) => console.warn(sentence) });
  console.info(`The inspector runs at ${origin}. Apps send to ${origin.replace(/^http/, 'ws')}. Ctrl-C ends it.`);
}
