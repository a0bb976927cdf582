import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine, fromCallback, fromPromise } from 'xstate';
import { findBrokenProperties } from './properties';
import { isVisitorEvent } from './words';

/** Returns the faults of `machine`, in an application whose dialogs run `awaitBack`. */
const faultsOf = (machine: AnyStateMachine, all: readonly AnyStateMachine[] = []) =>
  findBrokenProperties(machine, {}, { all, dialogActor: 'awaitBack', closedState: 'none' });

const state = (more: object = {}) => ({ description: 'Described.', ...more });
const start = state({ on: { go: 'b' } });

/** Returns a machine that begins in `a`, from where `go` leads to `b`. */
const machine = (states: object, root: object = {}, actors: object = {}): AnyStateMachine =>
  createMachine({ id: 'm', initial: 'a', ...root, states: { a: start, ...states } as never }, { actors } as never);

const invoke = (...names: string[]) => ({ invoke: names.map((name) => ({ id: name, src: name })) });
const timed = { after: { 1000: 'a' } };
const busy = (more: object) => state({ tags: 'busy', ...more });
const sound = { b: busy({ ...timed, on: { close: 'a', 'wallet.connected': 'a' } }) };
const unlimited = 'b is busy without a time limit.';
const trapped = 'b is busy and the visitor cannot leave it.';
const guard = () => true;

test.each<[sentence: string, states: object]>([
  ['c can never be reached.', { c: state({ on: { go: 'a' } }) }],
  ['a has no description.', { a: { on: { go: 'b' } } }],
  [unlimited, { b: busy({ on: { close: 'a' } }) }],
  [unlimited, { b: { ...sound.b, after: { 1000: { target: 'b', reenter: true } } } }],
  [unlimited, { b: { ...sound.b, after: { 1000: { guard: () => false, target: 'a' } } } }],
  [unlimited, { b: { ...sound.b, after: { 1000: 'c' } }, c: { ...sound.b, after: { 1000: 'b' } } }],
  ['b is busy, and nothing that happens ends it.', { b: busy({ ...timed, on: { close: 'a' } }) }],
  [trapped, { b: busy(timed) }],
  [trapped, { b: busy({ ...timed, on: { 'wallet.gone': 'a', wait: 'b' } }) }],
  ['There is no way out of "b".', { b: state() }],
  ['There is no way out of "b".', { b: state({ on: { go: 'c' } }), c: state({ on: { go: 'b' } }) }],
  // A transition without an event leads from `b` to `a` if the guard passes. It always passes, so no path rests in `b`.
  ['b can never be reached.', { b: state({ always: [{ guard, target: 'a' }] }) }],
])('findBrokenProperties() reports the fault of a broken machine: %s', (sentence, states) => {
  expect(faultsOf(machine(sound))).toEqual([]);
  expect(faultsOf(machine({ ...sound, ...states }))).toContain(sentence);
});

test('findBrokenProperties() does not report a transient state as unreachable', () => {
  const end = state({ on: { close: 'a' } });
  const deciding = machine({ b: state({ always: [{ guard, target: 'c' }, { target: 'd' }] }), c: end, d: end });
  expect(faultsOf(deciding)).toEqual(['d can never be reached.']);
});

describe('a busy state with child states', () => {
  const leaving = state({ after: { 1000: '#m.a' }, on: { next: 'y', 'line.restored': '#m.a' } });
  const alone = state({ after: { 1000: '#m.a' } });
  const [inTurn, parallel] = [{ initial: 'x' }, { type: 'parallel' }];

  test.each<[string[], title: string, x: object, y: object, kind: object]>([
    [[], 'each child has a time limit', leaving, leaving, inTurn],
    [[unlimited], 'only one child has a time limit', leaving, state(), inTurn],
    [[], 'one parallel child has a time limit', alone, state(), parallel],
    [[unlimited], 'no parallel child has a time limit', state(), state(), parallel],
  ])('has the faults %j if %s', (faults, _, x, y, kind) => {
    const parent = busy({ on: { close: 'a', 'wallet.gone': 'a' }, states: { x, y }, ...kind });
    expect(faultsOf(machine({ b: parent }))).toEqual(faults);
  });
});

describe("a busy state without a transition for the visitor's events", () => {
  const child = machine({ b: busy({ ...timed, on: { 'wallet.gone': 'a' } }) });
  const asker = (id: string, asking: object, root: object = {}) =>
    machine({ b: { ...invoke('m'), ...asking } }, { id, ...root });
  const parts = (x: object, more: object = {}) => ({ initial: 'x', states: { x, y: {} }, ...more });
  const left = asker('left', { on: { back: 'a' } });
  const between = asker('between', {});
  const outer = (more: object) => machine({ b: { ...invoke('between'), ...more } }, { id: 'outer' });
  const ending = machine({ a: {}, end: { type: 'final' } }, { id: 'ending', ...invoke('m'), on: { close: '.end' } });

  test.each<[title: string, ...parents: AnyStateMachine[]]>([
    ["a visitor's event leaves the parent's state", left],
    ["a visitor's event restarts the parent's state", asker('anew', { on: { back: { target: 'b', reenter: true } } })],
    ["a visitor's event leaves every state of the parent", asker('anywhere', {}, { on: { close: '.a' } })],
    [
      "visitor's events leave every child of the parent's state",
      asker('within', parts({ on: { close: 'y', back: '#within.a' } }, { on: { close: 'a' } })),
    ],
    ["a visitor's event ends the parent", ending],
    ['an event leaves the parent of its parent', between, outer({ on: { back: 'a' } })],
  ])('can be left by a visitor if %s', (_, ...parents) => expect(faultsOf(child, [child, ...parents])).toEqual([]));

  test.each<[title: string, ...parents: AnyStateMachine[]]>([
    ['no machine invokes it'],
    ["only an outside event leaves the parent's state", asker('deaf', { on: { 'wallet.gone': 'a' } })],
    ["a visitor's event stays within the parent's state", asker('stays', parts({}, { on: { back: '.y' } }))],
    ["a visitor's event leaves only under a condition", asker('maybe', { on: { back: { guard, target: 'a' } } })],
    ['a child state handles the event itself', asker('keeps', parts({ on: { close: 'y' } }, { on: { close: 'a' } }))],
    ['one of two parents cannot be left', left, asker('trap', {})],
    ['no event leaves the parent of its parent', between, outer({})],
  ])('is reported as a state that the visitor cannot leave if %s', (_, ...parents) =>
    expect(faultsOf(child, [child, ...parents])).toEqual([trapped]),
  );
});

describe('going back', () => {
  const steps = (more: object = {}, initial = 'none') => {
    const none = state({ on: { get: 'get', skip: 'download' } });
    const get = state({ on: { back: 'none', next: 'download' } });
    return createMachine({
      id: 'm',
      initial,
      states: { none, get, download: state({ on: { back: 'none' } }), ...more },
    });
  };
  const fault = 'Going back from download leads to none, where nobody was.';
  const late = steps({ opened: state({ on: { go: 'download' } }) }, 'opened');

  test.each<[sentences: string[], AnyStateMachine]>([
    [[], steps()],
    [[fault], late],
    [['Going back from download leads to get, where nobody was.'], steps({ download: state({ on: { back: 'get' } }) })],
    [
      ['Going back from get never ends.'],
      steps({ get: state({ on: { back: 'download', next: 'download' } }), download: state({ on: { back: 'get' } }) }),
    ],
    [
      ['Going back from download ends at get.'],
      steps({ get: state({ on: { next: 'download', close: 'none' } }), download: state({ on: { back: 'get' } }) }),
    ],
  ])('findBrokenProperties() returns the faults %j for the steps of a dialog', (sentences, stepping) => {
    expect(faultsOf(stepping)).toEqual(sentences.length ? expect.arrayContaining(sentences) : []);
  });

  test('may show a step not visited before only if the dialog began at a later step', () => {
    const faults = (began: string) =>
      findBrokenProperties(late, { beginsLate: (now) => now.matches(began) }, { closedState: 'none' });
    expect(faults('get')).toContain(fault);
    expect(faults('download')).not.toContain(fault);
  });
});

test('findBrokenProperties() reports two dialogs that are open at the same time', () => {
  const dialog = createMachine(
    { id: 'dialog', ...invoke('awaitBack') },
    { actors: { awaitBack: fromCallback(() => {}) } },
  );
  const opening = (...names: string[]) =>
    machine({ b: state({ on: { close: 'a' }, ...invoke(...names) }) }, {}, { dialog, other: dialog });
  expect(faultsOf(opening('dialog'))).toEqual([]);
  expect(faultsOf(opening('dialog', 'other'))).toEqual(['b shows dialog and other at once.']);
});

describe('a state that waits for an answer', () => {
  const actors = {
    awaitBack: fromCallback(() => {}),
    fetch: fromPromise(async () => {}),
    other: machine({ a: state() }),
  };
  const asking = { id: 'fetch', src: 'fetch', onDone: 'a', onError: 'a' };
  const dialog = invoke('awaitBack');
  const waiting = (more: object, root: object = {}) =>
    machine({ b: state({ invoke: asking, ...timed, on: { close: 'a' }, ...more }) }, root, actors);
  const asker = (...names: string[]) => machine({ a: invoke('m', ...names) }, { id: 'asker' });
  const idle = 'b waits for fetch, and is not busy.';
  const endless = 'b waits for fetch without a time limit, and is not busy.';

  test.each<[faults: string[], title: string, waiting: AnyStateMachine, ...parents: AnyStateMachine[]]>([
    [[], 'a dialog is busy', waiting({ tags: 'busy' }, dialog)],
    [[idle], 'a dialog is not busy', waiting({}, dialog)],
    [[idle], 'the dialog of the parent is not busy', waiting({}), asker('awaitBack')],
    [[], 'no dialog is open', waiting({})],
    [[], 'the parent has no open dialog', waiting({}), asker()],
    [[], 'the actor never answers', waiting(invoke('fetch'), dialog)],
    [
      [],
      "the actor is another dialog's machine",
      waiting({ invoke: { id: 'other', src: 'other', onDone: 'a' } }, dialog),
    ],
    [[endless], 'it has no time limit', waiting({ after: {} })],
    [[endless], 'its time limit only restarts it', waiting({ after: { 1000: { target: 'b', reenter: true } } })],
  ])('has the faults %j if %s', (faults, _, waits, ...parents) =>
    expect(faultsOf(waits, [waits, ...parents])).toEqual(faults),
  );
});

test('isVisitorEvent() accepts only verbs and requests, such as `dialog.request`', () => {
  const types = ['close', 'dialog.request', 'wallet.connected', 'xstate.init', 'xstate.done.actor.close', ''];
  expect(types.filter(isVisitorEvent)).toEqual(['close', 'dialog.request']);
});
