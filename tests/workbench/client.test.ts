import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type AnyEventObject, createActor, createMachine, fromPromise } from 'xstate';
import { connectWorkbench } from '../../src/workbench/client/client';
import { connectWorkbench as connectInNode } from '../../src/workbench/pack/clientInNode';
import { listenOnFreePort } from '../support/listen';
import { lamp } from './foreign/lamp';
import { till } from './foreign/till';
import { announceSmallMachine, createFakeSocketServer, runWithClient } from './wired';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const flush = () => vi.advanceTimersByTimeAsync(0);

describe('an app with the client of the workbench', () => {
  test('is listed by its name, with its actors and their kinds', async () => {
    const { bench, app, actor } = runWithClient(till);
    actor.send({ type: 'add', price: 3 });
    actor.send({ type: 'pay' });
    expect(bench.describeApp(app).title).toBe('shop');
    expect(bench.recorder.read().others).toMatchObject([{ id: 'pay', kind: 'promise', status: 'active' }]);
    expect(bench.canDrive()).toBe(true);
  });

  test('lists the possible events, and lets the workbench send events and answers', async () => {
    const { bench, session, actor } = runWithClient(till);
    const now = async () => {
      bench.happenings(session);
      await flush();
      return bench.happenings(session)!;
    };
    expect(await now()).toMatchObject({
      events: [{ type: 'add' }],
      refused: [
        { type: 'look', guards: ['isFilled'] },
        { type: 'pay', guards: ['isFilled'] },
      ],
    });
    bench.send(session, { type: 'add', price: 7 });
    expect(actor.getSnapshot().context.items).toEqual([7]);
    // The last event of a type is offered again with its data, which may be hidden.
    bench.send(session, { type: 'add', price: 7.5 });
    const event = { type: 'add', price: 7.5 };
    expect((await now()).events[0]!.choices).toEqual([{ event, data: '"$number 1"', isHidden: true }]);
    expect(bench.happenings(session, false)!.events[0]!.choices).toEqual([{ event, data: '7.5' }]);
    bench.send(session, { type: 'pay' });
    expect(await now()).toMatchObject({
      events: [{ type: 'back' }],
      ports: [{ id: 'pay' }],
      timers: [{ word: 'after 5 s', delay: 5_000 }],
    });
    bench.send(session, { type: 'xstate.done.actor.pay', output: 'ok' });
    expect(actor.getSnapshot().value).toBe('paid');
    await flush();
    expect(bench.happenings(session)).toBeNull();
  });

  test('evaluates guards with the last data of an event, and offers that data again', async () => {
    const guards = { isRight: ({ event }: { event: AnyEventObject }) => event.word.startsWith('se') };
    const on = { say: { guard: 'isRight', actions: () => {} } };
    const { bench, session, actor } = runWithClient(createMachine({ id: 'gate', on }, { guards }));
    const now = async () => {
      await flush();
      return bench.happenings(session, false)!;
    };
    await now();
    // Without data, the guard throws.
    expect((await now()).refused).toMatchObject([{ type: 'say', guards: ['isRight'], isUntried: true }]);
    actor.send({ type: 'say', word: 'sesame' });
    expect((await now()).events).toMatchObject([{ choices: [{ event: { word: 'sesame' } }] }]);
    actor.send({ type: 'say', word: 'barley' });
    expect((await now()).refused).toMatchObject([{ choices: [{ event: { word: 'barley' } }], isUntried: false }]);
  });

  test('shows no outdated refusals between a step and the report of the app', async () => {
    const { bench, session, actor } = runWithClient(till);
    const refused = () => bench.happenings(session)!.refused.map(({ type }) => type);
    refused();
    await flush();
    expect(refused()).toEqual(['look', 'pay']);
    actor.send({ type: 'add', price: 3 });
    expect(refused()).toEqual([]);
    await flush();
    expect(refused()).toEqual([]);
  });

  test('fires timers on request, and stops its clock until the workbench disconnects', async () => {
    const { bench, session, actor, lose } = runWithClient(till);
    const begin = () => {
      actor.send({ type: 'add', price: 1 });
      actor.send({ type: 'pay' });
    };
    begin();
    bench.happenings(session);
    await flush();
    bench.expire(session, bench.happenings(session)!.timers[0]!.id);
    expect(actor.getSnapshot().value).toBe('open');
    bench.clock.stop();
    begin();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(actor.getSnapshot().value).toBe('paying');
    expect(bench.clock.isStopped()).toBe(true);
    lose();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(actor.getSnapshot().value).toBe('open');
  });

  test('resumes at a past step, and a copied trace contains only the steps before it', () => {
    const { bench, stepsOf, actor } = runWithClient(till);
    for (const price of [1, 2, 3]) actor.send({ type: 'add', price });
    const past = stepsOf()[2]!;
    expect(bench.canGoOn(past)).toBe(true);
    bench.goOn(past);
    expect(actor.getSnapshot().context).toEqual({ items: [1, 2], total: 3 });
    actor.send({ type: 'add', price: 9 });
    expect(actor.getSnapshot().context.items).toEqual([1, 2, 9]);
    const { steps } = JSON.parse(bench.trace(stepsOf().at(-1))) as { steps: { event: { type: string } }[] };
    expect(steps.map(({ event }) => event.type)).toEqual(['xstate.init', 'add', 'add', 'add']);
    actor.stop();
    expect(bench.canGoOn(past)).toBe(false);
  });
});

test('an actor without an id has the name of its source wherever it is shown', async () => {
  const ask = fromPromise(() => new Promise(() => {}));
  const invoke = { src: 'ask', onDone: {} };
  const { session, bench } = runWithClient(createMachine({ id: 'shop', invoke }, { actors: { ask } }));
  await flush();
  expect(bench.recorder.read().others).toMatchObject([{ id: '0.shop', name: 'ask' }]);
  expect(bench.happenings(session)!.ports).toMatchObject([{ id: '0.shop', name: 'ask' }]);
});

test('a machine with inline actors, inline functions and circular meta is recorded', () => {
  const meta: Record<string, unknown> = {};
  meta.self = meta;
  const inner = createMachine({ id: 'inner', initial: 'a', states: { a: {} } });
  const machine = createMachine({
    id: 'outer',
    meta,
    invoke: [{ src: inner }, { src: fromPromise(async () => 1) }],
    initial: 'a',
    states: { a: { entry: () => {}, on: { go: { guard: () => true, target: 'b' } } }, b: {} },
  });
  const { stepsOf, actor, bench } = runWithClient(machine);
  actor.send({ type: 'go' });
  expect(stepsOf().at(-1)!.snapshot.value).toBe('b');
  expect(bench.recorder.read().known.size).toBe(3);
});

test("a step of another app has the machine's delays, and can hide its values", () => {
  const { stepsOf, actor, bench } = runWithClient(lamp);
  actor.send({ type: 'press' });
  const step = stepsOf().at(-1)!;
  expect(step.snapshot.machine.implementations.delays).toEqual({ burnTime: 60_000 });
  expect(JSON.stringify(bench.tell(step, true))).not.toMatch(/Amina|0x[\da-f]{40}/i);
});

describe('the connection of the client', () => {
  test('steps that an app takes before the workbench runs are sent once it runs', () => {
    const wire = createFakeSocketServer();
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
        // Without a listener, an error would end the process, so the client must have set `onerror`.
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
    const wire = createFakeSocketServer();
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
    'the client sends nothing to the foreign address %s',
    (url) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const wire = createFakeSocketServer();
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
    const { bench } = createFakeSocketServer();
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
