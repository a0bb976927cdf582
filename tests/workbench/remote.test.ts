import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createWebSocketInspector } from '@statelyai/inspect';
import { describe, expect, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { createActor } from 'xstate';
import { createRemoteBench } from '../../src/workbench/recorder/remote';
import { lamp } from './foreign/lamp';
import { ACTOR_MESSAGE, announceSmallMachine, createStatelyInspector, STEP_MESSAGE, waitForTurn } from './wired';

test('steps of a disconnected app that arrive late are listed without a running actor', () => {
  const bench = createRemoteBench();
  bench.join('app', '');
  bench.leave('app');
  announceSmallMachine(bench, 'app');
  const { actors, entries } = bench.recorder.read();
  expect([actors, entries.length]).toEqual([[], 1]);
});

test('the machines of a disconnected app count as stopped, and their steps stay', async () => {
  const bench = createRemoteBench();
  const { inspect } = createStatelyInspector((message) => bench.hear(message, 'app 1'));
  const actor = createActor(lamp, { inspect }).start();
  await waitForTurn();
  announceSmallMachine(bench, 'app 12');
  bench.leave('app 1');
  await waitForTurn();
  const { actors, entries } = bench.recorder.read();
  expect(actors.map(({ name }) => name)).toEqual(['a']);
  expect(entries.map(({ snapshot }) => snapshot.machine.id)).toEqual(['lamp', 'a']);
  actor.stop();
});

test('a page that opens late lists no machine of a disconnected app as running', async () => {
  const bench = createRemoteBench();
  const messages: unknown[] = [];
  const { inspect } = createStatelyInspector((message) => messages.push(message));
  const actor = createActor(lamp, { inspect }).start();
  actor.send({ type: 'press' });
  await waitForTurn();
  actor.stop();
  bench.join('app 1', '');
  bench.leave('app 1');
  for (const message of messages) bench.hear(message, 'app 1');
  const { actors, others, entries } = bench.recorder.read();
  expect([actors, others]).toEqual([[], []]);
  expect(entries.length).toBeGreaterThan(1);
});

test('machines with one definition share it, so that their chart is laid out once', async () => {
  const bench = createRemoteBench();
  for (const sessionId of ['x:0', 'x:1']) announceSmallMachine(bench, 'app', sessionId);
  await waitForTurn();
  const [first, second] = bench.recorder.read().entries.map(({ snapshot }) => snapshot.machine.config);
  expect(first).toBe(second);
});

describe('invalid messages', () => {
  const [actor, step] = [ACTOR_MESSAGE, STEP_MESSAGE];
  test.each([
    ['nothing', null],
    ['a text', 'hello'],
    ['a definition that is no JSON', { ...actor, definition: '{' }],
    ['a definition that is not a machine', { ...actor, definition: '{"states":{"b":{"on":{"go":"nowhere"}}}}' }],
    ['a snapshot without an event', { ...step, event: undefined }],
    ['a state that the machine does not have', { ...step, snapshot: { value: 'c' } }],
  ])('the invalid message %s is ignored', async (_, message) => {
    const bench = createRemoteBench();
    bench.hear(actor, 'app');
    bench.hear(message, 'app');
    if (Object(message).type !== '@xstate.actor') bench.hear(step, 'app');
    await waitForTurn();
    expect(bench.recorder.read().entries.length).toBeLessThanOrEqual(1);
  });
});

// `@statelyai/inspect` ignores events that an inspector sends. If a new version handles them, buttons can be offered.
test('an inspected app ignores events that the inspector sends back', async () => {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const wire = createWebSocketInspector({ url: `ws://127.0.0.1:${port}` });
  const [[line]] = (await Promise.all([
    once(server, 'connection'),
    once((wire.adapter as unknown as { ws: WebSocket }).ws, 'open'),
  ])) as [[WebSocket], unknown];
  const actor = createActor(lamp, { inspect: wire.inspect }).start();
  const { sessionId } = actor;
  const arrived = once((wire.adapter as unknown as { ws: WebSocket }).ws, 'message');
  line.send(JSON.stringify({ type: '@xstate.event', sessionId, event: { type: 'press' } }));
  await arrived;
  await waitForTurn();
  expect(actor.getSnapshot().value).toBe('off');
  wire.stop();
  actor.stop();
  server.close();
});
