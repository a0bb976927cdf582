import type { ReactNode } from 'react';
import { describe, expect, test } from 'vitest';
import { createActor, createMachine, type SnapshotFrom } from 'xstate';
import {
  type ControlsByEvent,
  expectControls,
  findStrayControls,
  listAcceptedEvents,
  listEnabledEvents,
} from './controls';
import { expectAnnouncement, listLiveTexts } from './said';
import { showView } from './support';

const machine = createMachine({
  id: 'm',
  initial: 'a',
  on: { close: '.c' },
  states: {
    a: { on: { go: { guard: ({ event }) => event.far === true, target: 'b' }, 'world.turned': 'b' } },
    b: {
      type: 'parallel',
      states: { one: { initial: 'x', states: { x: { on: { next: 'y' } }, y: {} } }, two: {} },
    },
    c: { type: 'final' },
  },
});
/** A check that is expected to fail needs no long wait. */
const short = { timeout: 100 };
const near = { type: 'go', far: false };
const go = { type: 'go', far: true };
const world = { samples: [near, go] };

function at(...events: { type: string; far?: boolean }[]): SnapshotFrom<typeof machine> {
  const actor = createActor(machine).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
}
const over = at({ type: 'close' });

describe('the check of enabled controls', () => {
  const place = (id: string) => () => [...document.querySelectorAll(`#${id}`)];
  const controls: ControlsByEvent = { close: place('close'), go: place('go'), next: place('next') };
  const close = <button key="close" type="button" id="close" />;
  const started = (
    <button key="go" type="button" id="go">
      Go
    </button>
  );

  test('fails if a control is missing, or one is enabled that the test does not name', async () => {
    const help = (
      <button key="help" type="button">
        Help
      </button>
    );
    const { rerender } = await showView([close, help]);
    await expect(expectControls(machine, world, at(), controls, undefined, short)).rejects.toThrow(
      "expected [ 'close', 'stray button: Help' ] to deeply equal [ 'close', 'go' ]",
    );
    rerender([close, started, help]);
    await expectControls(machine, world, at(), controls, () => [...document.querySelectorAll('button:not([id])')]);
  });

  const { next: _, ...less } = controls;
  test.each([
    ['an event without a control', less],
    ['a control without an event', { ...controls, fly: place('fly') }],
    ['a control for an outside event', { ...controls, 'world.turned': place('fly') }],
  ])('fails for a list of controls that has %s', async (_, its) => {
    await expect(expectControls(machine, world, at(), its)).rejects.toThrow(
      /^Each verb of .* has a control.* is (missing|unknown)\.$/,
    );
  });

  test.each<[string, ReactNode, string[]]>([
    ['can be pressed', started, ['close', 'go']],
    ['is there twice, but once out of sight', [<p key="hidden" id="go" hidden />, started], ['close', 'go']],
    ['is missing', null, ['close']],
    ['is disabled', <button key="go" type="button" id="go" disabled />, ['close']],
    ['is aria-disabled', <button key="go" type="button" id="go" aria-disabled="true" />, ['close']],
    [
      'is inert',
      <div key="around" inert>
        {started}
      </div>,
      ['close'],
    ],
    [
      'is hidden',
      <div key="around" hidden>
        {started}
      </div>,
      ['close'],
    ],
    [
      'is in a modal',
      <dialog key="around" ref={(it) => it?.showModal()}>
        {started}
      </dialog>,
      ['go'],
    ],
  ])('recognises a control that %s', async (_, shown, enabled) => {
    await showView([close, shown]);
    expect(listEnabledEvents(controls)).toEqual(enabled);
  });

  test('finds every enabled control', async () => {
    await showView(
      <>
        {close}
        <p>Text</p>
        <button type="button">One</button>
        <button type="button" disabled />
        <a href="/two">Two</a>
        <input aria-label="Three" />
        <input hidden />
        <select aria-label="Four" />
        <textarea aria-label="Five" />
        <p {...{ role: 'button' }}>Six</p>
        <summary>Seven</summary>
      </>,
    );
    const strays = 'button: One, a: Two, input: Three, select: Four, textarea: Five, p: Six, summary: Seven';
    expect(findStrayControls(controls)).toEqual(strays.split(', ').map((stray) => `stray ${stray}`));
  });

  test.each<[string, SnapshotFrom<typeof machine>, object, string[]]>([
    ['those with an accepted sample', at(), world, ['close', 'go']],
    ['none that a guard refuses', at(), { samples: [near] }, ['close']],
    ['none that the test excludes', at(), { ...world, possible: (event: object) => event !== go }, ['close']],
    ['those of parallel states', at(go), world, ['close', 'next']],
    ['none in a final state', over, world, []],
  ])('finds the events that the machine accepts: %s', (_, model, where, accepted) => {
    expect(listAcceptedEvents(machine, where, model)).toEqual(accepted);
  });
});

describe('the check of announcements to screen readers', () => {
  test.each(['Here (A)', ' Here\n\u00a0(A) '])('passes if %j is announced', (said) =>
    expectAnnouncement('Here (A)', () => said),
  );

  test.each(['', 'Here (A), and more', 'there'])('fails if %j is announced instead', async (said) => {
    await expect(expectAnnouncement('Here (A)', () => said, short)).rejects.toThrow(/^expected .* to be /);
  });

  test('finds live regions that are not hidden', async () => {
    await showView(
      <>
        <p>Silent</p>
        <p role="status">One</p>
        <p role="status" />
        <p role="alert">Two</p>
        <p role="status" hidden>
          Hidden
        </p>
        <output aria-live="off">Off</output>
        <output>Three</output>
      </>,
    );
    expect(listLiveTexts(document.body)).toBe('One Two Three');
    expect(listLiveTexts(null)).toBe('');
  });
});
