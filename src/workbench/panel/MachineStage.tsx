import { type ReactNode, useMemo } from 'react';
import type { AnyStateMachine } from 'xstate';
import { findStructureFaults } from '../charts/faults';
import type { Bench } from '../recorder/bench';
import { faultOptionsOf, transitionCoverageOf } from '../recorder/facts';
import type { LogEntry, Recording } from '../recorder/recording';
import { formatStatesOf } from '../recorder/words';
import { ChartStage } from './ChartStage';
import { type LayoutStarter, layoutsOf } from './layouts';

/** The part of a step that a chart shows. */
export type ShownStep = Pick<LogEntry, 'snapshot' | 'taken' | 'refused' | 'unsure'>;

interface MachineStageProps {
  bench: Bench;
  recording: Recording;
  session: string | undefined;
  machine: AnyStateMachine;
  /** The step that the chart shows. Undefined until the machine runs. */
  shown: ShownStep | undefined;
  find: string;
  layOutBy: LayoutStarter | undefined;
  /** The content after the buttons of the chart's bar. */
  children: ReactNode;
}

/** The chart of an actor's machine at one step, with its faults and the transitions that the session has taken. */
export function MachineStage(props: MachineStageProps) {
  const { bench, recording, session, machine, shown, find, layOutBy, children } = props;
  const facts = session ? { ...bench.settingsOf(machine.id), ...faultOptionsOf(recording, session) } : {};
  const factKey = JSON.stringify(facts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the facts
  const faults = useMemo(() => findStructureFaults(machine, facts), [machine, factKey]);
  return (
    <ChartStage
      title={
        <h2>
          {machine.id} <span>{shown ? formatStatesOf(shown.snapshot) : 'not started'}</span>
        </h2>
      }
      name={machine.id}
      {...layoutsOf(machine, layOutBy)}
      active={shown?.snapshot._nodes.map(({ id }) => id) ?? []}
      taken={shown?.taken ?? []}
      refused={[...(shown?.refused ?? []), ...(shown?.unsure ?? [])].map(({ index }) => index)}
      find={find}
      faults={faults}
      coverage={session ? transitionCoverageOf(recording, session) : null}
      note={session ? bench.limitOf(session) : ''}
    >
      {children}
    </ChartStage>
  );
}
