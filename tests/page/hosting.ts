import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { listenOnFreePort } from '../support/listen.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a host in front of `answer` that responds with a cacheable 404 to `missing` paths. */
export async function hosting(answer: Answer) {
  const host = { answer, missing: new Set<string>(), origin: '' };
  const server = createServer((request, response) => {
    const path = request.url?.replace(/[?#].*$/, '') ?? '';
    if (!host.missing.has(path)) return host.answer(request, response);
    return response.writeHead(404, { 'cache-control': 'public, max-age=31536000, immutable' }).end();
  });
  host.origin = `http://localhost:${(await listenOnFreePort(server)).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return host;
}
