import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { writeIntegrity } from '#build/integrity';
import { createHeaders, createPolicy, formatHeadersFile } from '#build/policy';
import { readBuild } from '#trust/build';
import type { ComparedBuild } from '#trust/compare';
import { findHeadersFor } from '#trust/headers';
import { listenOnFreePort } from '../support/listen.ts';

const COMMIT = 'a1b2c3d4'.repeat(5);

const SITE = {
  'index.html': '<!doctype html><title>Home</title><script type="module" src="/assets/a.js"></script><p>Hello</p>',
  '404.html': '<!doctype html><title>Missing</title>',
  'ar/index.html': '<!doctype html><title>سلام</title>',
  'ar/404.html': '<!doctype html><title>لا</title>',
  'assets/a.js': 'export const a = 1;\n',
  'manifest.json': '{}',
};

/** Writes a site of a few files into a new folder, as a build does. */
export function buildSmallSite() {
  const folder = mkdtempSync(join(tmpdir(), 'trust-'));
  const policy = createPolicy({ styles: ['a{}'], scripts: ['b()'], hosts: ['https://node.example.com'] });
  const headers = createHeaders({
    policy,
    httpsOnly: 'preload',
    open: ['/manifest.json'],
    files: { assets: ['a.js'], wallets: [] },
    pages: { '/': 'en', '/ar/': 'ar' },
  });
  for (const [path, text] of Object.entries({ ...SITE, _headers: formatHeadersFile(headers) })) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  writeIntegrity(folder, { commit: COMMIT, date: '2026-11-28', values: { VITE_SIGN_IN: 'off' }, headers });
  return { folder, build: readBuild(folder), remove: () => rmSync(folder, { recursive: true }) };
}

/** The response of a host before its encoding. A header with several values is sent several times. */
export interface ServedResponse {
  path: string;
  status: number;
  headers: Record<string, string | string[]>;
  body: Buffer;
  request: IncomingMessage;
  response: ServerResponse;
}

const TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  json: 'application/json',
};

/** Returns the answer of a correct host. */
function answerOf(build: ComparedBuild, path: string) {
  const { integrity, contents, list } = build;
  const content = path === '/integrity.json' ? list : contents.get(path);
  const found = content && !path.endsWith('/404.html');
  // The page for a missing path is that of its first folder, or of the root.
  const missing = contents.get(`/${path.split('/')[1]}/404.html`) ?? contents.get('/404.html');
  const type = found && !path.endsWith('/') ? TYPES[path.replace(/.*\./, '')] : TYPES.html;
  return {
    status: found ? 200 : 404,
    headers: {
      'Cache-Control': found ? 'no-cache' : 'no-store',
      ...findHeadersFor(integrity.headers, path),
      'Content-Type': type ?? '',
    } as ServedResponse['headers'],
    body: found ? content : (missing ?? Buffer.from('Missing')),
  };
}

const FAST = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };

/** Returns the changed parts of a response, or null if it has sent the response itself. */
export type ResponseChange = (served: ServedResponse) => Partial<ServedResponse> | null;

/**
 * Starts a host that serves `build`. `change` may change each response, or send it itself and return null. `tls` makes
 * it an https host.
 */
export async function startTestHost(
  build: ComparedBuild,
  change: ResponseChange = () => ({}),
  tls?: { key: string; cert: string },
) {
  const respond = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '/';
    const answer = { path, request, response, ...answerOf(build, path) };
    const changed = change(answer);
    if (!changed) return;
    const { status, headers, body } = { ...answer, ...changed };
    const wanted = String(request.headers['accept-encoding']);
    const encoding = /\bbr\b/.test(wanted) ? 'br' : /gzip/.test(wanted) ? 'gzip' : '';
    const encoded = encoding === 'br' ? brotliCompressSync(body, FAST) : encoding ? gzipSync(body) : body;
    response.writeHead(status, { ...headers, ...(encoding && { 'Content-Encoding': encoding }) });
    response.end(request.method === 'HEAD' ? undefined : encoded);
  };
  const server = tls ? createSecureServer(tls, respond) : createServer(respond);
  const { port, close } = await listenOnFreePort(server);
  onTestFinished(close);
  return new URL(`http${tls ? 's' : ''}://localhost:${port}`);
}

/** Options that compare without pauses, and leave a busy computer enough time to answer. */
export const QUICK_VERIFY_OPTIONS = { time: 15_000, pause: 0 };
