import { readdirSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** Answers requests to Node's HTTP server. */
export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Reads all files in `folder`, and returns a handler that serves them from memory. `more` contains further files by
 * path. `headers` are added to each response.
 */
export function createFileHandler(
  folder: string,
  headers: Record<string, string>,
  more: Record<string, string> = {},
): RequestHandler {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const files = new Map(
    names.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const type = TYPES[extname(path)] ?? 'application/octet-stream';
      return [path.slice(folder.length).replaceAll('\\', '/'), { body: readFileSync(path), type }];
    }),
  );
  for (const [path, text] of Object.entries(more))
    files.set(path, { body: Buffer.from(text), type: TYPES[extname(path)]! });
  return (request, response) => {
    const path = (request.url ?? '/').replace(/[?#].*$/, '');
    const found = files.get(path === '/' ? '/index.html' : path);
    const file = found ?? files.get('/404.html');
    if (!['GET', 'HEAD'].includes(request.method ?? ''))
      return void response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    if (!file) return void response.writeHead(404).end();
    response.writeHead(found ? 200 : 404, {
      'Cache-Control': 'no-cache',
      ...headers,
      'Content-Type': file.type,
      'Content-Length': file.body.length,
    });
    response.end(request.method === 'HEAD' ? undefined : file.body);
  };
}
