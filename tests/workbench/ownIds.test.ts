import { describe, expect, test } from 'vitest';
import { createMachine } from 'xstate';
import { chartOf } from '../../src/workbench/charts/chart';
import { findStructureFaults } from '../../src/workbench/charts/faults';
import { layOutChart } from '../../src/workbench/charts/layout';
import { formatAsMermaid } from '../../src/workbench/charts/mermaid';
import { formatAsScxml } from '../../src/workbench/charts/scxml';

/** Returns a machine whose states below `b` have ids of their own, or XState's default ids, such as `m.b.c`. */
function nest(hasOwnIds: boolean) {
  const named = (id: string) => (hasOwnIds ? { id } : {});
  return createMachine({
    id: 'm',
    initial: 'a',
    states: {
      a: { on: { go: '#m.b.c.d', again: '#m.b.past' } },
      b: {
        ...named('own'),
        initial: 'c',
        states: {
          c: {
            ...named('middle'),
            initial: 'd',
            on: { along: '.e' },
            states: {
              d: { ...named('leaf'), on: { up: { target: '#m.b', reenter: true }, out: '#m.a', along: 'e' } },
              e: { ...named('end') },
            },
          },
          past: { type: 'history', history: 'deep', target: 'c' },
        },
      },
    },
  });
}

describe('states with ids of their own', () => {
  const [usual, own] = [nest(false), nest(true)];

  test.each(['full', 'outline'] as const)('look like states with usual ids in a chart of depth "%s"', async (depth) => {
    const drawn = async (machine: typeof own) => {
      const { boxes, edges } = await layOutChart(chartOf(machine), depth);
      return [boxes.map(({ id, rows, ...box }) => box), edges.map(({ label }) => label)];
    };
    expect(await drawn(own)).toEqual(await drawn(usual));
  });

  test('have the same arrows in Mermaid', () => {
    const usualIds: Record<string, string> = { own: 'm_b', middle: 'm_b_c', leaf: 'm_b_c_d', end: 'm_b_c_e' };
    const arrowsOf = (machine: typeof own) =>
      formatAsMermaid(chartOf(machine))
        .replace(/(?<![a-z])(own|middle|leaf|end)(?![a-z])/g, (id) => usualIds[id]!)
        .split('\n')
        .filter((line) => line.includes('-->'));
    expect(arrowsOf(own)).toEqual(arrowsOf(usual));
  });

  test('keep internal transitions in SCXML, where each target is the id of a state', () => {
    const [scxml, usualScxml] = [formatAsScxml(own), formatAsScxml(usual)];
    const internal = (text: string) => text.match(/type="internal"/g);
    expect(internal(scxml)).toEqual(internal(usualScxml));
    const ids = [...scxml.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
    const targets = [...scxml.matchAll(/target="([^"]*)"/g)].map(([, id]) => id);
    expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
  });

  test('have the badges of their mistakes at the same places', () => {
    const [fault] = findStructureFaults(own);
    expect(fault).toMatchObject({ kind: 'trap', state: 'end', around: ['end', 'middle', 'own', 'm'] });
  });
});
