import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { createBench } from '../../src/workbench/recorder/bench';
import { guessModule, writeLiteral } from '../../src/workbench/recorder/testText';
import { lintCopiedTest, runCopiedTests } from './copied';
import { counter } from './foreign/counter';
import { lamp } from './foreign/lamp';
import { kitchen, oven } from './foreign/oven';
import { runWithClient } from './wired';

const LAMP = { path: './lamp', name: 'lamp' };
const readForeign = (name: string) => readFileSync(`tests/workbench/foreign/${name}.ts`, 'utf8');

function copy(where: 'here' | 'in another app', masked: boolean, name: string) {
  const clock = new SimulatedClock();
  const bench = createBench();
  const wired = runWithClient(lamp);
  const actor = where === 'here' ? createActor(lamp, { inspect: bench.recorder.inspect, clock }).start() : wired.actor;
  onTestFinished(() => void actor.stop());
  for (const type of ['more', 'press', 'more', 'more'] as const) actor.send({ type });
  const data = { list: Array.from({ length: 40 }, (_, i) => ({ i })) };
  actor.send({ type: 'more', owner: "Amina's", data } as never);
  if (where === 'here') clock.increment(60_000);
  const used = where === 'here' ? bench : wired.bench;
  const last = used.recorder.read().entries.findLast(({ snapshot }) => snapshot.machine.id === 'lamp')!;
  return used.testOf(last, { ...LAMP, name }, masked);
}

test('copied tests pass and are formatted, by whatever name the machine is exported', { timeout: 60_000 }, async () => {
  const files: Record<string, string> = {
    'lamp.ts': `${readForeign('lamp')}export { lamp as default, lamp as machine };`,
  };
  for (const [where, masked, name] of [
    ['here', true, 'lamp'],
    ['here', false, 'default'],
    // A copied test has a variable `machine` itself, so it imports an export of that name under another one.
    ['in another app', false, 'machine'],
  ] as const) {
    const text = copy(where, masked, name);
    await lintCopiedTest(text);
    expect(text.includes('Amina'), name).toBe(!masked);
    expect(text.includes('clock.increment(60000);'), name).toBe(where === 'here');
    files[`${name}.test.ts`] = text;
  }
  const title = expect.stringMatching(/^lamp is (off|on\.warm|on\.bright) after /);
  expect(await runCopiedTests(files)).toEqual([title, title, title]);
});

test('a copied test reads like a test that a person has written', () => {
  const { actor, bench, stepsOf } = runWithClient(lamp);
  actor.send({ type: 'press' });
  expect(bench.testOf(stepsOf().at(-1)!, LAMP)).toBe(`import { expect, test } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { lamp } from './lamp';

/** Outside work that never answers: the test sends the answers. */
const silent = fromPromise(() => new Promise(() => {})) as never;

test('lamp is on.warm after the start, press', () => {
  const machine = lamp.provide({ actors: { load: silent } });
  const actor = createActor(machine).start();
  expect(actor.getSnapshot().value).toEqual('off');

  actor.send({ type: 'press' });
  expect(actor.getSnapshot().value).toEqual({ on: 'warm' });
});
`);
});

test('copied tests of a child machine pass, also one of a guard that throws', { timeout: 60_000 }, async () => {
  const clock = new SimulatedClock();
  const { actor, bench } = runWithClient(kitchen, { clock, isStarted: false });
  actor.subscribe({ error: () => {} });
  actor.start();
  const child = actor.getSnapshot().children.oven!;
  child.send({ type: 'light' });
  clock.increment(1_000);
  const copyLast = () => {
    const last = bench.recorder.read().entries.findLast(({ snapshot }) => snapshot.machine.id === oven.id)!;
    return bench.testOf(last, { path: './oven', name: 'oven' });
  };
  const sends = copyLast();
  expect(sends).toContain('createActor(createMachine({}), { clock }).start();');
  child.send({ type: 'open' });
  await Promise.resolve();
  const fails = copyLast();
  for (const text of [sends, fails]) await lintCopiedTest(text);
  const files = { 'oven.ts': readForeign('oven'), 'fails.test.ts': fails, 'sends.test.ts': sends };
  expect((await runCopiedTests(files)).sort()).toEqual([
    'oven fails after light, after 1 s, open',
    'oven is hot after the start, light, after 1 s',
  ]);
});

test('a copied test starts its machine once, even if React has restarted it in the app', () => {
  const { actor, client, bench, stepsOf } = runWithClient(lamp);
  actor.send({ type: 'more' });
  // React's strict mode stops an actor and starts it again.
  const again = { type: '@xstate.snapshot', actorRef: actor, snapshot: actor.getSnapshot() } as never;
  client.inspect({ ...(again as object), event: { type: 'xstate.init' } } as never);
  actor.send({ type: 'press' });
  const text = bench.testOf(stepsOf().at(-1)!, LAMP);
  expect(text).not.toContain('xstate.init');
  expect(text.match(/actor\.send/g)).toHaveLength(2);
});

const COUNTER = { path: './counter', name: 'counter' };

test.each([true, false])('a copied test starts from the same snapshot as the app (masked: %s)', async (masked) => {
  const snapshot = counter.resolveState({ value: 'red', context: { cycles: 2, owner: 'Amina' } });
  const { actor, bench, stepsOf } = runWithClient(counter, { snapshot: JSON.parse(JSON.stringify(snapshot)) });
  actor.send({ type: 'TIMER' });
  const last = stepsOf().at(-1)!;
  expect(bench.beginningOf(last)).toBe('The app started this actor from a snapshot, so the test does, too.');
  const text = bench.testOf(last, COUNTER, masked);
  const owner = masked ? '$string 1' : 'Amina';
  expect(text).toContain(`counter.resolveState({ value: 'red', context: { cycles: 2, owner: '${owner}' } as never });`);
  expect(text.includes('Values of its context are hidden')).toBe(masked);
  // Running a test is slow, so only the masked one is linted and run.
  if (!masked) return;
  await lintCopiedTest(text);
  const files = { 'counter.ts': readForeign('counter'), 'copied.test.ts': text };
  expect(await runCopiedTests(files)).toEqual(['counter is red after a snapshot, TIMER']);
});

test('a copied test begins at the first step that is still recorded', () => {
  const { actor, bench, stepsOf } = runWithClient(counter);
  expect(bench.beginningOf(stepsOf()[0]!)).toBe('');
  bench.recorder.clear();
  actor.send({ type: 'TIMER' });
  actor.send({ type: 'TIMER' });
  const text = bench.testOf(stepsOf().at(-1)!, COUNTER);
  expect(text).toContain('// The steps before this state are no longer kept, so the test begins in it.');
  expect(text).toContain("resolveState({ value: 'red'");
});

test.each([
  ['cart', 'cartMachine'],
  ['toggleMachine', 'toggleMachine'],
  ['Donut Maker', 'donutMakerMachine'],
  ['(machine)', 'machine'],
  ['7', 'machine'],
  ['', 'machine'],
])('a copied test of the machine %j imports the usual module and name: %s', (id, name) =>
  expect(guessModule(id)).toEqual({ path: `./${name}`, name }),
);

test.each<[unknown, string]>([
  ["it's", '"it\'s"'],
  ['say "no"', '\'say "no"\''],
  [
    { 'a b': [1, null, true], c: undefined, __proto__x: {} },
    "{ 'a b': [1, null, true], c: undefined, __proto__x: {} }",
  ],
  [JSON.parse('{"__proto__":1}'), "{ ['__proto__']: 1 }"],
])('writeLiteral() writes %j as TypeScript code', (value, code) => expect(writeLiteral(value)).toBe(code));
