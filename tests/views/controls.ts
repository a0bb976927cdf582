import { expect } from 'vitest';
import type { AnyEventObject, AnyMachineSnapshot, AnyStateMachine, SnapshotFrom } from 'xstate';
import type { PathSamples } from '../engine/paths';
import { isVisitorEvent, listStateNodes, transitionsOf } from '../engine/words';
import { waitUnlessCrashed } from './crash';

/** The buttons and fields of a view, grouped by the event that they send. */
export type ControlsByEvent = Record<string, () => readonly Element[]>;

/** Returns a function that lists the dialog's controls with one of `names`. Queries by role would be too slow. */
export const createControlsByName =
  (...names: (RegExp | string)[]) =>
  () =>
    [...document.querySelectorAll<HTMLElement>('dialog :is(a, button, input)')].filter((element) => {
      const own = element.ariaLabel ?? element.textContent;
      return names.some((name) => (typeof name === 'string' ? name === own : name.test(own)));
    });

/** Whether an open modal covers the element, which makes it inert. */
const isBehind = (element: Element) => {
  const modals = [...document.querySelectorAll('dialog:modal')];
  return modals.length > 0 && !modals.some((modal) => modal.contains(element));
};

/** Whether a visitor can press `element`, or type into it. */
const isEnabled = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled, [aria-disabled=true]') &&
  !element.closest('[inert]') &&
  !isBehind(element);

const verbsOf = ({ root }: AnyStateMachine) => {
  const types = listStateNodes(root)
    .flatMap(transitionsOf)
    .map(({ eventType }) => eventType);
  return [...new Set(types)].filter(isVisitorEvent).sort();
};

/** Whether a dialog covers the page. Then only a changed URL can request another dialog. */
export const isPageCovered = () => document.querySelector('dialog:modal') !== null;

/** Returns the types of the sample events that `machine` accepts in the state `model`, sorted. */
export function listAcceptedEvents<M extends AnyStateMachine>(
  machine: M,
  { samples = [], possible = () => true }: PathSamples<M>,
  model: SnapshotFrom<M>,
) {
  const { status } = model as AnyMachineSnapshot;
  // XState's `can` may return true for a machine that has ended.
  const can = (event: AnyEventObject) =>
    status === 'active' && (model as AnyMachineSnapshot).can(event) && possible(event, model);
  const said = (verb: string): AnyEventObject[] => {
    const told = samples.filter(({ type }) => type === verb);
    return told.length ? told : [{ type: verb }];
  };
  const covered = isPageCovered() ? 'dialog.request' : null;
  return verbsOf(machine).filter((verb) => verb !== covered && said(verb).some(can));
}

/** Returns the sorted events of which at least one control is enabled. */
export const listEnabledEvents = (controls: ControlsByEvent) =>
  Object.keys(controls)
    .sort()
    .filter((verb) => controls[verb]?.().some(isEnabled));

const pressable = 'button, a[href], input, select, textarea, [role=button], summary';

/** Returns the names of enabled controls that belong to no event and are not in `others`. */
export function findStrayControls(controls: ControlsByEvent, others: () => readonly Element[] = () => []) {
  const known = new Set([...Object.values(controls), others].flatMap((place) => place()));
  const strays = [...document.querySelectorAll(pressable)].filter(
    (element) => isEnabled(element) && !known.has(element),
  );
  return strays.map((element) => `stray ${element.localName}: ${element.ariaLabel ?? element.textContent}`);
}

/** Checks that the enabled controls are exactly the events that the machine accepts. `others` are allowed as well. */
export async function expectControls<M extends AnyStateMachine>(
  machine: M,
  world: PathSamples<M>,
  model: SnapshotFrom<M>,
  controls: ControlsByEvent,
  others?: () => readonly Element[],
  wait: { timeout?: number } = {},
) {
  await waitUnlessCrashed(() =>
    expect
      .poll(() => [...listEnabledEvents(controls), ...findStrayControls(controls, others)], { interval: 5, ...wait })
      .toEqual(listAcceptedEvents(machine, world, model)),
  );
}
