import { afterEach, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { batchByFrame } from '../../src/workbench/recorder/frames';
import { createRemoteBench } from '../../src/workbench/recorder/remote';
import { lamp } from './foreign/lamp';
import { createStatelyInspector } from './wired';

afterEach(() => vi.unstubAllGlobals());

const nextTask = () => new Promise((next) => setTimeout(next, 5));

test('many changes cause one notification, and then at most one per frame', async () => {
  const frames: (() => void)[] = [];
  vi.stubGlobal('document', {});
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run));
  const tell = vi.fn();
  const change = batchByFrame(tell);
  for (let i = 0; i < 1_000; i++) change();
  expect(tell).not.toHaveBeenCalled();
  await nextTask();
  expect(tell).toHaveBeenCalledTimes(1);
  for (let i = 0; i < 1_000; i++) change();
  await nextTask();
  expect(tell).toHaveBeenCalledTimes(1);
  for (const run of frames) run();
  expect(tell).toHaveBeenCalledTimes(2);
});

test('a single change causes a notification at once', async () => {
  vi.stubGlobal('document', {});
  const tell = vi.fn();
  const change = batchByFrame(tell);
  for (let i = 1; i < 4; i++) {
    change();
    await nextTask();
    expect(tell).toHaveBeenCalledTimes(i);
  }
});

test('the recorder counts 10,000 events of 200 actors, and keeps the newest', async () => {
  const bench = createRemoteBench();
  const messages: unknown[] = [];
  const { inspect } = createStatelyInspector((message) => messages.push(message));
  const actor = createActor(lamp, { inspect }).start();
  await nextTask();
  actor.stop();
  const [start, , step] = ['@xstate.actor', '@xstate.event', '@xstate.snapshot'].map(
    (type) => messages.find((message) => Object(message).type === type) as object,
  );
  for (const app of ['app 1', 'app 2'])
    for (let i = 0; i < 100; i++) bench.hear({ ...start, sessionId: `x:${i}` }, app);
  for (let i = 0; i < 10_000; i++) bench.hear({ ...step, sessionId: `x:${i % 100}` }, i % 2 ? 'app 1' : 'app 2');
  const { entries, dropped } = bench.recorder.read();
  expect(entries.length + dropped).toBe(10_000);
  expect(entries.at(-1)!.nth).toBe(10_000);
  expect(dropped).toBe(9_500);
});
