import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createActor } from 'xstate';
import { connectWorkbench } from '../../src/workbench/client/client';
import { connectWorkbench as connectInNode } from '../../src/workbench/pack/clientInNode';
import { listenOnFreePort } from '../support/listen';
import { till } from './foreign/till';
import { announceSmallMachine, createWireServer, runWithClient } from './wired';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the connection of the client', () => {
  test('steps that an app takes before the workbench runs are sent once it runs', () => {
    const wire = createWireServer();
    const client = connectWorkbench({ WebSocket: wire.WebSocket });
    const actor = createActor(till, client).start();
    actor.send({ type: 'add', price: 1 });
    expect(wire.sent).toEqual([]);
    wire.open();
    expect(wire.bench.recorder.read().entries.map(({ event }) => event.type)).toEqual(['xstate.init', 'add']);
    actor.stop();
    client.close();
  });

  test('the client reconnects after a loss, and sends definitions and snapshots again', async () => {
    const { bench, sockets, sent, open, lose, actor } = runWithClient(till);
    lose();
    for (let i = 0; i < 2_000; i++) actor.send({ type: 'add', price: 1 });
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets).toHaveLength(2);
    sent.length = 0;
    open();
    expect(sent.map((text) => JSON.parse(text).type)).toEqual(['@workbench.app', '@xstate.actor', '@xstate.snapshot']);
    const [running] = bench.recorder.read().actors;
    expect(running).toMatchObject({ app: 'app 2', snapshot: { context: { total: 2_000 } } });
    expect(bench.canDrive(running!.session)).toBe(true);
  });

  test('an app whose sockets report errors runs on without a workbench', async () => {
    vi.useRealTimers();
    const { port, close } = await listenOnFreePort(createServer());
    close();
    const errors: unknown[] = [];
    class Watched extends WebSocket {
      constructor(url: string) {
        super(url);
        // Without the client's listener, this error would end the process.
        this.once('close', () => errors.push(this.onerror));
      }
    }
    const client = connectWorkbench({ url: `ws://localhost:${port}`, WebSocket: Watched as never });
    await vi.waitFor(() => expect(errors).toEqual([expect.any(Function)]));
    client.close();
  });

  test('an app in Node connects without web sockets of its own', async () => {
    vi.useRealTimers();
    vi.stubGlobal('WebSocket', undefined);
    const server = createServer();
    const asked = once(server, 'upgrade');
    const { port, close } = await listenOnFreePort(server);
    const client = connectInNode({ url: `ws://localhost:${port}` });
    const [, socket] = await asked;
    socket.destroy();
    client.close();
    close();
  });

  test('the client reconnects less and less often while no workbench runs', async () => {
    const wire = createWireServer();
    const client = connectWorkbench({ WebSocket: wire.WebSocket });
    for (let i = 0; i < 8; i++) {
      wire.sockets.at(-1)!.close();
      await vi.advanceTimersByTimeAsync(8_000);
    }
    expect(wire.sockets.length).toBe(9);
    client.close();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(wire.sockets.length).toBe(9);
  });

  test.each(['ws://10.0.0.1:4176', 'wss://elsewhere.example', 'http://localhost.example'])(
    'the client sends nothing to %s',
    (url) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const wire = createWireServer();
      connectWorkbench({ url, WebSocket: wire.WebSocket });
      expect(wire.sockets).toEqual([]);
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('sends to this machine alone'));
      warn.mockRestore();
    },
  );

  test('malformed commands are ignored', () => {
    const { sockets, actor, session } = runWithClient(till);
    const before = actor.getSnapshot();
    const { sessionId } = actor;
    for (const message of [
      null,
      'rubbish',
      { type: '@workbench.send', sessionId },
      { type: '@workbench.send', sessionId, event: { type: 1 } },
      { type: '@workbench.send', sessionId: '__proto__', event: { type: 'add', price: 1 } },
      { type: '@workbench.restart', sessionId, nth: '1' },
      { type: '@workbench.restart', sessionId, nth: 99 },
      { type: '@workbench.expire', sessionId, timer: 'constructor' },
      { type: '@workbench.watch', sessionId: {} },
      { type: '@workbench.clock', isStopped: 1 },
    ])
      sockets[0]!.onmessage({ data: JSON.stringify(message) });
    sockets[0]!.onmessage({ data: '{' });
    expect(actor.getSnapshot()).toBe(before);
    expect(session).toContain(sessionId);
  });

  test('an app with only the inspector of Stately accepts no commands', () => {
    const { bench } = createWireServer();
    announceSmallMachine(bench, 'plain');
    const give = vi.fn();
    bench.orderBy(give);
    bench.send('plain/x:0', { type: 'go' });
    bench.clock.stop();
    expect([bench.canDrive(), bench.canDrive('plain/x:0'), give.mock.calls]).toEqual([false, false, []]);
  });
});

test('only the window that the app itself has opened gets steps and sends commands', () => {
  const listeners: ((event: object) => void)[] = [];
  const opened = { postMessage: vi.fn() };
  vi.stubGlobal('window', { open: vi.fn(() => opened) });
  vi.stubGlobal('addEventListener', (_: string, hear: (event: object) => void) => listeners.push(hear));
  vi.stubGlobal('removeEventListener', () => listeners.splice(0));
  const client = connectWorkbench({ url: 'http://localhost:4176/', name: 'shop' });
  const actor = createActor(till, client).start();
  client.open();
  const say = (data: unknown, source: object = opened, origin = 'http://localhost:4176') => {
    for (const hear of listeners) hear({ data, source, origin });
  };
  say({ type: '@statelyai.connected' }, {});
  expect(opened.postMessage).not.toHaveBeenCalled();
  say({ type: '@statelyai.connected' });
  const told = opened.postMessage.mock.calls as [message: { type: string }, origin: string][];
  expect(told.map(([{ type }]) => type)).toEqual([
    '@workbench.app',
    '@xstate.actor',
    '@xstate.event',
    '@xstate.snapshot',
  ]);
  expect(new Set(told.map(([, origin]) => origin))).toEqual(new Set(['http://localhost:4176']));
  const order = { type: '@workbench.send', sessionId: actor.sessionId, event: { type: 'add', price: 2 } };
  say(order, opened, 'https://elsewhere.example');
  say(order, {});
  expect(actor.getSnapshot().context.items).toEqual([]);
  say(order);
  expect(actor.getSnapshot().context.items).toEqual([2]);
  actor.stop();
  client.close();
  expect(listeners).toEqual([]);
});
