import { expect, test } from 'vitest';
import { findBrokenProperties } from '../engine/properties';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';

const all = allMachines.map(({ machine }) => machine);

test.each(allMachines)('each state of machine $name can be reached and left, and is described', ({ name, machine }) => {
  const world = worlds[name];
  if (!world) throw new Error(`tests/samples/worlds.ts does not say what may come to ${name} from outside.`);
  expect(findBrokenProperties(machine, world, { all, dialogActor: 'awaitBack', closedState: 'none' })).toEqual([]);
});
