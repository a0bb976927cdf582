import { expect, test } from 'vitest';
import { exploreMachine } from '../engine/paths';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';

test.each(allMachines)('the machine $name uses every sample, and only contexts of plain JSON', ({ name, machine }) => {
  const world = worlds[name] ?? {};
  const used = new Set<string>();
  const contexts = new Set<unknown>();
  for (const input of world.inputs ?? [undefined])
    for (const { state, transitions } of exploreMachine(machine, input, world).situations.values()) {
      contexts.add(state.context);
      for (const { event } of Object.values(transitions)) used.add(event.type);
    }
  for (const context of contexts) expect(JSON.parse(JSON.stringify(context))).toEqual(context);
  expect(world.samples?.filter(({ type }) => !used.has(type)) ?? []).toEqual([]);
});
