import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a host in front of `answer` that responds with a cacheable 404 to `missing` paths. */
export async function hosting(answer: Answer) {
  const host = { answer, missing: new Set<string>(), origin: '' };
  const server = createServer((request, response) => {
    const path = request.url?.replace(/[?#].*$/, '') ?? '';
    if (!host.missing.has(path)) return host.answer(request, response);
    return response.writeHead(404, { 'cache-control': 'public, max-age=31536000, immutable' }).end();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  host.origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return host;
}
