import { expect } from 'vitest';
import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode, SnapshotFrom } from 'xstate';
import { restingStatesOf } from '../engine/words';
import { activeNodesOf } from '../engine/xstate';
import { assertPaired } from './controls';
import { waitUnlessCrashed } from './crash';

type Words = string | RegExp;

/** The announcement of each atomic state, by its path (`a.b`). Empty if nothing is announced. */
export type ExpectedAnnouncements<M extends AnyStateMachine> = Record<
  string,
  Words | ((snapshot: SnapshotFrom<M>) => Words)
>;

const isLeaf = ({ states }: AnyStateNode) => !Object.keys(states).length;
const pathOf = ({ path, id }: AnyStateNode) => path.join('.') || id;

const sourceOf = (words: Words) =>
  typeof words === 'string' ? words.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&') : `(?:${words.source})`;
/** Joins the announcements of parallel states, in the order of the chart. */
const joined = (all: Words[]) =>
  all.every((words) => typeof words === 'string') ? all.join(' ') : new RegExp(`^${all.map(sourceOf).join(' ')}$`);

/** Returns the texts of all live regions in `root` that screen readers can reach. */
export const liveTextsIn = (root: ParentNode | null) =>
  [...(root?.querySelectorAll('[role=status], [role=alert], [role=log], output') ?? [])]
    .filter((region) => region.checkVisibility() && !region.matches('[aria-live=off]'))
    .map(({ textContent }) => textContent)
    .filter(Boolean)
    .join(' ');

/** Returns the focused title and the texts of the live regions in the open dialog, or in the page without one. */
export function currentAnnouncements() {
  const { activeElement: focus } = document;
  const heading = focus?.matches('h2') ? focus.textContent : '';
  return `${heading} ${liveTextsIn(document.querySelector('dialog:modal') ?? document)}`;
}

/** Returns the announcements for the current states of `model`. `table` must contain exactly the atomic states. */
export function expectedAnnouncement<M extends AnyStateMachine>(
  machine: M,
  table: ExpectedAnnouncements<M>,
  model: SnapshotFrom<M>,
): Words {
  const leaves = restingStatesOf(machine).filter(isLeaf).map(pathOf);
  assertPaired(
    leaves,
    Object.keys(table),
    `Each state of ${machine.id} has its words, if only '', and all words a state`,
  );
  const here = activeNodesOf(model as AnyMachineSnapshot)
    .filter(isLeaf)
    .sort((a, b) => a.order - b.order);
  const words = here.map((node) => {
    const due = table[pathOf(node)]!;
    return typeof due === 'function' ? due(model) : due;
  });
  return joined(words.filter((due) => due !== ''));
}

/** Checks that `due` is the current announcement, which `region` returns. */
export async function expectAnnouncement(due: string, region: () => string) {
  await waitUnlessCrashed(() => expect.poll(() => region().replace(/\s+/g, ' ').trim(), { interval: 5 }).toBe(due));
}

/** Checks that each change of `machine` is announced. `region` returns the current announcement. */
export async function expectChangesAnnounced<M extends AnyStateMachine>(
  machine: M,
  table: ExpectedAnnouncements<M>,
  model: SnapshotFrom<M>,
  region: () => string,
  wait: { timeout?: number } = {},
) {
  const due = expectedAnnouncement(machine, table, model);
  const heard = expect.poll(() => region().replace(/\s+/g, ' ').trim(), { interval: 5, ...wait });
  await waitUnlessCrashed(() => (typeof due === 'string' ? heard.toBe(due) : heard.toMatch(due)));
}
