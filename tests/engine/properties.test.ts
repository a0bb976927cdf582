import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine, fromCallback, fromPromise } from 'xstate';
import { findBrokenProperties, type PropertySettings } from './properties';
import { isVisitorEvent } from './words';

/** Returns the faults of `machine`, in an application whose dialogs run `awaitBack`. */
const faultsOf = (machine: AnyStateMachine, all: readonly AnyStateMachine[] = []) =>
  findBrokenProperties(machine, {}, { all, dialogActor: 'awaitBack', closedState: 'none' });

const description = 'Described.';
const machine = (states: object, id = 'm'): AnyStateMachine =>
  createMachine({ id, initial: 'a', states: states as never });

describe('each property of machines finds its fault', () => {
  const sound = {
    a: { description, on: { go: 'b' } },
    b: { description, tags: 'busy', after: { 1000: 'a' }, on: { close: 'a', 'wallet.connected': 'a' } },
  };

  test('a correct machine passes all properties', () => expect(faultsOf(machine(sound))).toEqual([]));

  const unlimited = 'b is busy without a time limit.';
  const trapped = 'b is busy and the visitor cannot leave it.';
  const timed = { description, tags: 'busy', after: { 1000: 'a' } };
  test.each<[sentence: string, change: object]>([
    ['c can never be reached.', { c: { description, on: { go: 'a' } } }],
    ['a has no description.', { a: { on: { go: 'b' } } }],
    [unlimited, { b: { description, tags: 'busy', on: { close: 'a' } } }],
    [unlimited, { b: { ...sound.b, after: { 1000: { target: 'b', reenter: true } } } }],
    [unlimited, { b: { ...sound.b, after: { 1000: { guard: () => false, target: 'a' } } } }],
    [unlimited, { b: { ...sound.b, after: { 1000: 'c' } }, c: { ...sound.b, after: { 1000: 'b' } } }],
    ['b is busy, and nothing that happens ends it.', { b: { ...timed, on: { close: 'a' } } }],
    [trapped, { b: timed }],
    [trapped, { b: { ...timed, on: { 'wallet.gone': 'a', wait: 'b' } } }],
    ['There is no way out of "b".', { b: { description } }],
    ['There is no way out of "b".', { b: { description, on: { go: 'c' } }, c: { description, on: { go: 'b' } } }],
  ])('checking the properties of a machine reports: %s', (sentence, change) => {
    expect(faultsOf(machine({ ...sound, ...change }))).toContain(sentence);
  });
});

describe('transient states', () => {
  const aim = { description, on: { close: 'a' } };
  const deciding = (always: object[]) => ({
    a: { description, on: { go: 'b' } },
    b: { description, always },
    c: aim,
    d: aim,
  });
  const guard = () => true;

  test('a transient state may lack a description', () => {
    expect(faultsOf(machine(deciding([{ guard, target: 'c' }, { target: 'd' }])))).toEqual(['d can never be reached.']);
  });

  test('a transient state needs a last branch without a guard', () => {
    const sentences = faultsOf(machine(deciding([{ guard, target: 'c' }])));
    expect(sentences).toContain('b can never be reached.');
  });
});

describe('a busy state with child states', () => {
  const timed = { description, after: { 1000: '#m.a' }, on: { next: 'y', 'line.restored': '#m.a' } };
  const busy = (x: object, y: object, more = {}) => ({
    a: { description, on: { go: 'b' } },
    b: { description, tags: 'busy', on: { close: 'a', 'wallet.gone': 'a' }, states: { x, y }, ...more },
  });
  const sentence = 'b is busy without a time limit.';

  test('a busy state has a time limit if each of its children has one', () => {
    expect(faultsOf(machine(busy(timed, timed, { initial: 'x' })))).toEqual([]);
    expect(faultsOf(machine(busy(timed, { description }, { initial: 'x' })))).toEqual([sentence]);
  });

  test('a busy state has a time limit if one of its parallel children has one', () => {
    const alone = { description, after: { 1000: '#m.a' } };
    expect(faultsOf(machine(busy(alone, { description }, { type: 'parallel' })))).toEqual([]);
    expect(faultsOf(machine(busy({ description }, { description }, { type: 'parallel' })))).toEqual([sentence]);
  });
});

describe("a busy state without a transition for the visitor's events", () => {
  const child = machine({
    a: { description, on: { go: 'b' } },
    b: { description, tags: 'busy', after: { 1000: 'a' }, on: { 'wallet.gone': 'a' } },
  });
  const asker = (id: string, asking: object, root = {}): AnyStateMachine =>
    createMachine({
      id,
      initial: 'a',
      ...root,
      states: { a: { on: { go: 'b' } }, b: { invoke: { id: 'm', src: 'm' }, ...asking } } as never,
    });
  const sentence = 'b is busy and the visitor cannot leave it.';
  const sound = asker('sound', { on: { back: 'a' } });
  const parts = (x: object, more = {}) => ({ initial: 'x', states: { x, y: {} }, ...more });

  test.each([
    ["a visitor's event leaves the parent's state", sound],
    ["a visitor's event restarts the parent's state", asker('anew', { on: { back: { target: 'b', reenter: true } } })],
    ["a visitor's event leaves every state of the parent", asker('anywhere', {}, { on: { close: '.a' } })],
    [
      "visitor's events leave every child of the parent's state",
      asker('within', parts({ on: { close: 'y', back: '#within.a' } }, { on: { close: 'a' } })),
    ],
    [
      "a visitor's event ends the parent",
      createMachine({
        id: 'ending',
        invoke: { src: 'm' },
        initial: 'a',
        states: { a: {}, end: { type: 'final' } },
        on: { close: '.end' },
      }),
    ],
  ])('a visitor can leave a busy state if %s', (_, parent) => expect(faultsOf(child, [child, parent])).toEqual([]));

  test('a visitor can leave a busy state if an event leaves the parent of its parent', () => {
    const between = asker('between', {});
    const outer = (more: object) =>
      createMachine({
        id: 'outer',
        initial: 'a',
        states: { a: { invoke: { src: 'between' }, ...more }, b: {} } as never,
      });
    expect(faultsOf(child, [child, between, outer({ on: { back: 'b' } })])).toEqual([]);
    expect(faultsOf(child, [child, between, outer({})])).toEqual([sentence]);
  });

  test.each([
    ['no machine invokes it', []],
    ["only an outside event leaves the parent's state", [asker('deaf', { on: { 'wallet.gone': 'a' } })]],
    ["a visitor's event stays within the parent's state", [asker('stays', parts({}, { on: { back: '.y' } }))]],
    [
      "a visitor's event leaves only under a condition",
      [asker('maybe', { on: { back: { guard: () => true, target: 'a' } } })],
    ],
    [
      "a child state handles the visitor's event itself",
      [asker('keeps', parts({ on: { close: 'y' } }, { on: { close: 'a' } }))],
    ],
    ['one of two parents cannot be left', [sound, asker('trap', {})]],
  ])('a busy state that the visitor cannot leave is reported if %s', (_, parents) =>
    expect(faultsOf(child, [child, ...parents])).toEqual([sentence]),
  );
});

describe('going back that ends at the closed state `none` passes', () => {
  const steps = (more: object, start = 'none') =>
    createMachine({
      id: 'm',
      initial: start,
      states: {
        none: { description, on: { get: 'get', skip: 'download' } },
        get: { description, on: { back: 'none', next: 'download' } },
        download: { description, on: { back: 'none' } },
        ...more,
      } as never,
    });

  test('going back must end at `none`', () => expect(faultsOf(steps({}))).toEqual([]));

  test('Back may show a step not visited before only if the dialog began at a later step', () => {
    const late = steps({ opened: { description, on: { go: 'download' } } }, 'opened');
    const fault = 'Going back from download leads to none, where nobody was.';
    expect(faultsOf(late)).toContain(fault);
    const faults = (beginsLate: NonNullable<PropertySettings['beginsLate']>) =>
      findBrokenProperties(late, { beginsLate }, { closedState: 'none' });
    expect(faults((state) => state.matches('get'))).toContain(fault);
    expect(faults((state) => state.matches('download'))).not.toContain(fault);
  });

  test.each([
    ['Going back from download leads to get, where nobody was.', { download: { description, on: { back: 'get' } } }],
    [
      'Going back from get never ends.',
      {
        get: { description, on: { back: 'download', next: 'download' } },
        download: { description, on: { back: 'get' } },
      },
    ],
    [
      'Going back from download ends at get.',
      { get: { description, on: { next: 'download', close: 'none' } }, download: { description, on: { back: 'get' } } },
    ],
  ])('checking the way back through a machine reports: %s', (sentence, more) =>
    expect(faultsOf(steps(more))).toContain(sentence),
  );
});

describe('one dialog at a time', () => {
  const dialog = createMachine(
    { id: 'dialog', invoke: { id: 'awaitBack', src: 'awaitBack' } },
    { actors: { awaitBack: fromCallback(() => {}) } },
  );
  const asking = (more: object) =>
    createMachine(
      {
        id: 'm',
        initial: 'a',
        states: { a: { description, on: { go: 'b' } }, b: { description, on: { close: 'a' }, ...more } } as never,
      },
      { actors: { dialog, other: dialog } },
    );

  test('a machine that opens one dialog at a time passes', () => {
    expect(faultsOf(asking({ invoke: { id: 'dialog', src: 'dialog' } }))).toEqual([]);
  });

  test('two dialogs that are open at a time are reported', () => {
    const both = ['dialog', 'other'].map((src) => ({ id: src, src }));
    expect(faultsOf(asking({ invoke: both }))).toEqual(['b shows dialog and other at once.']);
  });
});

describe('a dialog that waits for an answer', () => {
  const silent = fromCallback(() => {});
  const awaitBack = { id: 'awaitBack', src: 'awaitBack' };
  const waiting = (more: object, root: object = { invoke: awaitBack }) =>
    createMachine(
      {
        id: 'm',
        initial: 'a',
        ...root,
        states: {
          a: { description, on: { go: 'b' } },
          b: {
            description,
            invoke: { id: 'fetch', src: 'fetch', onDone: 'a', onError: 'a' },
            after: { 1000: 'a' },
            on: { close: 'a' },
            ...more,
          },
        } as never,
      },
      { actors: { awaitBack: silent, fetch: fromPromise(async () => {}), other: machine({ a: { description } }) } },
    );
  const asker = (invoke: object[]) =>
    createMachine({
      id: 'asker',
      initial: 'a',
      states: { a: { invoke: [{ id: 'm', src: 'm' }, ...invoke] as never } },
    });
  const sentence = 'b waits for fetch, and is not busy.';

  test('a dialog that waits must have the tag `busy`', () => {
    expect(faultsOf(waiting({ tags: 'busy' }))).toEqual([]);
    expect(faultsOf(waiting({}))).toEqual([sentence]);
  });

  test('a state that waits for an actor needs a time limit or the tag `busy`', () => {
    const alone = { actors: { fetch: fromPromise(async () => {}) } };
    const states = (more: object) => ({
      a: { description, on: { go: 'b' } },
      b: { description, on: { close: 'a' }, invoke: { id: 'fetch', src: 'fetch', onDone: 'a' }, ...more },
    });
    const endless = ['b waits for fetch without a time limit, and is not busy.'];
    const asks = (more: object) => faultsOf(machine(states(more)).provide(alone));
    expect(asks({})).toEqual(endless);
    expect(asks({ after: { 1000: { target: 'b', reenter: true } } })).toEqual(endless);
    expect(asks({ after: { 1000: 'a' } })).toEqual([]);
    expect(asks({ tags: 'busy', after: { 1000: 'a' } })).toEqual([]);
  });

  test('a state in which the parent of a waiting dialog waits needs the tag `busy` too', () => {
    const inner = waiting({}, {});
    expect(faultsOf(inner, [inner, asker([awaitBack])])).toEqual([sentence]);
  });

  test.each<[string, AnyStateMachine, AnyStateMachine[]]>([
    ['no dialog is open', waiting({}, {}), []],
    ['the parent has no open dialog', waiting({}, {}), [asker([])]],
    ['the actor never answers', waiting({ invoke: { id: 'fetch', src: 'fetch' } }), []],
    ['the actor is the machine of another dialog', waiting({ invoke: { id: 'other', src: 'other', onDone: 'a' } }), []],
  ])('a dialog that waits may lack the tag `busy` if %s', (_, idle, all) =>
    expect(faultsOf(idle, [idle, ...all])).toEqual([]),
  );
});

test('events without a dot come from the visitor, and events with a dot from outside', () => {
  const types = ['close', 'dialog.request', 'wallet.connected', 'xstate.init', 'xstate.done.actor.close', ''];
  expect(types.filter(isVisitorEvent)).toEqual(['close', 'dialog.request']);
});
