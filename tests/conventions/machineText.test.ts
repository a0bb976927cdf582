import { describe, expect, test } from 'vitest';
import type { AnyStateNode } from 'xstate';
import { listStateNodes, transitionsOf } from '../engine/words';
import { allMachines } from '../support/machines';
import { INLINE_FUNCTION, readMachine } from './machineText';

/** Machines are literals, so that tools can read the files without running them. */

/** Returns the source text of `config`, with functions as text. */
const written = (config: unknown) =>
  JSON.parse(JSON.stringify(config, (_, value) => (typeof value === 'function' ? INLINE_FUNCTION : value)));

const namesIn = (it: unknown) => [it ?? []].flat().map((one) => (typeof one === 'string' ? one : (one as Named).type));
interface Named {
  type: string;
}

/** Returns the names of guards, actions, actors and delays that the states use. */
function usedBy(node: AnyStateNode) {
  const transitions = transitionsOf(node);
  return {
    guards: namesIn(transitions.flatMap(({ guard }) => guard ?? [])),
    actions: namesIn([node.entry, node.exit, transitions.flatMap(({ actions }) => actions)].flat()).filter(
      (name) => !/^xstate\./.test(name),
    ),
    actors: node.invoke.map(({ src }) => String(src)),
    delays: Object.keys((node.config.after ?? {}) as object).filter((delay) => Number.isNaN(Number(delay))),
  };
}

describe.each(allMachines)('parsing the file of the $name machine', ({ machine, source }) => {
  const { config, setup } = readMachine(source);

  test('finds all states, events, guards, actions and delays of the running machine', () => {
    const { schemas: _, ...running } = machine.config as Record<string, unknown>;
    expect(config).toEqual(written(running));
  });

  test('finds an implementation for each name in the chart', () => {
    for (const node of listStateNodes(machine.root))
      for (const [part, names] of Object.entries(usedBy(node))) {
        const missing = names.filter((name) => !setup[part]?.includes(name));
        expect([node.id, part, missing]).toEqual([node.id, part, []]);
      }
    for (const part of ['actions', 'actors', 'delays', 'guards'] as const)
      expect([part, Object.keys(machine.implementations[part])]).toEqual([part, setup[part] ?? []]);
  });
});

describe('a machine that is not a literal', () => {
  test.each([
    ['createMachine({})', 'An editor finds no single setup'],
    ['setup({}).createMachine({}); setup({}).createMachine({})', 'An editor finds no single setup'],
    ['setup({}).createMachine(config)', 'An editor finds no single setup'],
    ['setup({}).createMachine({ id: name })', 'An editor cannot read a Identifier.'],
    ['setup({}).createMachine({ ...base })', 'An editor cannot read this part of an object: SpreadElement.'],
    ['setup({}).createMachine({ [id]: 1 })', 'An editor cannot read this part of an object: Property.'],
  ])('refuses a machine that has %s', (source, sentence) => expect(() => readMachine(source)).toThrow(sentence));
});
