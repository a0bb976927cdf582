import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createActor, createMachine, type SnapshotFrom } from 'xstate';
import {
  type ControlsByEvent,
  expectControls,
  findStrayControls,
  listAcceptedEvents,
  listEnabledEvents,
} from './controls';
import { waitUnlessCrashed } from './crash';
import { expectAnnouncement, listLiveTexts } from './said';
import { showView } from './support';
import { watchTranslatedPageErrors } from './translation';

/* Tests of the checks that all tests of views share. */

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
/** A short wait for checks that are expected to fail. */
const short = { timeout: 100 };
const near = { type: 'go', far: false };
const go = { type: 'go', far: true };
const world = { samples: [near, go] };

function at(...events: { type: string; far?: boolean }[]): SnapshotFrom<typeof machine> {
  const actor = createActor(machine).start();
  for (const event of events) actor.send(event);
  return actor.getSnapshot();
}

// Removes the views of earlier files.
beforeEach(() => showView(null));

/** Adds an element to the page until the test ends. */
function addElement(html = '') {
  const place = document.body.appendChild(document.createElement('div'));
  place.innerHTML = html;
  onTestFinished(() => place.remove());
  return place;
}

describe('the check of enabled controls', () => {
  const place = (id: string) => () => [...document.querySelectorAll(`#${id}`)];
  const controls: ControlsByEvent = { close: place('close'), go: place('go'), next: place('next') };
  const [close, started] = ['<button id="close">Close</button>', '<button id="go">Go</button>'];

  test('fails if a control is missing, or one is enabled that the test does not name', async () => {
    addElement(`${close}<button>Help</button>`);
    await expect(expectControls(machine, world, at(), controls, undefined, short)).rejects.toThrow(
      "expected [ 'close', 'stray button: Help' ] to deeply equal [ 'close', 'go' ]",
    );
    addElement(started);
    await expectControls(machine, world, at(), controls, () => [...document.querySelectorAll('button:not([id])')]);
  });

  test.each([
    ['can be pressed', started, ['close', 'go']],
    ['is there twice, but once out of sight', `<p id="go" hidden></p>${started}`, ['close', 'go']],
    ['is missing', '', ['close']],
    ['is disabled', '<button id="go" disabled>Go</button>', ['close']],
    ['is aria-disabled', '<button id="go" aria-disabled="true">Go</button>', ['close']],
    ['is inert', `<div inert>${started}</div>`, ['close']],
    ['is hidden', `<div hidden>${started}</div>`, ['close']],
    ['is in a modal above the other', `<dialog>${started}</dialog>`, ['go']],
  ])('recognises whether a control is enabled: one that %s', (_, html, enabled) => {
    addElement(close + html)
      .querySelector('dialog')
      ?.showModal();
    expect(listEnabledEvents(controls)).toEqual(enabled);
  });

  test('finds every enabled control', () => {
    addElement(
      `${close}<p>Text</p><button>One</button><button disabled></button><a href="/two">Two</a><input aria-label="Three">
      <input hidden><select aria-label="Four"></select><textarea aria-label="Five"></textarea><p role="button">Six</p>
      <summary>Seven</summary>`,
    );
    const strays = 'button: One, a: Two, input: Three, select: Four, textarea: Five, p: Six, summary: Seven';
    expect(findStrayControls(controls)).toEqual(strays.split(', ').map((stray) => `stray ${stray}`));
  });

  test.each<[string, SnapshotFrom<typeof machine>, object, string[]]>([
    ['those with an accepted sample', at(), world, ['close', 'go']],
    ['none that a guard refuses', at(), { samples: [near] }, ['close']],
    ['none that the test excludes', at(), { ...world, possible: (event: object) => event !== go }, ['close']],
    ['those of parallel states', at(go), world, ['close', 'next']],
    ['none in a final state', at({ type: 'close' }), world, []],
  ])('finds events that the machine accepts: %s', (_, model, where, accepted) => {
    expect(listAcceptedEvents(machine, where, model)).toEqual(accepted);
  });
});

describe('the check of announcements to screen readers', () => {
  test.each(['Here (A)', ' Here\n\u00a0(A) '])('passes if %j is announced', (said) =>
    expectAnnouncement('Here (A)', () => said),
  );

  test.each(['', 'Here (A), and more', 'there'])('fails if %j is announced instead of another text', async (said) => {
    await expect(expectAnnouncement('Here (A)', () => said, short)).rejects.toThrow(/^expected .* to be /);
  });

  test('finds live regions that are not hidden', () => {
    addElement(
      `<p>Silent</p><p role="status">One</p><p role="status"></p><p role="alert">Two</p>
      <p role="status" hidden>Hidden</p><output aria-live="off">Off</output><output>Three</output>`,
    );
    expect(listLiveTexts(document.body)).toBe('One Two Three');
    expect(listLiveTexts(null)).toBe('');
  });
});

function Broken(): never {
  throw new Error('The view is broken.');
}

test('a view that crashes fails its test at once, also while the test waits', async () => {
  const logs = vi.spyOn(console, 'error').mockImplementation(() => {});
  const looking = expect(waitUnlessCrashed(() => new Promise(() => {}))).rejects.toThrow('The view is broken.');
  await expect(showView(<Broken />)).rejects.toThrow('The view is broken.');
  await looking;
  logs.mockRestore();
});

describe('the check of a translated page', () => {
  function faultsOf(before: ReactNode[], after: ReactNode[], translate: 'yes' | 'no' = 'yes') {
    const place = addElement();
    const root = createRoot(place);
    onTestFinished(() => root.unmount());
    flushSync(() => root.render(createElement('b', { translate }, ...before)));
    const faults = watchTranslatedPageErrors(place);
    flushSync(() => root.render(createElement('b', { translate }, ...after)));
    return faults();
  }

  const ICON = <svg key="icon" width="1" height="1" />;

  test.each<[string, ReactNode[], ReactNode[], string[], 'no'?]>([
    ['changes beside other nodes', [ICON, 'one'], [ICON, 'two'], ['changes: two']],
    ['is removed', [ICON, 'one'], [ICON], ['goes: one']],
    ['is removed, alone in its element', [false, 'one'], [false, null], ['goes: one']],
    ['follows something new', [null, 'one'], [ICON, 'one'], ['something comes before: one']],
    ['is the only child', ['one'], ['two'], []],
    ['is replaced by an element', ['one'], [ICON], []],
    ['is alone beside others', [null, <i key="i">one</i>], [ICON, <i key="i">two</i>], []],
    ['is removed with its element', [<i key="1">one {ICON}</i>], [<i key="2">two</i>], []],
    ['is not translated', [ICON, 'one'], [ICON, 'two'], [], 'no'],
  ])('finds whether translating the page breaks a text: one that %s', (_, before, after, faults, translate) =>
    expect(faultsOf(before, after, translate)).toEqual(faults),
  );
});
