import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.html': 'text/html; charset=utf-8',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml',
};
const COMPRESSED = /^(text|application)\/|svg/;
/** The level that servers usually use to compress on request. The highest would be slow. */
const EFFORT = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

function decoded(path: string) {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Returns a path as the value of a header. Two slashes at the start would name another host. */
const written = (path: string) => encodeURI(path.replace(/^[/\\]+/, '/'));

function once<T>(make: () => T) {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** Reads a `_headers` file: the header fields that apply to `path`. */
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
 * Serves the built site as a static host does: with its `_headers`, brotli, and `404.html` with status 404. Reads all
 * files at the start, so that a later build does not change what is served. `https` says that a proxy adds https.
 */
export function serveBuild(dist: string, { https = false } = {}) {
  const names = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = names.map((entry) => join(entry.parentPath, entry.name).slice(dist.length).replaceAll('\\', '/'));
  const headers = readFileSync(join(dist, '_headers'), 'utf8');
  const site = new Map(
    paths
      .filter((path) => path !== '/_headers')
      .map((path) => {
        const body = readFileSync(join(dist, path));
        const type = TYPES[extname(path)] ?? 'application/octet-stream';
        return [
          path,
          { body, type, small: COMPRESSED.test(type) ? once(() => brotliCompressSync(body, EFFORT)) : null },
        ];
      }),
  );

  return (request: IncomingMessage, response: ServerResponse) => {
    const path = decoded((request.url ?? '/').replace(/[?#].*$/, ''));
    const found = site.get(path.endsWith('/') ? `${path}index.html` : path);
    // The page for missing paths is that of the language.
    const file = found ?? site.get(`${/^\/[^/]+(?=\/)/.exec(path)?.[0] ?? ''}/404.html`) ?? site.get('/404.html');
    const fields = headersOf(headers, path);
    // This machine serves no https to upgrade to.
    const policy = https ? null : fields['Content-Security-Policy']?.replace(/; upgrade-insecure-requests/, '');
    for (const [name, value] of Object.entries(fields)) response.setHeader(name, value);
    if (policy) response.setHeader('Content-Security-Policy', policy);
    if (!fields['Cache-Control']) response.setHeader('Cache-Control', found ? 'no-cache' : 'no-store');

    if (!['GET', 'HEAD'].includes(request.method ?? '')) {
      response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    } else if (path.endsWith('/index.html')) {
      response.writeHead(301, { Location: written(path.slice(0, -'index.html'.length)) }).end();
    } else if (site.has(`${path}/index.html`)) {
      response.writeHead(301, { Location: written(`${path}/`) }).end();
    } else if (!file) {
      response.writeHead(404).end();
    } else {
      const small = /\bbr\b/.test(request.headers['accept-encoding'] ?? '') ? file.small?.() : null;
      const body = small ?? file.body;
      response.writeHead(found && !path.endsWith('/404.html') ? 200 : 404, {
        'Content-Type': file.type,
        'Content-Length': body.length,
        Vary: 'Accept-Encoding',
        ...(small && { 'Content-Encoding': 'br' }),
      });
      response.end(request.method === 'HEAD' ? undefined : body);
    }
  };
}
