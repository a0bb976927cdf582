import { describe, expect, test } from 'vitest';
import { type AnyStateMachine, createMachine } from 'xstate';
import { writeStatelyCode } from '../../src/workbench/charts/editor';
import { listStateNodes, transitionsOf } from '../engine/words';
import { allMachines } from '../support/machines';

/** Runs the file as an editor does: with XState, and without this project. */
function runFile(text: string): AnyStateMachine {
  const [, name, code] = /^import \{ createMachine \} from 'xstate';\n\nexport const (\w+) = ([\s\S]*);\n$/.exec(text)!;
  const machine = new Function('createMachine', `return ${code}`)(createMachine);
  expect(name).toBe(`${machine.id}Machine`);
  return machine;
}

/**
 * Returns the parts of a chart that must be equal: states, invokes, and transitions with their events, guards and
 * actions.
 */
const chartOf = ({ root }: AnyStateMachine) => {
  const nameOf = (it: unknown) => (typeof it === 'string' ? it : (it as { type?: string } | undefined)?.type);
  return listStateNodes(root).map((node) => ({
    id: node.id,
    type: node.type,
    description: node.description,
    tags: node.tags,
    invokes: node.invoke.map(({ id, src }) => [id, src]),
    does: [node.entry, node.exit].flat().map(nameOf),
    transitions: transitionsOf(node).map(({ eventType, target, guard, actions }) => ({
      eventType,
      to: target?.map(({ id }) => id),
      guard: nameOf(guard),
      actions: actions.map(nameOf),
    })),
  }));
};

describe("the file for Stately's editor", () => {
  test.each(allMachines)('the file of $name has the same chart as the machine', ({ machine }) => {
    expect(chartOf(runFile(writeStatelyCode(machine)))).toEqual(chartOf(machine));
  });
});
