import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { createMachine } from 'xstate';
import { createLayoutRefusal, describeLayoutFailure } from '../../src/workbench/panel/layouts';
import { PaneBoundary } from '../../src/workbench/panel/Pane';
import { distinctNameOf, findStepNear } from '../../src/workbench/panel/steps';
import { parseEventData, parseEventFields } from '../../src/workbench/recorder/eventFields';
import { runWithClient } from './wired';

function breakPane() {
  const pane = new PaneBoundary({ name: 'The log', when: 1, children: 'its content' });
  Object.assign(pane.state, PaneBoundary.getDerivedStateFromError(new Error('no power')));
  return pane;
}

test('an area of the panel that crashes shows a message, and the other areas go on', () => {
  const pane = breakPane();
  const shown = renderToStaticMarkup(createElement('div', null, pane.render(), 'the next part'));
  expect(shown).toContain('The log can&#x27;t be shown: Error: no power');
  expect(shown).toContain('Try again');
  expect(shown).toContain('the next part');
  expect(shown).not.toContain('its content');
});

test('a crashed area is rendered again after a change, or when Try again is pressed', () => {
  const pane = breakPane();
  const { getDerivedStateFromProps: next } = PaneBoundary;
  expect(next({ name: 'The log', when: 1, children: '' }, pane.state)).toBeNull();
  expect(next({ name: 'The log', when: 2, children: '' }, pane.state)).toEqual({ problem: '', when: 2 });
  const setState = vi.spyOn(pane, 'setState').mockReturnValue();
  const [, button] = (pane.render() as { props: { children: [unknown, { props: { onClick(): void } }] } }).props
    .children;
  button.props.onClick();
  expect(setState).toHaveBeenCalledWith({ problem: '' });
});

test.each([
  [createLayoutRefusal('elkjs is not installed'), 'Drawn without arrows: elkjs is not installed.'],
  [new TypeError('x'), 'Drawn without arrows, by a fault of the workbench, not of your app: x.'],
  ['x', 'Drawn without arrows, by a fault of the workbench, not of your app: x.'],
])('a chart without arrows says why, and whether the workbench is to blame: %s', (error, sentence) => {
  expect(describeLayoutFailure(error)).toBe(sentence);
});

test.each<[string, number, number | null, number | null]>([
  ['back from the present', 8, null, 6],
  ['back', 5, 6, 2],
  ['back at the first one', 1, 2, 2],
  ['forward', 3, 2, 6],
  ['forward at the last one', 7, 6, null],
])('the time bar moves only among the entries that the log shows: %s', (_, wanted, now, found) => {
  const entries = Array.from({ length: 9 }, (_, i) => ({ nth: i + 1 }));
  expect(findStepNear(entries, wanted, now, [{ nth: 2 }, { nth: 6 }])).toBe(found);
});

test('actors of one machine are told apart by their ids, sessions or apps', () => {
  const machine = createMachine({ id: 'counter', initial: 'on', states: { on: {} } });
  const nameOf = (id: string, others: readonly [app: string, id: string][]) => {
    const { bench, session, app } = runWithClient(machine, { id });
    const recording = bench.recorder.read();
    const actor = recording.known.get(session)!;
    const known = others.map(
      ([other, id]) => [`${other}/${id}`, { ...actor, id, session: id, app: other || app }] as const,
    );
    return distinctNameOf({ ...recording, known: new Map([...recording.known, ...known]) }, session, bench.describeApp);
  };
  const siblings = ['first', 'counter'].map((id): [string, string] => ['', id]);
  expect(nameOf('counter', [])).toBe('counter');
  expect(nameOf('order 7', siblings)).toBe('counter order 7');
  expect(nameOf('counter', siblings)).toMatch(/^counter x:\d+$/);
  expect(nameOf('counter', [['another app', 'counter']])).toBe('counter in shop');
});

const NO_DATA = 'It takes the fields of the event as JSON, such as {"amount": 1}.';

test.each<[string, object | string]>([
  ['{"answer": 5}', { answer: 5 }],
  ['', {}],
  ['5', NO_DATA],
  ['[5]', NO_DATA],
  ['null', NO_DATA],
  ['answer: 5', NO_DATA],
])('the event data %j is parsed, or refused with a message', (text, read) => {
  expect(parseEventData(text)).toEqual(read);
});

test('the fields of an event are parsed, and an empty field keeps the hidden value', () => {
  const known = { name: 'pear' };
  const count = ['count', '2'] as const;
  expect(parseEventFields([['name', ''], count], known)).toEqual({ name: 'pear', count: 2 });
  expect(parseEventFields([['name', 'plum']], known)).toBe(
    '“name” takes JSON, such as 1, true or "text" in its quotes.',
  );
});
