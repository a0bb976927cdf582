import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';
import { tryDecodeURIComponent } from 'hono/utils/url';
import { readFiles } from './integrity.ts';

/** The level at which servers usually compress a response. The highest level would be slow. */
const EFFORT = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Returns a path for the header `Location`. Two slashes at its start would name another host. */
const written = (path: string) => encodeURI(path.replace(/^[/\\]+/, '/'));

function headersOf(file: string, path: string) {
  const fields: Record<string, string> = {};
  let applies = false;
  for (const line of file.split('\n')) {
    const [, name, value] = /^\s+([\w-]+):\s*(.*)$/.exec(line) ?? [];
    if (name && value && applies) fields[name] = value;
    else if (!name && line.trim()) applies = line.endsWith('*') ? path.startsWith(line.slice(0, -1)) : path === line;
  }
  return fields;
}

/**
 * Serves the built site like a static host: with its `_headers`, brotli, and `404.html` with status 404. Reads all
 * files at the start, so that a later build does not change the served site. `https`: whether a proxy adds https.
 */
export function serveBuild(dist: string, { https = false } = {}) {
  const headers = readFileSync(join(dist, '_headers'), 'utf8');
  const site = new Map<string, { body: Buffer; small?: Buffer }>();
  for (const [path, body] of readFiles(dist)) if (path !== '_headers') site.set(`/${path}`, { body });

  return ({ url = '/', method = '', headers: asked }: IncomingMessage, response: ServerResponse) => {
    const path = tryDecodeURIComponent(url.replace(/[?#].*$/, ''));
    const isFound = site.has(path.endsWith('/') ? `${path}index.html` : path);
    // Prefers the 404 page in the language of the path.
    const missing = [`${/^\/[^/]+(?=\/)/.exec(path)?.[0] ?? ''}/404.html`, '/404.html'];
    const name = [path.endsWith('/') ? `${path}index.html` : path, ...missing].find((one) => site.has(one)) ?? '';
    const file = site.get(name);
    const fields = headersOf(headers, path);
    // Without https, removes `upgrade-insecure-requests`, because browsers would then request the files by https.
    const policy = https ? null : fields['Content-Security-Policy']?.replace(/; upgrade-insecure-requests/, '');
    for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
    if (policy) response.setHeader('Content-Security-Policy', policy);
    if (!fields['Cache-Control']) response.setHeader('Cache-Control', isFound ? 'no-cache' : 'no-store');

    const end = (status: number, more = {}): void => {
      response.writeHead(status, more).end();
    };
    if (!['GET', 'HEAD'].includes(method)) return end(405, { Allow: 'GET, HEAD' });
    const page = /^(.*\/)index\.html$/.exec(path)?.[1] ?? (site.has(`${path}/index.html`) ? `${path}/` : null);
    if (page) return end(301, { Location: written(page) });
    if (!file) return end(404);
    const type = getMimeType(name) ?? 'application/octet-stream';
    const isSmall = /^(text|application)\/|svg/.test(type) && /\bbr\b/.test(asked['accept-encoding'] ?? '');
    if (isSmall) file.small ??= brotliCompressSync(file.body, EFFORT);
    const body = (isSmall && file.small) || file.body;
    response.writeHead(isFound && !path.endsWith('/404.html') ? 200 : 404, {
      'Content-Type': type,
      'Content-Length': body.length,
      Vary: 'Accept-Encoding',
      ...(isSmall && { 'Content-Encoding': 'br' }),
    });
    response.end(method === 'HEAD' ? undefined : body);
  };
}
