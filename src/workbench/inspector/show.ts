import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { serve } from '#build/preview';
import { bundle } from '../bundle';
import { listen } from '../listen';
import { pageOf, policyOf } from '../page';
import { inspectorStyle } from './style';

/** The number of messages that are kept for pages that open later. */
const KEPT = 2_000;

/** Builds the page of the inspector into the folder `out`. */
async function writeInspector(out: string, origin: string) {
  await bundle(['inspector/watch.tsx'], out);
  const policy = policyOf(origin.replace(/^http/, 'ws'));
  const page = {
    title: 'Inspector',
    policy,
    script: 'watch.js',
    style: 'inspector.css',
    body: '<div id="inspector"></div>',
  };
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'index.html'), pageOf(page));
  writeFileSync(join(out, 'inspector.css'), inspectorStyle);
  // Apps of this machine may show it in a frame.
  const frames = "'self' http://localhost:* http://127.0.0.1:*";
  writeFileSync(
    join(out, '_headers'),
    `/*\n  Content-Security-Policy: ${policy}; frame-ancestors ${frames}\n  X-Content-Type-Options: nosniff\n`,
  );
}

/** Serves the inspector, and passes the messages of apps on to its pages. */
export async function show() {
  let answer: ReturnType<typeof serve> = (_, response) => response.writeHead(503, { 'Retry-After': '2' }).end();
  const server = createServer((request, response) => answer(request, response));
  const origin = await listen(server, 4176);
  const out = resolve(`node_modules/.cache/inspector-${process.pid}`);
  await writeInspector(out, origin);
  answer = serve(out);
  rmSync(out, { recursive: true });

  const pages = new Set<WebSocket>();
  const kept: string[] = [];
  let apps = 0;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1e7 });
  const watch = (page: WebSocket) => {
    pages.add(page);
    page.on('close', () => pages.delete(page));
    for (const text of kept) page.send(text);
  };
  const hear = (app: WebSocket) => {
    apps += 1;
    const name = `app ${apps}`;
    const tell = (...said: string[]) => {
      const text = JSON.stringify([name, ...said]);
      if (kept.push(text) > KEPT) kept.shift();
      for (const page of pages) page.send(text);
    };
    app.on('message', (raw) => tell(String(raw)));
    // Without a message, it means that the app has gone.
    app.on('close', () => tell());
  };
  server.on('upgrade', (request, socket, head) => {
    const isPage = request.url === '/pages';
    // Any app may send, but only the inspector's own pages may read.
    if (isPage && request.headers.origin !== origin) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, isPage ? watch : hear);
  });
  console.info(`The inspector runs at ${origin}. Apps send to ${origin.replace(/^http/, 'ws')}. Ctrl-C ends it.`);
}
