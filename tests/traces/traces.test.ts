import { describe, expect, test } from 'vitest';
import type { Trace } from '#domain/trace';
import { readTrace, replayTrace } from './traces';

/** Replays every trace of the machines' events in `tests/traces`. The page has a button that copies them. */

const files = import.meta.glob<string>('./*.json', { eager: true, query: '?raw', import: 'default' });
const all = Object.entries(files).map(([path, text]) => [path.replace('./', 'tests/'), text] as const);

test.each(all)('the trace %s can be replayed', async (file, text) => replayTrace(file, readTrace(file, text)));

test('at least one recorded trace exists', () => expect(all.length).toBeGreaterThan(2));

const init = {
  actor: 'x:1',
  machine: 'walletLoader',
  event: { type: 'xstate.init' },
  state: { closed: 'idle' },
  times: 1,
};
const begun = { ...init, context: { request: null, tries: 0 } };
const asks = { ...init, event: { type: 'dialog.request', phone: false }, state: { loading: 'fresh' } };
const traceOf = (...steps: object[]) => ({ trace: 2, build: 'index.js', dropped: 0, steps });

describe('an invalid trace throws an error with a message', () => {
  test.each<[string, object | string]>([
    ['a.json is no JSON: Unexpected token', 'nothing'],
    ['a.json is no trace.', '[]'],
    ['a.json is no trace.', 'null'],
    ['a.json is a trace of version 1; what is known is version 2.', { ...traceOf(), trace: 1 }],
    ['a.json has no steps.', { trace: 2 }],
    ['a.json, step 1: it names no actor.', traceOf({})],
    ['a.json, step 1: there is no machine "window".', traceOf({ ...begun, machine: 'window' })],
    ['a.json, step 1: it has no event.', traceOf({ ...begun, event: null })],
    ['a.json, step 1: it has no state.', traceOf({ ...begun, state: undefined })],
    ['a.json, step 1: it does not say how often it happened.', traceOf({ ...begun, times: 0 })],
    ['a.json, step 1: it does not say what it starts from.', traceOf(init)],
    [
      'a.json, step 1: walletLoader knows no event "wallet.connected"; the trace may be of another build.',
      traceOf({ ...begun, event: { type: 'wallet.connected' } }),
    ],
    [
      'a.json, step 2: "amina.eth" is nothing that may be told of "dialog.request".',
      traceOf(begun, { ...asks, event: { ...asks.event, dialog: 'amina.eth' } }),
    ],
    [
      'a.json, step 1: "amina.eth" is nothing that may be told of "xstate.init".',
      traceOf({ ...begun, context: { 'amina.eth': 1 } }),
    ],
  ])('refuses the trace %s', (sentence, it) => {
    expect(() => readTrace('a.json', typeof it === 'string' ? it : JSON.stringify(it))).toThrow(sentence);
  });
});

describe('replaying traces', () => {
  const replayed = (...steps: object[]) =>
    replayTrace('a.json', readTrace('a.json', JSON.stringify(traceOf(...steps))));

  test('a recorded trace can be replayed', async () => {
    await replayed(begun, asks, {
      ...asks,
      event: { type: 'xstate.after.slowHintDelay.walletLoader.loading.fresh' },
      state: { loading: 'slow' },
    });
  });

  test('a replay that fails names the step', async () => {
    await expect(replayed(begun, { ...asks, state: { loading: 'slow' } })).rejects.toThrow(
      'a.json: walletLoader (x:1), step 2: from {"closed":"idle"}, on dialog.request false, {"loading":"slow"} is expected, not {"loading":"fresh"}.',
    );
  });

  test('a trace that contains an answer without a request cannot be replayed', async () => {
    const answer = { type: 'xstate.done.actor.loadWallet', output: 'loaded' };
    await expect(replayed(begun, { ...asks, event: answer })).rejects.toThrow(
      'a.json: walletLoader (x:1), step 2: from {"closed":"idle"}, on loadWallet answers "loaded": Nothing waits for an answer of loadWallet while walletLoader is in {"closed":"idle"}.',
    );
  });

  test('a trace whose first steps are missing is replayed from the first one left', async () => {
    const slow = { ...asks, state: { loading: 'slow' }, context: { request: { phone: false }, tries: 1 } };
    const broken = {
      ...asks,
      event: { type: 'xstate.done.actor.loadWallet', output: 'broken' },
      state: { failed: 'broken' },
    };
    await replayed(slow, broken);
    await expect(replayed(slow, { ...broken, state: 'open' })).rejects.toThrow('"open" is expected');
  });

  test('replaying a trace chooses any text that has the effect of the hidden one', async () => {
    const allocation = { total: 100_000, allocated: 70_000, min: 10_000, max: 50_000, initial: 10_000 };
    const alpha = (event: object, state = 'open') => ({ actor: 'x:2', machine: 'alpha', event, state, times: 1 });
    const start = { ...alpha({ type: 'xstate.init', input: allocation }, 'closed'), context: { allocation } };
    const write = (nth: number) => alpha({ type: 'write', text: `$string ${nth}` });
    const steps = [start, alpha({ type: 'open' }), write(1), alpha({ type: 'request' })];
    // The amount exceeds the allocation at first: the modal stays open. A later amount fits.
    await replayed(...steps, write(2), alpha({ type: 'request' }, 'requesting'));
    // The amounts always exceed the allocation, so two requests send nothing.
    await expect(replayed(...steps, write(1), alpha({ type: 'request' }, 'closed'))).rejects.toThrow('is expected');
  });

  test('replaying fires as many clock ticks as the trace counts', async () => {
    const wallet = { connector: 'walletConnect' };
    const attempt = (event: object, state: unknown, times = 1) => ({
      actor: 'x:3',
      machine: 'attempt',
      event,
      state,
      times,
    });
    const scanning = { asking: { scanning: 'ticking' } };
    const start = attempt(
      { type: 'xstate.init', input: { wallet, codeLifetime: 3, renewalLimit: 3 } },
      { asking: 'preparing' },
    );
    const tick = { type: 'xstate.after.second.attempt.asking.scanning.ticking' };
    const steps = [{ ...start, context: { wallet } }, attempt({ type: 'code.arrived', uri: '$string 1' }, scanning)];
    await replayed(...steps, attempt(tick, scanning, 2));
    await expect(replayed(...steps, attempt(tick, scanning, 3))).rejects.toThrow('{"asking":"preparing"}');
  });
});

test('an unknown field beside the steps of a trace is ignored', () => {
  const trace: Trace = readTrace('a.json', JSON.stringify({ ...traceOf(begun), note: 'Seen on Tuesday.' }));
  expect(trace.steps).toHaveLength(1);
});
