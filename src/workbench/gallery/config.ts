import type { AnyEventObject, AnyStateMachine } from 'xstate';
import type { Chart } from '../charts/chart';
import type { EventSamples } from '../recorder/handledEvents';
import type { BuildSources } from '../serve/buildOnce';
import type { MachineRun } from './run';

interface GalleryMachine {
  /** The id of the machine. */
  name: string;
  machine: AnyStateMachine;
  /** The purpose of the machine, in one sentence. */
  meaning?: string | undefined;
}

/** The known inputs of a machine, and its events with their data. */
interface GallerySamples extends EventSamples {
  inputs?: readonly unknown[];
}

/** A step of a scenario: an event for the machine itself, or for a machine that it runs. */
export interface EventStep {
  event: AnyEventObject;
  /** The ids of the actors that lead to the machine, such as `connect.attempt`. Empty for the machine itself. */
  to: string;
}

/**
 * A step of a scenario that something outside the app takes, such as a wallet. `act` drives the app's test double for
 * it.
 */
export interface OutsideStep extends Pick<EventStep, 'to'> {
  /** The text that the list of steps shows for the step. */
  does: string;
  act(double: never): unknown;
}

/** One step of a scenario: an event, or an action of something outside the app. */
export type GalleryStep = EventStep | OutsideStep;

/** A named sequence of steps, which the gallery plays with one machine. */
export interface GalleryScenario {
  title: string;
  about: string;
  machine: string;
  input?: unknown;
  steps: readonly GalleryStep[];
  /** The id of a state that is active after the last step. */
  reaches: string;
}

/** A generated path through a machine. `follow` sends its events, and visits the snapshot before and after each. */
interface GalleryPath {
  title: string;
  input: unknown;
  /** The names of the taken transitions. */
  takes: readonly string[];
  follow(stage: { send(event: AnyEventObject): unknown; visit(snapshot: unknown): unknown }): Promise<void>;
}

/** The app whose machines the gallery shows. */
export interface GalleryConfig {
  machines: readonly GalleryMachine[];
  /** The inputs and sample events of each machine, by its id. */
  worlds: Readonly<Record<string, GallerySamples>>;
  scenarios: readonly GalleryScenario[];
  /**
   * Starts a machine for a story, which is a generated path or a scenario. By default, outside work such as a request
   * never answers.
   */
  start?(machine: AnyStateMachine, input: unknown, scenario?: GalleryScenario): MachineRun;
}

/** An app with the generated paths of its machines. */
export interface StoryConfig extends GalleryConfig {
  /** Returns the paths that the app's tests generate for a machine. */
  pathsOf(machine: AnyStateMachine): readonly GalleryPath[];
  /**
   * Returns the names of all transitions of a machine, as `takes` uses them. Without this function, no coverage is
   * shown.
   */
  transitionsOf?(machine: AnyStateMachine): readonly string[];
}

/** The app, and the settings of the gallery's pages. */
export interface GalleryPagesConfig extends StoryConfig {
  title: string;
  /** The size in px at which the view of a machine is shown. A machine without an entry has no view. */
  views: Readonly<Record<string, { width: number; height: number }>>;
  /** The path of the script that shows the views: it calls `exposeStage`. */
  stage: string;
  /** A chart of the messages between machines. */
  system?: Chart;
  /**
   * Returns the source files of a machine's data, which is cached until one of them changes. Without this function,
   * nothing is cached.
   */
  sourcesOf?(machine: string): BuildSources;
}
