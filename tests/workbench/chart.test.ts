import Elk from 'elkjs/lib/elk.bundled.js';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { and, assign, createMachine, fromPromise, not, or, sendTo, stateIn } from 'xstate';
import type { Layout, StateBox } from '../../src/workbench/charts/boxes';
import { chartOf } from '../../src/workbench/charts/chart';
import { drawChart } from '../../src/workbench/charts/draw';
import { formatAsStatelyCode } from '../../src/workbench/charts/editor';
import { DOCUMENT_CHART_SIZE, layOutChart } from '../../src/workbench/charts/layout';
import { formatAsMermaid } from '../../src/workbench/charts/mermaid';
import { layOutChartWithoutElk } from '../../src/workbench/charts/plainLayout';
import { type DrawnElement, formatAsSvg } from '../../src/workbench/charts/svg';
import { writeDefinition } from '../../src/workbench/recorder/definition';
import { rebuildMachine } from '../../src/workbench/recorder/rebuild';
import { allMachines } from '../support/machines';
import { runWithClient } from './wired';

const sample = createMachine(
  {
    id: 'm',
    initial: 'a',
    on: { stop: '.b', ping: { actions: 'note' }, pong: { target: '.a', reenter: true }, hush: {} },
    states: {
      a: {
        initial: 'x',
        invoke: { id: 'ask', src: 'ask', onDone: { guard: 'fine', target: 'b' }, onError: '.y' },
        states: { x: { tags: 'busy', after: { rest: 'y' } }, y: { always: '#m.b' } },
      },
      b: { type: 'final', description: 'All is done.' },
    },
  },
  { delays: { rest: 1_500 } },
);

type Rect = Pick<StateBox, 'x' | 'y' | 'width' | 'height'>;
const overlap = (a: Rect, b: Rect) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const within = (a: Rect, b: Rect) =>
  a.x >= b.x && a.y >= b.y && a.x + a.width <= b.x + b.width + 1 && a.y + a.height <= b.y + b.height + 1;

const indicesOf = ({ boxes, edges }: Layout) =>
  new Set(
    [...boxes.flatMap(({ rows }) => rows), ...edges.flatMap(({ label }) => label?.lines ?? [])].map((one) => one.index),
  );

type Ends = readonly [from: [x: number, y: number], to: [x: number, y: number]];
/** Whether a vertical part of a line crosses a horizontal one. */
const crosses = ([[x, top], [, bottom]]: Ends, [[left, y], [right]]: Ends) => {
  const between = (it: number, a: number, b: number) => it > Math.min(a, b) + 1 && it < Math.max(a, b) - 1;
  return between(y, top, bottom) && between(x, left, right);
};

function crossingsIn({ edges }: Layout) {
  const parts = edges.flatMap(({ id, points }) =>
    points.slice(1).map((end, i) => ({ id, ends: [points[i]!, end] as const })),
  );
  const isLevel = ({ ends: [a, b] }: (typeof parts)[number]) => Math.abs(a[1] - b[1]) < 0.5;
  const [level, upright] = [parts.filter(isLevel), parts.filter((part) => !isLevel(part))];
  return upright
    .flatMap((one) => level.map((other) => [one, other] as const))
    .filter(([one, other]) => one.id !== other.id && crosses(one.ends, other.ends)).length;
}

const find = (drawn: DrawnElement, test: (one: DrawnElement) => boolean): DrawnElement[] => [
  ...(test(drawn) ? [drawn] : []),
  ...drawn.children.flatMap((child) => (typeof child === 'string' ? [] : find(child, test))),
];
const textOf = (drawn: DrawnElement): string =>
  drawn.children.map((child) => (typeof child === 'string' ? child : textOf(child))).join(' ');

describe.each(allMachines)('the chart of $name', ({ machine }) => {
  const chart = chartOf(machine);

  const layouts = {} as Record<'full' | 'outline' | 'sketch' | 'plain', Layout>;
  beforeAll(async () => {
    for (const depth of ['full', 'outline', 'sketch'] as const) layouts[depth] = await layOutChart(chart, depth);
    layouts.plain = layOutChartWithoutElk(chart);
  });

  test.each(['full', 'plain'] as const)('the %s layout has every state and transition, without overlaps', (name) => {
    const layout = layouts[name];
    expect([...indicesOf(layout)].sort((a, b) => a - b)).toEqual(chart.transitions.map(({ index }) => index));
    const boxes = layout.boxes.filter(({ kind }) => kind !== 'start');
    expect(boxes.map(({ id }) => id).sort()).toEqual(chart.states.map(({ id }) => id).sort());
    const leaves = boxes.filter(({ kind }) => kind !== 'group');
    for (const [i, one] of leaves.entries())
      for (const other of leaves.slice(i + 1)) expect(overlap(one, other), `${one.id} and ${other.id}`).toBe(false);
    for (const { id, label } of layout.edges)
      for (const leaf of leaves) expect(label && overlap(label, leaf), `${id} and ${leaf.id}`).toBeFalsy();
    for (const box of boxes) {
      const parent = boxes.find(({ id }) => id === chart.states.find((state) => state.id === box.id)!.parent);
      if (parent) expect(within(box, parent), box.id).toBe(true);
      for (const row of box.rows) expect(row.x + row.width, `${box.id}, ${row.word}`).toBeLessThanOrEqual(box.width);
    }
  });

  test('the chart uses only characters that every font has', () => {
    for (const depth of ['full', 'outline'] as const) expect(textOf(drawChart(layouts[depth]))).toMatch(/^[ -~·…›]*$/);
  });

  test('at most a few lines cross, and the drawing fits the width of a document', async () => {
    expect(crossingsIn(layouts.full)).toBeLessThanOrEqual(3);
    const { width } = await layOutChart(chart, 'full', undefined, DOCUMENT_CHART_SIZE);
    // A chart may be a little wider than a README, which then shows its text a little smaller.
    expect(width).toBeLessThanOrEqual(DOCUMENT_CHART_SIZE.width * 1.06);
  });

  test('an outline and a sketch show the top-level states, a sketch without labels', () => {
    const { outline, sketch } = layouts;
    const idsOf = (parts: readonly { id: string }[]) => parts.map(({ id }) => id).sort();
    const [top] = chart.states;
    expect(idsOf(outline.boxes.filter(({ kind }) => kind !== 'start'))).toEqual([top!.id, ...top!.children].sort());
    expect(idsOf(sketch.boxes)).toEqual(idsOf(outline.boxes));
    // A sketch draws every line of an outline. It also draws lines for transitions that an outline lists in rows.
    expect(idsOf(sketch.edges)).toEqual(expect.arrayContaining(idsOf(outline.edges)));
    if (chart.states.length === 1) return;
    expect(sketch.edges.filter(({ label }) => label)).toEqual([]);
    expect(sketch.boxes.filter(({ rows, notes, tags }) => rows.length + notes.length + tags.length)).toEqual([]);
  });

  // The workbench first draws the definition that its HTML contains. A different chart of the running machine would
  // have to be laid out again.
  test("the chart of the machine's JSON definition equals the machine's own chart", () => {
    const { definition, delays } = JSON.parse(JSON.stringify(writeDefinition(machine)));
    expect(JSON.stringify(chartOf(rebuildMachine(definition, delays)!.machine))).toBe(JSON.stringify(chart));
  });

  // An editor runs the file with XState, and without this project.
  test("the chart of the file for Stately's editor equals the machine's own chart", () => {
    const file = /^import \{ createMachine \} from 'xstate';\n\nexport const (\w+)Machine = ([\s\S]*);\n$/;
    const [, id, code] = file.exec(formatAsStatelyCode(machine))!;
    expect(id).toBe(machine.id);
    const read = new Function('createMachine', `return ${code}`)(createMachine) as typeof machine;
    const { delays } = machine.implementations;
    expect(chartOf(read.provide({ delays } as never))).toEqual(chart);
  });
});

test('the plain layout of 1,000 states in 50 levels takes less than a second', () => {
  const nest = (levels: number): object =>
    levels
      ? {
          initial: 'a',
          states: {
            a: nest(levels - 1),
            ...Object.fromEntries(Array.from({ length: 19 }, (_, i) => [`s${i}`, { on: { go: 'a' } }])),
          },
        }
      : {};
  const chart = chartOf(createMachine({ id: 'm', ...nest(50) } as never));
  const began = performance.now();
  expect(layOutChartWithoutElk(chart).boxes).toHaveLength(1_001);
  expect(performance.now() - began).toBeLessThan(1_000);
});

test.each([
  ['40 states and 120 transitions', 40, [1, 7, 17]],
  ['a chain of 100 states', 100, [1]],
])('the layout of %s calls the layout engine fewer than four times', { timeout: 60_000 }, async (_, count, steps) => {
  const states = Array.from({ length: count }, (_, i) => {
    return [`s${i}`, { on: Object.fromEntries(steps.map((far) => [`go${far}`, `s${(i + far) % count}`])) }];
  });
  const chart = chartOf(createMachine({ id: 'm', initial: 's0', states: Object.fromEntries(states) }));
  const elk = new Elk();
  const run = vi.spyOn(elk, 'layout');
  const { edges } = await layOutChart(chart, 'full', elk);
  expect(edges.length).toBeGreaterThan(count / 2);
  expect(run.mock.calls.length).toBeLessThan(4);
});

test('a label shows event, guard and actions, and delays in seconds', () => {
  const said = chartOf(sample).transitions.map(({ source, word, guard, actions, targets }) =>
    [source, word, guard && `[${guard}]`, actions.length && `/ ${actions}`, '→', ...targets].filter(Boolean).join(' '),
  );
  expect(said).toEqual([
    'm stop → m.b',
    'm ping / note →',
    'm pong → m.a',
    'm hush →',
    'm.a ask answers [fine] → m.b',
    'm.a ask fails → m.a.y',
    'm.a.x after 1.5 s → m.a.y',
    'm.a.y at once → m.b',
  ]);
});

test('an actor without an id is named by its source, or "unnamed"', () => {
  const invoke = [
    { src: 'load', onDone: 'b' },
    { src: fromPromise(async () => 1), onError: 'b' },
  ];
  const { states, transitions } = chartOf(createMachine({ id: 'm', initial: 'a', states: { a: { invoke }, b: {} } }));
  expect(states.find(({ key }) => key === 'a')?.invokes).toEqual(['load', 'unnamed actor']);
  expect(transitions.map(({ word }) => word)).toEqual(['load answers', 'unnamed actor fails']);
});

test('an action that is an inline function is named by its kind', () => {
  const machine = createMachine({ entry: [assign({}), sendTo('other', { type: 'ping' }), () => {}, 'note'] });
  expect(chartOf(machine).states[0]!.entry).toEqual(['assign', 'sendTo', expect.any(String), 'note']);
});

const GUARDS = [
  ['not isFull', not('isFull')],
  ['isFull and not isOpen', and(['isFull', not('isOpen')])],
  ['not (isFull or isAbove 3)', not(or(['isFull', { type: 'isAbove', params: { level: 3 } }]))],
  ['stateIn idle', stateIn('idle')],
  ['stateIn {"a":"b"}', stateIn({ a: 'b' })],
  // An app's bundler may give XState's function `not` another name.
  ['not isFull', Object.defineProperty(not('isFull'), 'name', { value: 'not2' })],
] as const;

test.each(GUARDS)('the chart names a combination of guards "%s" (sample %#)', (words, guard) => {
  const machine = createMachine(
    { id: 'm', initial: 'idle', states: { idle: { on: { go: { guard: guard as never, actions: 'a' } } } } },
    { guards: { isFull: () => false, isOpen: () => false, isAbove: () => false }, actions: { a: () => {} } },
  );
  const { stepsOf } = runWithClient(machine);
  const told = [machine, stepsOf()[0]!.snapshot.machine].map((one) => chartOf(one).transitions[0]!.guard);
  expect(told).toEqual([words, words]);
});

test('the SVG of a chart contains the names of states and transitions', async () => {
  const drawn = drawChart(await layOutChart(chartOf(sample)));
  const [end] = find(drawn, ({ attributes }) => attributes['data-state'] === 'm.b');
  expect(end?.attributes).toMatchObject({ class: 'box leaf final depth1', 'aria-label': 'b: All is done.' });
  const [stop] = find(drawn, ({ attributes }) => attributes['data-t'] === 0);
  expect(textOf(stop!)).toContain('stop');
  expect(formatAsSvg(drawn)).toMatch(/^\s*<svg class="chart" xmlns=/);
});

test('the SVG of a chart escapes the names of events', async () => {
  const odd = createMachine({ id: 'm', initial: 'a', states: { a: { on: { '<b>"&': 'b' } }, b: {} } });
  const file = formatAsSvg(drawChart(await layOutChart(chartOf(odd))));
  expect(file).toContain('&lt;b&gt;&quot;&amp;');
  expect(file).not.toContain('<b>');
});

test('Mermaid shows delays, guards, actors, tags and nesting', () => {
  expect(formatAsMermaid(chartOf(sample)).split('\n')).toEqual([
    'stateDiagram-v2',
    '  [*] --> m_a',
    '  state "anywhere" as m_anywhere',
    '  state "a · invokes ask" as m_a',
    '  state m_a {',
    '    [*] --> m_a_x',
    '    state "anywhere" as m_a_anywhere',
    '    state "x (busy)" as m_a_x',
    '    state "y" as m_a_y',
    '  }',
    '  state "b" as m_b',
    '  m_b --> [*]',
    '  m_anywhere --> m_b: stop',
    '  m_anywhere --> m_anywhere: ping / note<br/>hush',
    '  m_anywhere --> m_a: pong',
    '  m_a --> m_b: ask answers [fine]',
    '  m_a_anywhere --> m_a_y: ask fails',
    '  m_a_x --> m_a_y: after 1.5 s',
    '  m_a_y --> m_b: at once',
  ]);
});

test('Mermaid gives states whose names differ only in symbols different ids', () => {
  const states = { 'a b': { on: { 'say "x"; y': 'a-b' } }, 'a-b': {}, a_b_anywhere: {} };
  const text = formatAsMermaid(chartOf(createMachine({ id: 'm', initial: 'a b', states })));
  const names = [...text.matchAll(/^ *state "[^"]*" as (\w+)/gm)].map(([, name]) => name);
  expect(names).toHaveLength(3);
  expect(new Set(names).size).toBe(3);
  expect(text).toContain(': say #quot;x#quot;#59; y');
});
