import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { type WebSocket, WebSocketServer } from 'ws';
import { serve } from '#build/preview';
import { listen } from '../listen';
import { startDoubles } from './doubles';
import type { Message, Question, Said } from './state';
import { writeDemo } from './write';

/** Answers until the site is built. */
const early: ReturnType<typeof serve> = (_, response) => response.writeHead(503, { 'Retry-After': '5' }).end();

/** Builds the site for the doubles of this machine, and serves it with a wallet. Ctrl-C ends all of it. */
export async function show() {
  let answer = early;
  const server = createServer((request, response) => {
    // Outside the demo's frame, the page would have no wallet.
    const isAlone = request.url === '/' && request.headers['sec-fetch-dest'] === 'document';
    if (isAlone) response.writeHead(302, { Location: '/demo.html', 'Cache-Control': 'no-store' }).end();
    else answer(request, response);
  });
  const origin = await listen(server, 4175);
  console.info('Building the site, and starting a chain, a relay, a sign-in server and a phone …');

  const lines = new Set<WebSocket>();
  const say = (said: Said, to: Iterable<WebSocket> = lines) => {
    for (const line of to) line.send(JSON.stringify(said));
  };
  const doubles = await startDoubles({
    change: () => lines.size && say({ state: doubles.state() }),
    news: (news) => say({ news }),
  });
  doubles.allow(origin);
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    for (const line of lines) line.terminate();
    await doubles.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  /** The requests of each open page, which end with it. */
  const asked = new Map<WebSocket, Set<Question>>();
  const withdrawAll = (line: WebSocket) => {
    for (const request of asked.get(line) ?? []) doubles.wallet.withdraw(request);
    asked.delete(line);
  };
  const handle = async (line: WebSocket, request: Question | null) => {
    const requests = asked.get(line) ?? new Set();
    asked.set(line, requests);
    if (request) requests.add(request);
    try {
      return await doubles.wallet.handle(request);
    } finally {
      if (request) requests.delete(request);
    }
  };
  const answerTo = (line: WebSocket, message: Message) => {
    if ('command' in message) return doubles.act(message.command);
    return 'request' in message ? handle(line, message.request) : withdrawAll(line);
  };
  const hear = async (line: WebSocket, message: Message) => {
    const { nth } = message;
    try {
      const value = await answerTo(line, message);
      say({ nth, value }, [line]);
    } catch (error) {
      say({ nth, failure: String(error) }, [line]);
    }
    say({ state: doubles.state() });
  };
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    // Pages of other sites may not use the wallet.
    if (request.headers.origin !== origin) return socket.destroy();
    sockets.handleUpgrade(request, socket, head, (line) => {
      lines.add(line);
      line.on('close', () => {
        lines.delete(line);
        withdrawAll(line);
      });
      line.on('message', (raw) => hear(line, JSON.parse(String(raw))));
      say({ state: doubles.state() }, [line]);
    });
  });

  // The server keeps the files in memory. The folder is unique, so that several demos may run.
  const out = resolve(`node_modules/.cache/demo-${process.pid}`);
  await writeDemo(out, origin, doubles);
  answer = serve(out);
  for (const folder of [out, `${out}.build`]) rmSync(folder, { recursive: true, force: true });
  console.info(`The demo runs at ${origin}. Nothing in it is real, and nothing leaves this computer. Ctrl-C ends it.`);
}
