import { expect } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, SnapshotFrom } from 'xstate';
import { restsOf } from '../words';

type Words = string | RegExp;

/**
 * All that is announced in each state that has no inner ones, by its path (`a.b`); '' where nothing has changed for the
 * visitor.
 */
export type Sayings<M extends AnyStateMachine> = Record<string, Words | ((snapshot: SnapshotFrom<M>) => Words)>;

const isLeaf = ({ states }: AnyStateNode) => !Object.keys(states).length;
const pathOf = ({ path, id }: AnyStateNode) => path.join('.') || id;

const sourceOf = (words: Words) =>
  typeof words === 'string' ? words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : `(?:${words.source})`;
/** What states side by side say at once, in the order of the chart. */
const joined = (all: Words[]) =>
  all.every((words) => typeof words === 'string') ? all.join(' ') : new RegExp(`^${all.map(sourceOf).join(' ')}$`);

/**
 * What is to be read out of the live regions within `root` that are in sight of assistive technology, in order. A
 * region that is there and says nothing counts as silence.
 */
export const liveIn = (root: ParentNode | null) =>
  [...(root?.querySelectorAll('[role=status], [role=alert], [role=log], output') ?? [])]
    .filter((region) => region.checkVisibility() && !region.matches('[aria-live=off]'))
    .map(({ textContent }) => textContent)
    .filter(Boolean)
    .join(' ');

/** What `table` says of where `model` is. It says something of every state that has no inner ones, and of no other. */
export function wordsOf<M extends AnyStateMachine>(machine: M, table: Sayings<M>, model: SnapshotFrom<M>): Words {
  const leaves = restsOf(machine).filter(isLeaf).map(pathOf);
  expect(Object.keys(table).sort(), 'Each state has its words, if only none, and all words have a state.').toEqual(
    leaves.sort(),
  );
  const here = (model as AnyMachineSnapshot)._nodes.filter(isLeaf).sort((a, b) => a.order - b.order);
  const words = here.map((node) => {
    const due = table[pathOf(node)]!;
    return typeof due === 'function' ? due(model) : due;
  });
  return joined(words.filter((due) => due !== ''));
}

/**
 * The theorem of announcements: whoever does not see the page is told of each state of `machine` what changed for them.
 * `region` is what is announced now.
 */
export async function expectSaid<M extends AnyStateMachine>(
  machine: M,
  table: Sayings<M>,
  model: SnapshotFrom<M>,
  region: () => string,
) {
  const due = wordsOf(machine, table, model);
  const heard = expect.poll(() => region().replace(/\s+/g, ' ').trim(), { interval: 5 });
  await (typeof due === 'string' ? heard.toBe(due) : heard.toMatch(due));
}
