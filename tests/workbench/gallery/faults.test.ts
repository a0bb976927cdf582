import { readFileSync, rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { buildGallery } from '../../../src/workbench/gallery/build.ts';
import { describeTransition, listStateNodes, transitionsOf } from '../../engine/words.ts';
import { FAULTY_MACHINES, faultyGallery } from '../foreign/faulty.ts';

const { machine, says, state } = FAULTY_MACHINES[0]!;
const names = listStateNodes(machine.root).flatMap(transitionsOf).map(describeTransition);

/** The only path: its event enters the trap. */
const path = {
  title: 'begins',
  input: undefined,
  takes: names.slice(0, 1),
  async follow({ send, visit }: { send(event: { type: string }): unknown; visit(snapshot: unknown): unknown }) {
    const [first] = initialTransition(machine);
    await visit(first);
    await send({ type: 'go' });
    await visit(transition(machine, first, { type: 'go' })[0]);
  },
};

// tests/workbench/page/inspector.test.ts tests how a chart marks mistakes and taken transitions.
test("a machine's page lists its mistakes and the transitions that its paths take", async () => {
  const out = 'node_modules/.cache/gallery-faults';
  await buildGallery(out, {
    ...faultyGallery,
    title: 'Faults',
    views: {},
    stage: 'tests/workbench/foreign/stage.tsx',
    pathsOf: () => [path],
    transitionsOf: () => names,
  });
  const { faults, coverage } = JSON.parse(readFileSync(`${out}/trap.json`, 'utf8'));
  expect(faults).toMatchObject([{ kind: 'trap', state, says }]);
  expect(coverage).toEqual({ taken: [0], total: 3 });
  rmSync(out, { recursive: true });
});
