import type { AnyStateMachine } from 'xstate';
import { messageLinkOf } from '#machines/system';
import type { Chart, ChartState } from '../workbench/charts/chart';

/** A running machine, and the children through which it sends events to others. */
interface Part {
  /** For example `app.walletLoader.wallet`. */
  id: string;
  machine: AnyStateMachine;
  parent: string | null;
  messageLinks: { src: string; kind: string; to: string }[];
}

const isMachine = (logic: unknown): logic is AnyStateMachine => Boolean((logic as { root?: unknown }).root);

/**
 * Returns `machine` and all machines that it starts. `late` has the machines that are loaded later, by the names of the
 * actors that run them.
 */
function partsOf(machine: AnyStateMachine, late: Record<string, AnyStateMachine>, parent: Part | null): Part[] {
  const id = [parent?.id, machine.id].filter(Boolean).join('.');
  const actors = Object.entries(machine.implementations.actors);
  const messageLinks = actors.flatMap(([src, logic]) => {
    const link = messageLinkOf(logic);
    return link ? [{ src, kind: link.kind, to: link.to }] : [];
  });
  const part: Part = { id, machine, parent: parent?.id ?? null, messageLinks };
  const inner = actors.flatMap(([src, logic]) => {
    const child: unknown = late[src] ?? logic;
    return isMachine(child) ? partsOf(child, late, part) : [];
  });
  return [part, ...inner];
}

/**
 * Returns the chart of messages between machines. A machine is drawn inside the machine that starts it. An arrow is
 * labelled with the id of the child actor that passes the events on. `late` has the machines that are loaded later, by
 * the names of the actors that run them.
 */
export function drawSystemChart(root: AnyStateMachine, late: Record<string, AnyStateMachine>): Chart {
  const parts = partsOf(root, late, null);
  const states = parts.map(({ id, machine, parent }): ChartState => {
    const children = parts.filter((one) => one.parent === id).map((one) => one.id);
    return {
      id,
      key: machine.id,
      parent,
      type: children.length ? 'parallel' : 'atomic',
      initial: null,
      children,
      tags: [],
      invokes: [],
      entry: [],
      exit: [],
      description: '',
      transient: false,
    };
  });
  const found = (to: string) => parts.find(({ machine }) => machine.id === to)!.id;
  const transitions = parts
    .flatMap(({ id, messageLinks }) =>
      messageLinks.map(({ src, kind, to }) => {
        // Actors of the kinds `line` and `hold` send events to the other machine. All others receive events from it.
        const speaks = kind === 'line' || kind === 'hold';
        const other = kind === 'hear' ? `${id}.${to}` : found(to);
        return { source: speaks ? id : other, target: speaks ? other : id, word: src };
      }),
    )
    .map(({ source, target, word }, index) => {
      return { index, source, targets: [target], event: word, word, guard: '', actions: [], reenter: false };
    });
  return { id: root.id, description: '', states, transitions };
}
