import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readElkFiles } from '../serve/elkFiles';
import { createFileHandler, type RequestHandler } from '../serve/files';
import { listenOnPort } from '../serve/listen';
import { toolPageOf, toolPolicyOf } from '../serve/page';
import { parseAllowedOrigins } from './origins';
import { forwardMessages } from './pass';

/** Answers requests with status 503 until the files of the page are there. */
const early: RequestHandler = (_, response) => response.writeHead(503, { 'Retry-After': '2' }).end();

/** Returns the origins that the command line allows, or an error message if the arguments are wrong. */
function readArguments(args: readonly string[]): string[] | string {
  try {
    const { values } = parseArgs({ args: [...args], options: { allow: { type: 'string', multiple: true } } });
    return parseAllowedOrigins(values.allow ?? []);
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns a hash of the page's scripts and of elkjs. Stored layouts are valid only for this code. */
function hashCode(files: string, elk: Record<string, string>): string {
  const hash = createHash('sha256').update(JSON.stringify(elk));
  const scripts = readdirSync(files).filter((name) => name.endsWith('.js'));
  for (const name of scripts.sort()) hash.update(readFileSync(join(files, name)));
  return hash.digest('hex').slice(0, 16);
}

/** Returns a handler that serves the folder `files` and the inspector's page. `own` has the inspector's origins. */
function serveInspector(files: string, own: readonly string[], allowed: readonly string[]) {
  const elk = readElkFiles();
  const policy = toolPolicyOf(own.map((origin) => origin.replace(/^http/, 'ws')).join(' '), 'layout');
  const page = toolPageOf({
    title: 'Inspector',
    policy,
    script: 'watch.js',
    style: 'inspector.css',
    body: `<div id="inspector" data-allowed="${allowed.join(' ')}" data-version="${hashCode(files, elk)}"></div>`,
  });
  // Apps on this computer may show the inspector in a frame.
  const frames = ["'self' http://localhost:* http://127.0.0.1:*", ...allowed].join(' ');
  const headers = {
    'Content-Security-Policy': `${policy}; frame-ancestors ${frames}`,
    'X-Content-Type-Options': 'nosniff',
  };
  return createFileHandler(files, headers, { '/index.html': page, ...elk });
}

/**
 * Starts the inspector with the command line `args`, and passes the messages of apps on to its pages. `load` returns
 * the folder with the page's files.
 */
export async function runInspector(args: readonly string[], load: () => Promise<string>) {
  const allowed = readArguments(args);
  if (typeof allowed === 'string') {
    console.warn(allowed);
    process.exit(1);
  }
  let answer = early;
  const server = createServer((request, response) => answer(request, response));
  const origin = await listenOnPort(server, 4176);
  const own = [origin, origin.replace('localhost', '127.0.0.1')];
  answer = serveInspector(await load(), own, allowed);
  forwardMessages(server, { own, allowed, warn: (sentence) => console.warn(sentence) });
  console.info(`The inspector runs at ${origin}. Apps send to ${origin.replace(/^http/, 'ws')}. Ctrl-C ends it.`);
}
