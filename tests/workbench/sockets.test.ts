import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { serveBuild } from '#build/preview';
import { connectDemoPages } from '../../src/tools/demo/lines';
import type { ServerEnvelope } from '../../src/workbench/inspector/envelope';
import { forwardMessages } from '../../src/workbench/inspector/pass';
import { createRemoteBench } from '../../src/workbench/recorder/remote';
import { listenOnFreePort } from '../support/listen';
import { HOSTILE_RECORDS } from '../support/nasty';
import { waitUntil } from '../support/until';

const MESSAGES = 300;
const SEED = 52;

async function start(server: Server) {
  const { port, close } = await listenOnFreePort(server);
  onTestFinished(() => {
    server.closeAllConnections();
    close();
  });
  return port;
}

async function open(url: string, origin?: string) {
  const socket = new WebSocket(url, origin === undefined ? {} : { origin });
  onTestFinished(() => socket.terminate());
  await once(socket, 'open');
  return socket;
}

const definition = JSON.stringify({ id: 'm', initial: 'a', states: { a: { on: { go: 'b' } }, b: {} } });
const actor = { type: '@xstate.actor', sessionId: 'x:0', definition };
const step = (value: unknown, type = 'go') => {
  return { type: '@xstate.snapshot', sessionId: 'x:0', event: { type }, snapshot: { value, context: {} } };
};

const NAMES = ['x:0', '__proto__', 'constructor', 'go', 'a', 'b', 'next', 'answer', 'relay', 'promise'];
const DEFINITIONS = [
  definition,
  '{"id":"__proto__","initial":"a","states":{"a":{"on":{"__proto__":"a"}}}}',
  '{"id":"m","states":"[Object]","initial":"a","on":{"go":"#m.a.b"}}',
];
const anything = fc.oneof(fc.constantFrom<unknown>(...NAMES, 1, null, {}, [0], ['go']), fc.jsonValue());
const command = fc.record({ type: anything, device: anything });
const WHOLE = {
  type: fc.constantFrom('@xstate.actor', '@xstate.snapshot', '@xstate.event', '@workbench.app', '@workbench.now'),
  sessionId: fc.constant('x:0'),
  definition: fc.constantFrom(...DEFINITIONS),
  event: fc.record({ type: fc.constantFrom(...NAMES), data: anything }),
  snapshot: fc.record({ value: anything, context: anything }),
  taken: fc.array(anything, { maxLength: 2 }),
  timers: fc.array(anything, { maxLength: 3 }),
  delays: fc.dictionary(fc.constantFrom(...NAMES), anything),
  command,
};
/** Generates fields of any value, some of which replace valid fields. */
const fields = fc.dictionary(
  fc.constantFrom(...Object.keys(WHOLE), 'nth', 'kind', 'accepts', 'parentId', 'sourceId', 'name', 'request'),
  anything,
  { maxKeys: 6 },
);
/** Messages that are almost valid, hostile or random. */
const nearly = fc.oneof(
  fc.jsonValue(),
  fc.tuple(fc.record(WHOLE, { requiredKeys: [] }), fields).map((parts) => Object.assign({}, ...parts)),
);
const texts = () => [
  ...fc.sample(nearly, { numRuns: MESSAGES, seed: SEED }).map((message) => JSON.stringify(message)),
  ...Object.values(HOSTILE_RECORDS),
  'null',
];
const rubbish = () => fc.sample(fc.uint8Array({ maxLength: 200 }), { numRuns: 20, seed: SEED });

/** Sends random bytes and invalid upgrade requests over bare connections. */
async function pester(port: number) {
  for (const bytes of rubbish())
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .end(bytes);
  const key = 'Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: bad\r\n';
  for (const path of ['/', '/pages', '//', '/%0d%0aX:%20y/index.html', '/%', `/${'x'.repeat(20_000)}`]) {
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .end(`GET ${path} HTTP/1.1\r\nHost: x\r\n${key}\r\n`);
    const bare = connect(port, '127.0.0.1').on('error', () => {});
    bare.end(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    bare.resume();
    await once(bare, 'close');
  }
}

/** Starts the inspector's server and a page. `received` collects the page's messages. */
async function inspect() {
  const server = createServer((_, response) => response.end());
  const port = await start(server);
  const warn = vi.fn();
  const own = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  forwardMessages(server, { own, allowed: ['https://app.example'], warn });
  const url = `ws://127.0.0.1:${port}`;
  const openPage = async (origin = own[0]) => {
    const received: ServerEnvelope[] = [];
    const page = new WebSocket(`${url}/pages`, { origin: origin! });
    onTestFinished(() => page.terminate());
    page.on('message', (raw) => received.push(JSON.parse(String(raw))));
    await once(page, 'open');
    return { page, received };
  };
  return { port, url, own, warn, openPage };
}
const textsIn = (received: ServerEnvelope[]) => received.flatMap((one) => ('text' in one ? [one.text] : []));

test("the inspector's server and page survive random messages", { timeout: 60_000 }, async () => {
  const { port, url, warn, openPage } = await inspect();
  const { received } = await openPage();
  await pester(port);
  const app = await open(url);
  for (const text of texts()) app.send(text);
  for (const bytes of rubbish()) app.send(bytes);
  app.send('x'.repeat(11_000_000));
  for (const message of [actor, step('a'), step('b')]) app.send(JSON.stringify(message));
  await waitUntil(() => expect(textsIn(received).at(-1) === JSON.stringify(step('b'))).toBe(true));
  expect(warn.mock.calls.flat()).toContainEqual(expect.stringContaining('was refused, because'));
  expect(warn.mock.calls.length).toBeLessThan(10);

  const bench = createRemoteBench();
  for (const text of textsIn(received)) bench.hear(JSON.parse(text), 'app');
  for (const text of texts().slice(0, MESSAGES)) bench.hear(JSON.parse(text), 'app');
  const { entries, known } = bench.recorder.read();
  expect(entries.length).toBeGreaterThan(1);
  for (const entry of entries) for (const masked of [true, false]) bench.tell(entry, masked);
  for (const session of known.keys()) bench.happenings(session);
  expect(bench.trace()).toContain('"steps"');
});

test('only pages of this computer can send steps, unless a flag allows other origins', async () => {
  const { url, warn, own, openPage } = await inspect();
  for (const origin of [
    'http://localhost:5173',
    'http://127.0.0.1:1',
    'http://[::1]:8080',
    'http://a.localhost',
    'https://app.example',
    undefined,
  ])
    expect((await open(url, origin)).readyState, origin).toBe(WebSocket.OPEN);
  for (const origin of ['https://elsewhere.example', 'http://localhost.example', 'null', 'http://127.0.0.1.example']) {
    const socket = new WebSocket(url, { origin });
    const [error] = await once(socket, 'error');
    expect(String(error), origin).toContain('403');
  }
  expect(warn.mock.calls[0]).toEqual([
    'An app at https://elsewhere.example was refused. To inspect it, start the inspector with --allow https://elsewhere.example.',
  ]);
  // Pages of the inspector can connect by both local host names, and other pages cannot.
  for (const origin of own) expect((await openPage(origin)).page.readyState).toBe(WebSocket.OPEN);
  for (const origin of ['http://localhost:1', 'https://app.example', 'https://elsewhere.example'])
    await expect(openPage(origin), origin).rejects.toThrow('403');
});

test('a page that opens late gets the last snapshots, also after a too large message', async () => {
  const { url, warn, openPage } = await inspect();
  const app = await open(url, 'http://localhost:5173');
  const early = await openPage();
  app.send('x'.repeat(10_000_001));
  for (const message of [actor, step('a'), step('b')]) app.send(JSON.stringify(message));
  await waitUntil(() => expect(textsIn(early.received).length === 3).toBe(true));
  const refused = 'A message of app 1 was refused, because it is larger than 10 MB.';
  expect(warn.mock.calls).toEqual([[refused]]);
  expect(early.received).toContainEqual({ refused });
  const late = await openPage();
  await waitUntil(() => expect(textsIn(late.received).length === 3).toBe(true));
  expect(late.received[0]).toMatchObject({ apps: [{ app: 'app 1', source: 'http://localhost:5173', runs: true }] });
  app.close();
  await waitUntil(() => expect(late.received.some((one) => 'left' in one)).toBe(true));
});

test('commands of the page reach the named app, and no other program can send any', async () => {
  const { url, openPage } = await inspect();
  const [app, other] = [await open(url), await open(url)];
  const got = { app: [] as unknown[], other: [] as unknown[] };
  app.on('message', (raw) => got.app.push(JSON.parse(String(raw))));
  other.on('message', (raw) => got.other.push(JSON.parse(String(raw))));
  const order = { type: '@workbench.send', sessionId: 'x:0', event: { type: 'go' } };
  const envelope = JSON.stringify({ app: 'app 1', order });
  const { page } = await openPage();
  for (const text of texts()) page.send(text);
  for (const bytes of rubbish()) page.send(bytes);
  page.send(JSON.stringify({ app: 'app 1', order: { ...order, event: 'go' } }));
  page.send(JSON.stringify({ app: '__proto__', order }));
  // The server forwards commands of a page, and ignores commands of an app.
  other.send(envelope);
  page.send(envelope);
  await waitUntil(() => expect(got.app.length).toBe(1));
  expect(got.app).toEqual([order]);
  page.send(JSON.stringify({ app: 'app 2', order: { type: '@workbench.clock', isStopped: true } }));
  await waitUntil(() => expect(got.other.length).toBe(1));
  // When its last page closes, the server starts the apps' clocks again, because no page is left to do so.
  page.close();
  await waitUntil(() => expect(got.other.length).toBe(2));
  expect(got.other[1]).toEqual({ type: '@workbench.clock', isStopped: false });
});

test("the demo's server survives random messages", { timeout: 30_000 }, async () => {
  const server = createServer((_, response) => response.end());
  const port = await start(server);
  const asked: unknown[] = [];
  const act = vi.fn(async () => {});
  connectDemoPages(server, 'http://localhost', {
    state: () => ({ block: 1 }) as never,
    act,
    wallet: { handle: (request) => asked.push(request), withdraw: () => {} },
  });
  await pester(port);
  const page = await open(`ws://127.0.0.1:${port}`, 'http://localhost');
  const answers: unknown[] = [];
  page.on('message', (raw) => answers.push(JSON.parse(String(raw))));
  for (const text of texts()) page.send(text);
  for (const bytes of rubbish()) page.send(bytes);
  page.send(JSON.stringify({ nth: 9, command: { type: 'mine' } }));
  await waitUntil(() => expect(answers.some((one) => Object(one).nth === 9)).toBe(true));
  expect(act).toHaveBeenLastCalledWith({ type: 'mine' });
  for (const request of asked) expect(request === null || typeof Object(request).method === 'string').toBe(true);
});

test("the gallery's server survives random requests", { timeout: 30_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gallery-'));
  writeFileSync(join(folder, 'index.html'), 'Machines');
  writeFileSync(join(folder, '_headers'), '/*\n  X-Content-Type-Options: nosniff\n');
  const port = await start(createServer(serveBuild(folder)));
  await pester(port);
  for (const path of fc.sample(fc.string({ unit: 'binary', maxLength: 40 }), { numRuns: 100, seed: SEED }))
    await fetch(`http://127.0.0.1:${port}/${encodeURIComponent(path)}/index.html`, { redirect: 'manual' });
  const [line, other] = await Promise.all(
    ['%0d%0aX:%20y', '/elsewhere.example'].map((path) =>
      fetch(`http://127.0.0.1:${port}/${path}/index.html`, { redirect: 'manual' }),
    ),
  );
  expect(line!.headers.get('x')).toBeNull();
  expect(other!.headers.get('location')).toBe('/elsewhere.example/');
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('Machines');
});
