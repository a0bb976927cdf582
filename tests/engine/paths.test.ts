import { expect, test } from 'vitest';
import { assign, fromPromise, setup } from 'xstate';
import { createCoverageRecord } from './coverage';
import { generatePaths, selectFewestPaths } from './paths';
import { perform } from './perform';
import { createDoneEvent, createErrorEvent, describeEvent } from './words';

/** A machine with every kind of transition: on events, answers, failures, delays, final child states and `always`. */
const errand = setup({
  types: {
    input: {} as { tries: number },
    context: {} as { tries: number; failure: string | null },
    events: {} as { type: 'go'; far: boolean } | { type: 'close' },
  },
  actors: { fetch: fromPromise<boolean, { tries: number }>(() => Promise.reject(new Error('No actor was provided.'))) },
  actions: {
    tire: assign({ tries: ({ context }) => context.tries - 1 }),
    note: assign({ failure: (_, failure: string) => failure }),
  },
  guards: {
    far: (_, far: boolean) => far,
    tired: ({ context }) => context.tries === 0,
    found: (_, found: boolean) => found,
  },
  delays: { lookTime: 10, searchTime: ({ context }) => 1000 * context.tries },
}).createMachine({
  id: 'errand',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'home',
  on: { close: '.over' },
  states: {
    home: {
      on: {
        go: [
          { guard: { type: 'far', params: ({ event }) => event.far }, target: 'away' },
          { target: 'home', reenter: true },
        ],
      },
    },
    away: {
      initial: 'looking',
      after: { searchTime: 'home' },
      onDone: 'over',
      states: {
        looking: {
          invoke: {
            id: 'fetch',
            src: 'fetch',
            input: ({ context }) => ({ tries: context.tries }),
            onDone: [
              { guard: { type: 'found', params: ({ event }) => event.output }, target: 'found' },
              { target: 'lost', actions: { type: 'note', params: 'not there' } },
            ],
            onError: { target: 'lost', actions: { type: 'note', params: ({ event }) => String(event.error) } },
          },
        },
        lost: {
          entry: 'tire',
          after: { lookTime: 'looking' },
          always: { guard: 'tired', target: '#errand.over' },
        },
        found: { type: 'final' },
      },
    },
    over: { type: 'final' },
  },
});

const samples = [
  { type: 'go', far: true },
  { type: 'go', far: false },
  createDoneEvent('fetch', true),
  createDoneEvent('fetch', false),
  createErrorEvent('fetch', new Error('offline')),
  createErrorEvent('fetch', new Error('forbidden')),
];
const generate = (world: object = {}, aim?: 'transitions') =>
  generatePaths(errand, { inputs: [{ tries: 2 }], samples, ...world }, aim);
const paths = generate();

async function cover(some: typeof paths) {
  const coverage = createCoverageRecord(errand);
  for (const { input, follow } of some) {
    const { stop, ...life } = perform(errand, { input, coverage });
    await follow({ ...life, states: { '*': () => {} } });
    stop();
  }
  return coverage;
}

test('generated paths take every transition and every branch of a guard', async () => {
  const coverage = await cover(paths);
  expect(coverage.missing()).toMatchObject({ transitions: [], branches: [] });
  expect(coverage.figures().transitions).toEqual([10, 10]);
});

test('coverage lists the transitions and guard branches that no path took', async () => {
  const found = samples.filter((event) => !('output' in event && event.output === false));
  const coverage = await cover(generate({ samples: found }));
  expect(coverage.missing()).toMatchObject({
    transitions: ['errand.away.looking · xstate.done.actor.fetch [2 else] → errand.away.lost'],
    branches: ['errand.away.looking · xstate.done.actor.fetch [1 found] → errand.away.found: no'],
  });
  expect(coverage.figures().transitions).toEqual([9, 10]);
});

test('generated paths contain every sample, even errors that are equal as JSON', () => {
  const taken = generate({ inputs: [{ tries: 1 }] }).flatMap((path) => path.samples);
  for (const word of ['offline', 'forbidden', 'true', 'false']) expect(taken.join()).toContain(word);
});

test('generated paths leave out a timer that a shorter timer always precedes', async () => {
  const lost: string[] = [];
  for (const { follow } of paths) await follow({ send: (event) => lost.push(describeEvent(event)) });
  const afterLosing = lost.filter((_, i) => /answers false|fails/.test(lost[i - 1] ?? ''));
  expect(afterLosing).not.toContain('searchTime runs out');
});

test('generatePaths() throws if `identify` wrongly treats two contexts as equal', () => {
  expect(() => generate({ identify: () => 'all the same' })).toThrow(/"identify" takes situations for one/);
});

test('generatePaths() returns one empty path for a machine without transitions', async () => {
  const still = setup({}).createMachine({ id: 'still' });
  const [path, ...others] = generatePaths(still);
  expect([path?.title, others]).toEqual(['starts', []]);
  await path?.follow(perform(still));
  expect(createCoverageRecord(still).figures().transitions).toEqual([0, 0]);
});

test('paths for the aim `transitions`, and selectFewestPaths(), take every transition', async () => {
  const short = generate({ inputs: [{ tries: 2 }, { tries: 3 }], limit: 4 });
  expect(generate({ limit: 1 }).length).toBeGreaterThan(paths.length);
  const stepsIn = (some: typeof paths) => some.flatMap(({ types }) => types).length;
  const [few, fewest] = [generate({}, 'transitions'), selectFewestPaths(short)];
  expect([stepsIn(few) < stepsIn(paths), fewest.length < short.length]).toEqual([true, true]);
  for (const some of [few, fewest]) expect((await cover(some)).missing().transitions).toEqual([]);
});

test('paths for the aim `transitions`, and selectFewestPaths(), reach every state', async () => {
  const gate = setup({
    types: { context: {} as { asked: boolean } },
    actions: { ask: assign({ asked: true }) },
    guards: { isAsked: ({ context }) => context.asked },
  }).createMachine({
    id: 'gate',
    context: { asked: false },
    initial: 'shut',
    on: { ask: { actions: 'ask' }, rain: '.wet' },
    states: {
      shut: {},
      wet: { initial: 'none', states: { none: { always: { guard: 'isAsked', target: 'open' } }, open: {} } },
    },
  });
  const all = generatePaths(gate, {}, 'transitions');
  for (const some of [all, selectFewestPaths(all)]) {
    const coverage = createCoverageRecord(gate);
    for (const path of some) await path.follow({ send: () => {}, visit: coverage.visit as never });
    expect(coverage.missing().states).toEqual([]);
  }
});

test('the title of a path names steps and the state after them, and is unique', () => {
  const lamp = setup({ types: { events: {} as { type: 'press'; finger: object } } }).createMachine({
    id: 'lamp',
    initial: 'dark',
    states: { dark: { on: { press: 'lit', leave: 'gone' } }, lit: { on: { press: 'dark' } }, gone: { type: 'final' } },
  });
  const [thumb, other] = [{ nth: 1 }, { nth: 2 }];
  const samples = [thumb, other].map((finger) => ({ type: 'press', finger }));
  const titlesOf = (world: object) => generatePaths(lamp, { samples, limit: 2, ...world }).map(({ title }) => title);
  expect(titlesOf({ names: { thumb } })).toEqual([
    'press thumb → press thumb: dark',
    'press {"nth":2} → press {"nth":2}: dark',
    'leave: gone',
  ]);
  const inputs = [{ by: 'day' }, { by: 'night' }];
  const titles = titlesOf({ inputs, names: { thumb, other, night: inputs[1] } });
  expect(titles).toEqual(expect.arrayContaining(['leave: gone', 'leave: gone (from night)']));
  expect(new Set(titles).size).toBe(titles.length);
});

test.each<[title: string, message: RegExp, stage: object]>([
  [
    'one of its events cannot be caused',
    /^Nothing in the test causes "xstate\S+" of errand\. Add it under "events"\.$/,
    { events: { go: () => {} }, send: undefined },
  ],
  [
    'the machine is in another state',
    /\nstep \d+: "home" – go true → {"away":"looking"}\nThe model is at .*\nbut life is at .*"home"/,
    { events: { go: () => {} } },
  ],
  [
    'the check of a state fails',
    /^.*\nat the start\nexpected 'cold' to be 'warm'/,
    { states: { home: () => expect('cold').toBe('warm'), away: () => {}, over: () => {} } },
  ],
])('replaying a path throws an error that names the problem if %s', async (_, message, stage) => {
  const { input, follow } = paths[0]!;
  const { stop, ...life } = perform(errand, { input });
  await expect(follow({ ...life, ...stage })).rejects.toThrow(message);
  stop();
});

test('perform() returns the input of a scripted actor, and throws if it never ran', async () => {
  const { send, given, snapshot, stop } = perform(errand, { input: { tries: 2 } });
  expect(() => given('fetch')).toThrow('fetch was never asked.');
  await expect(send(createDoneEvent('fetch', true))).rejects.toThrow('Nothing waits for an answer of fetch while ');
  await send({ type: 'go', far: true });
  expect(given('fetch')).toEqual({ tries: 2 });
  await send(createDoneEvent('fetch', true));
  expect(snapshot().value).toBe('over');
  stop();
});

test('perform() runs an actor of its option `actors` instead of a scripted one', async () => {
  const parent = setup({ actors: { errand } }).createMachine({
    id: 'parent',
    invoke: { id: 'errand', src: 'errand', input: { tries: 1 } },
  });
  const coverage = createCoverageRecord(errand);
  const { actor, stop } = perform(parent, { actors: { errand }, coverage });
  const child = actor.getSnapshot().children.errand;
  child?.send({ type: 'close' });
  expect(child?.getSnapshot().status).toBe('done');
  expect(coverage.missing().transitions).not.toContain('errand · close → errand.over');
  stop();
});
