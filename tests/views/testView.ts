import { describe, expect } from 'vitest';
import type { AnyEventObject, AnyStateMachine, InputFrom, SnapshotFrom } from 'xstate';
import type { CoverageRecord } from '../engine/coverage';
import { type GeneratedPath, generatePaths, type PathReplayTarget, type PathSamples } from '../engine/paths';
import { createPathTests, testPaths } from '../engine/tier';
import { type ControlsByEvent, expectControls, isPageCovered } from './controls';
import { tap } from './support';

interface ShownView<M extends AnyStateMachine> extends Omit<PathReplayTarget<M>, 'states'> {
  /** The controls that send each event. A path presses the first visible one, unless `events` has the event. */
  controls: ControlsByEvent;
  /** Returns the controls that may be enabled besides: links, and controls of other machines. */
  others?: () => readonly Element[];
  /** Checks what the view shows. It is not called for a dialog that has closed with its machine. */
  seen: (model: SnapshotFrom<M>) => unknown;
  stop: () => void;
}

interface Options<M extends AnyStateMachine> {
  /** The samples of events that the view offers, if they differ from those of the paths. */
  offered?: PathSamples<M>;
  /** The paths to replay. By default, all generated paths of the machine. */
  paths?: readonly GeneratedPath<M>[];
  /** Whether a state ends at once, so that no visitor sees it. */
  isTransient?: (model: SnapshotFrom<M>) => boolean;
}

/** Whether the focus is in the open modal, if there is one. A control that disappears must hand on the focus. */
const isFocusInside = () => document.querySelector('dialog:modal')?.contains(document.activeElement) ?? true;

/** Finds links to other sites that open in this tab, or that tell the other site about this one. */
const findBareLinks = () =>
  [...document.querySelectorAll('a[href^="https:"]:not([target=_blank][rel="noopener noreferrer"])')].map(
    ({ outerHTML }) => outerHTML,
  );

/**
 * Replays generated paths of `machine` in its view, as tests. `begin` shows the view at the start of a path. In each
 * state, the enabled controls are the accepted events, the focus is in the open modal, and links to other sites open
 * new tabs. A dialog that closes with its machine keeps its content.
 */
export function testView<M extends AnyStateMachine>(
  machine: M,
  world: PathSamples<M>,
  begin: (path: { input: InputFrom<M>; coverage: CoverageRecord }) => Promise<ShownView<M>>,
  { offered = world, isTransient = () => false, paths = generatePaths(machine, world) }: Options<M> = {},
) {
  describe(`the ${machine.id} machine in its view`, () => {
    testPaths(createPathTests('view', machine, paths), async ({ input, follow, coverage }) => {
      const { stop, controls, others, events, seen, ...life } = await begin({ input, coverage });
      const press = (place: ControlsByEvent[string]) => (event: AnyEventObject) => {
        const shown = place().filter((element) => element.checkVisibility());
        return shown.length ? tap(shown) : life.send?.(event);
      };
      const presses = Object.fromEntries(Object.entries(controls).map(([verb, place]) => [verb, press(place)]));
      let kept: string | undefined;
      const check = async (model: SnapshotFrom<M>) => {
        if (isTransient(model)) return;
        await expectControls(machine, offered, model, controls, others);
        const isOver = (model as { status: string }).status !== 'active';
        const dialog = document.querySelector('dialog');
        if (isOver && !isPageCovered()) return expect(dialog?.innerHTML).toBe(kept);
        await seen(model);
        await expect.poll(isFocusInside, { interval: 5 }).toBe(true);
        expect(findBareLinks()).toEqual([]);
        kept = dialog?.innerHTML;
      };
      await follow({ ...life, events: { ...presses, ...events }, states: { '*': check } });
      stop();
    });
  });
}
