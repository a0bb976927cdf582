import { expect, test } from 'vitest';
import type { Trace } from '#domain/trace';
import { readTrace, replayTrace } from './traces';

/* These tests replay every trace in `tests/traces`. A trace records events of machines. The page has a button for it. */

const files = import.meta.glob<string>('./*.json', { eager: true, query: '?raw', import: 'default' });
const all = Object.entries(files).map(([path, text]) => [path.replace('./', 'tests/'), text] as const);

test.each(all)('the machines replay the recorded trace %s with the recorded results', async (file, text) =>
  replayTrace(file, readTrace(file, text)),
);

test('at least three recorded traces exist', () => expect(all.length).toBeGreaterThan(2));

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
])('readTrace() throws an error for an invalid trace: %s', (sentence, it) => {
  expect(() => readTrace('a.json', typeof it === 'string' ? it : JSON.stringify(it))).toThrow(sentence);
});

const slow = { ...asks, state: { loading: 'slow' } };
const answer = (output: string, state: unknown) => ({
  ...asks,
  event: { type: 'xstate.done.actor.loadWallet', output },
  state,
});
/** The first step of a trace that has lost the steps before. */
const late = { ...slow, context: { request: { phone: false }, tries: 1 } };

const alpha = (event: object, state = 'open') => ({ actor: 'x:2', machine: 'alpha', event, state, times: 1 });
const allocation = { total: 100_000, allocated: 70_000, min: 10_000, max: 50_000, initial: 10_000 };
const write = (nth: number) => alpha({ type: 'write', text: `$string ${nth}` });
const writes = [
  { ...alpha({ type: 'xstate.init', input: allocation }, 'closed'), context: { allocation } },
  alpha({ type: 'open' }),
  write(1),
  alpha({ type: 'request' }),
];

const attempt = (event: object, state: unknown, times = 1) => ({
  actor: 'x:3',
  machine: 'attempt',
  event,
  state,
  times,
});
const wallet = { connector: 'walletConnect' };
const scanning = { asking: { scanning: 'ticking' } };
const started = { type: 'xstate.init', input: { wallet, codeLifetime: 3, renewalLimit: 3 } };
const tick = { type: 'xstate.after.second.attempt.asking.scanning.ticking' };
const scans = [
  { ...attempt(started, { asking: 'preparing' }), context: { wallet } },
  attempt({ type: 'code.arrived', uri: '$string 1' }, scanning),
];

test.each<[what: string, steps: object[], fault?: string]>([
  [
    'was recorded',
    [begun, asks, { ...slow, event: { type: 'xstate.after.slowHintDelay.walletLoader.loading.fresh' } }],
  ],
  [
    'has another result than the machine',
    [begun, slow],
    'a.json: walletLoader (x:1), step 2: from {"closed":"idle"}, on dialog.request false, {"loading":"slow"} is expected, not {"loading":"fresh"}.',
  ],
  [
    'contains an answer without a request',
    [begun, answer('loaded', { loading: 'fresh' })],
    'a.json: walletLoader (x:1), step 2: from {"closed":"idle"}, on loadWallet answers "loaded": Nothing waits for an answer of loadWallet while walletLoader is in {"closed":"idle"}.',
  ],
  ['lacks its first steps', [late, answer('broken', { failed: 'broken' })]],
  ['lacks its first steps, and has another result', [late, answer('broken', 'open')], '"open" is expected'],
  // The first amount exceeds the allocation, so the modal stays open. The next one fits.
  ['hides texts, for which the replay chooses others', [...writes, write(2), alpha({ type: 'request' }, 'requesting')]],
  ['needs one text to have two effects', [...writes, write(1), alpha({ type: 'request' }, 'closed')], 'is expected'],
  ['counts two ticks', [...scans, attempt(tick, scanning, 2)]],
  [
    'counts three ticks, after which the code expires',
    [...scans, attempt(tick, scanning, 3)],
    '{"asking":"preparing"}',
  ],
])('replayTrace() succeeds, or names the first wrong step, if the trace %s', async (_, steps, fault) => {
  const replay = replayTrace('a.json', readTrace('a.json', JSON.stringify(traceOf(...steps))));
  await (fault ? expect(replay).rejects.toThrow(fault) : replay);
});

test('readTrace() ignores an unknown field beside the steps of a trace', () => {
  const trace: Trace = readTrace('a.json', JSON.stringify({ ...traceOf(begun), note: 'Seen on Tuesday.' }));
  expect(trace.steps).toHaveLength(1);
});
