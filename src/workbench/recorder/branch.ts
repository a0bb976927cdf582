import type { AnyEventObject } from 'xstate';
import { chartOf } from '../charts/chart';
import { isDeepEqual } from './plain';
import type { LogEntry, Recording } from './recording';
import { RESTART_EVENT } from './xstateInternals';

/**
 * Adds a step to an actor's steps. A start discards the earlier steps. A start in the actor's last state, as in React's
 * strict mode, keeps them instead.
 */
function addStep(branch: readonly LogEntry[], step: LogEntry): LogEntry[] {
  if (step.event.type !== 'xstate.init') return [...branch, step];
  const last = branch.findLastIndex(({ event }) => event.type !== 'xstate.stop');
  const goesOn = last >= 0 && isDeepEqual(branch[last]!.snapshot.value, step.snapshot.value);
  return goesOn ? branch.slice(0, last + 1) : [step];
}

/** Returns the steps that led to an actor's last step, without those that it undid by resuming from an earlier step. */
export function removeUndoneSteps(steps: readonly LogEntry[]): LogEntry[] {
  const branches = new Map<unknown, LogEntry[]>();
  let branch: LogEntry[] = [];
  for (const step of steps) {
    // If the step from which the actor resumed is no longer stored, the result begins with the restart.
    branch = step.event.type === RESTART_EVENT ? (branches.get(step.event.nth) ?? [step]) : addStep(branch, step);
    branches.set(step.own, branch);
  }
  return branch;
}

const isOfXState = ({ type }: AnyEventObject) => type.startsWith('xstate.');

/** Whether an actor sends events to its parent: it has sent one, or its machine has a `sendTo` action. */
export function sendsToParent({ known, messages }: Recording, { session, snapshot }: LogEntry): boolean {
  const parent = known.get(session)?.parent;
  if (parent === undefined) return false;
  const isSent = messages.some(({ from, to, event }) => from === session && to === parent && !isOfXState(event));
  const { states, transitions } = chartOf(snapshot.machine);
  const actions = [
    ...states.flatMap(({ entry, exit }) => [...entry, ...exit]),
    ...transitions.flatMap((one) => one.actions),
  ];
  return isSent || actions.includes('sendTo');
}

/** Returns why a test of these steps does not begin with the machine's start, or '' if it does. */
export function explainTestBeginning([first]: readonly LogEntry[]): string {
  if (first?.isRestored) return 'The app started this actor from a snapshot, so the test does, too.';
  if (!first || first.event.type === 'xstate.init') return '';
  return 'The steps before this state are no longer kept, so the test begins in it.';
}
