import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { serveBuild } from '#build/preview';
import type { WalletEvent } from '#tests/wallet/wallet';
import { listenOnPort } from '../../workbench/serve/listen';
import { startSimulatedServices } from './doubles';
import { connectDemoPages } from './lines';
import { buildDemo, writeDemo } from './write';

/** Answers requests with status 503 until the site is built. */
const early: ReturnType<typeof serveBuild> = (_, response) => response.writeHead(503, { 'Retry-After': '5' }).end();

/** Serves the site with simulated services and a wallet. Ctrl-C ends all of them. */
export async function showDemo() {
  let answer = early;
  let origin = '';
  const server = createServer((request, response) => {
    // Redirects from other names of this computer, such as 127.0.0.1, because the sign-in server allows only `origin`.
    if (request.headers.host !== new URL(origin).host) {
      response.writeHead(302, { Location: `${origin}/`, 'Cache-Control': 'no-store' }).end();
      return;
    }
    // Outside the demo's frame, the page would have no wallet.
    const isAlone = request.url === '/' && request.headers['sec-fetch-dest'] === 'document';
    if (isAlone) response.writeHead(302, { Location: '/demo.html', 'Cache-Control': 'no-store' }).end();
    else answer(request, response);
  });
  origin = await listenOnPort(server, 4175);
  console.info('Starting a chain, a relay, a sign-in server and a phone …');
  const building = buildDemo();

  let change = () => {};
  let news: (news: WalletEvent) => void = () => {};
  const doubles = await startSimulatedServices({ change: () => change(), news: (one) => news(one) });
  doubles.allow(origin);
  const lines = connectDemoPages(server, origin, doubles);
  ({ change, news } = lines);
  const stop = async () => {
    server.close();
    server.closeAllConnections();
    lines.end();
    await doubles.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  // `serveBuild` reads all files into memory, so the folder can be deleted. Its name contains the process id, because
  // several demos may run at the same time.
  const out = resolve(`node_modules/.cache/demo-${process.pid}`);
  writeDemo(out, await building, origin, doubles);
  answer = serveBuild(out);
  rmSync(out, { recursive: true });
  console.info(`The demo runs at ${origin}. Nothing in it is real, and nothing leaves this computer. Ctrl-C ends it.`);
}
