import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assign, createActor, createMachine, fromPromise, setup } from 'xstate';
import { connectWorkbench } from '../../src/workbench/client/client';
import { createBench } from '../../src/workbench/recorder/bench';
import type { Entry } from '../../src/workbench/recorder/recording';
import { buildClient } from '../../src/workbench/serve/client';
import { essentials, pathsOf } from '../engine/paths';
import { perform } from '../engine/perform';
import { worlds } from '../samples/worlds';
import { machines } from '../support/machines';
import { lamp } from './foreign/lamp';
import { SECRET } from './secrets';
import { createWire, runWired } from './wired';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const flush = () => vi.advanceTimersByTimeAsync(0);

describe.each(machines)('the client and $name', ({ name, machine }) => {
  beforeEach(() => vi.useRealTimers());

  test.each(essentials(pathsOf(machine, worlds[name])))(
    'steps come with transitions and guards as they were: $title',
    async ({ input, follow }) => {
      const here = createBench();
      const wire = createWire();
      const client = connectWorkbench({ WebSocket: wire.WebSocket });
      wire.open();
      const { stop, ...life } = perform(machine, {
        input: input as never,
        inspect: (news) => {
          here.recorder.inspect(news);
          client.inspect(news);
        },
      });
      await follow({ ...life, states: { '*': () => {} } });
      stop();
      client.close();
      const said = ({ taken, refused, unsure, snapshot }: Entry) => {
        return { taken, refused: refused.length, unsure, lit: snapshot._nodes.map(({ id }) => id).sort() };
      };
      const told = wire.bench.recorder.read().entries;
      expect(told.map(said)).toEqual(here.recorder.read().entries.map(said));
      for (const entry of told) expect(JSON.stringify(wire.bench.tell(entry, true))).not.toMatch(SECRET);
    },
  );
});

const till = setup({
  types: { context: {} as { items: number[]; total: number } },
  actors: { pay: fromPromise(() => new Promise<string>(() => {})) },
  guards: { isFilled: ({ context }) => context.items.length > 0, isCheap: ({ context }) => context.total < 100 },
  delays: { patience: 5_000 },
}).createMachine({
  id: 'till',
  context: { items: [], total: 0 },
  initial: 'open',
  states: {
    open: {
      on: {
        add: {
          actions: assign(({ context, event }) => ({
            items: [...context.items, event.price],
            total: context.total + event.price,
          })),
        },
        look: { guard: 'isFilled', actions: () => {} },
        pay: [{ guard: 'isFilled', target: 'paying' }],
      },
    },
    paying: {
      invoke: { src: 'pay', id: 'pay', onDone: 'paid', onError: 'open' },
      on: { back: 'open' },
      after: { patience: 'open' },
    },
    paid: { type: 'final' },
  },
});

describe('an app with the client', () => {
  test('is shown by its name, with its actors and their kinds', async () => {
    const { bench, app, actor } = runWired(till);
    actor.send({ type: 'add', price: 3 });
    actor.send({ type: 'pay' });
    expect(bench.appOf(app)).toBe('shop');
    expect(bench.recorder.read().others).toMatchObject([{ id: 'pay', kind: 'promise', status: 'active' }]);
    expect(bench.canDrive()).toBe(true);
  });

  test('tells a guard that passed without an effect from one that refused', () => {
    const { actor, stepsOf } = runWired(till);
    actor.send({ type: 'look' });
    actor.send({ type: 'add', price: 3 });
    actor.send({ type: 'look' });
    const [, refused, , passed] = stepsOf();
    expect(refused).toMatchObject({ taken: [], refused: [{ guard: 'isFilled' }], unsure: [] });
    expect(passed).toMatchObject({ taken: [expect.any(Number)], refused: [], unsure: [] });
  });

  test('says what can happen, and takes events, answers and data', async () => {
    const { bench, session, actor } = runWired(till);
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
    // The last event of a type is offered again with its data, unless that is hidden.
    expect((await now()).events[0]).toMatchObject({ type: 'add', choices: [{ event: { type: 'add' }, data: '' }] });
    expect(bench.happenings(session, false)!.events[0]).toMatchObject({
      type: 'add',
      choices: [{ event: { price: 7 } }],
    });
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

  test('lets timers run out, and stops its clock until the workbench has gone', async () => {
    const { bench, session, actor, lose } = runWired(till);
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

  test('goes on from a past step, and a copied trace holds only the way that led there', () => {
    const { bench, stepsOf, actor } = runWired(till);
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

describe('the connection of the client', () => {
  test('steps from before the workbench runs are sent when it does', () => {
    const wire = createWire();
    const client = connectWorkbench({ WebSocket: wire.WebSocket });
    const actor = createActor(till, client).start();
    actor.send({ type: 'add', price: 1 });
    expect(wire.sent).toEqual([]);
    wire.open();
    expect(wire.bench.recorder.read().entries.map(({ event }) => event.type)).toEqual(['xstate.init', 'add']);
    actor.stop();
    client.close();
  });

  test('after a loss it connects again, and sends definitions and last snapshots', async () => {
    const { bench, sockets, sent, open, lose, actor } = runWired(till);
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

  test('it tries again ever more seldom while no workbench runs', async () => {
    const wire = createWire();
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
    'it sends nothing to %s',
    (url) => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const wire = createWire();
      connectWorkbench({ url, WebSocket: wire.WebSocket });
      expect(wire.sockets).toEqual([]);
      expect(warn).toHaveBeenCalledWith(expect.stringContaining('sends to this machine alone'));
      warn.mockRestore();
    },
  );

  test('orders that make no sense do nothing', () => {
    const { sockets, actor, session } = runWired(till);
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

  test('an app that only has the plain inspector takes no orders', () => {
    const { bench } = createWire();
    const definition = '{"id":"a","initial":"b","states":{"b":{"on":{"go":"b"}}}}';
    bench.hear({ type: '@xstate.actor', sessionId: 'x:0', definition }, 'plain');
    bench.hear(
      { type: '@xstate.snapshot', sessionId: 'x:0', event: { type: 'go' }, snapshot: { value: 'b' } },
      'plain',
    );
    const give = vi.fn();
    bench.orderBy(give);
    bench.send('plain/x:0', { type: 'go' });
    bench.clock.stop();
    expect([bench.canDrive(), bench.canDrive('plain/x:0'), give.mock.calls]).toEqual([false, false, []]);
  });
});

test('machines that stand in place, with functions and circular meta, are drawn', () => {
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
  const { stepsOf, actor, bench } = runWired(machine);
  actor.send({ type: 'go' });
  expect(stepsOf().at(-1)!.snapshot.value).toBe('b');
  expect(bench.recorder.read().known.size).toBe(3);
});

test('the lamp of another app shows its delays, and hides its values', () => {
  const { stepsOf, actor, bench } = runWired(lamp);
  actor.send({ type: 'press' });
  const step = stepsOf().at(-1)!;
  expect(step.snapshot.machine.implementations.delays).toEqual({ burnTime: 60_000 });
  expect(JSON.stringify(bench.tell(step, true))).not.toMatch(/Amina|0x[\da-f]{40}/i);
});

test('the client takes at most 3 kB, and needs no other module', async () => {
  vi.useRealTimers();
  const out = mkdtempSync(join(tmpdir(), 'client-'));
  await buildClient(out);
  const code = readFileSync(join(out, 'client.js'));
  expect(readdirSync(out).sort()).toEqual(['client.d.ts', 'client.js']);
  expect(String(code)).not.toMatch(/\bimport\b/);
  expect(brotliCompressSync(code).length).toBeLessThan(3_000);
  rmSync(out, { recursive: true });
});

test('an app in strict TypeScript compiles with the client', async () => {
  vi.useRealTimers();
  const root = mkdtempSync(join(tmpdir(), 'typed-'));
  await buildClient(root);
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'));
  const app = [
    "import { createActor, createMachine } from 'xstate';",
    "import { connectWorkbench } from './client.js';",
    "const client = connectWorkbench({ name: 'My app' });",
    'createActor(createMachine({}), client).start();',
    'client.open();',
    'client.close();',
    '// @ts-expect-error: it has no such option',
    'connectWorkbench({ port: 1 });',
  ];
  writeFileSync(join(root, 'app.ts'), app.join('\n'));
  const tsc = resolve('node_modules/typescript/bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022'];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [tsc, ...options, 'app.ts'], { cwd: root }).catch(
      (error: { stdout: string }) => error,
    );
    expect(stdout).toBe('');
  } finally {
    rmSync(root, { recursive: true });
  }
});
