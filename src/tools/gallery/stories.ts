import type { AnyStateMachine } from 'xstate';
import { allPathsOf } from '#tests/engine/paths';
import { listStateNodes, transitionName, transitionsOf } from '#tests/engine/words';
import { storiesOf } from '../../workbench/gallery/stories';
import { siteGallery } from './config';

/** The machines of this site with the paths that its tests take, which no browser can generate. */
export const siteWithPaths = {
  ...siteGallery,
  pathsOf: (machine: AnyStateMachine) => allPathsOf(machine, siteGallery.worlds[machine.id]),
  transitionsOf: ({ root }: AnyStateMachine) => listStateNodes(root).flatMap(transitionsOf).map(transitionName),
};

export const siteStoriesOf = (machine: AnyStateMachine) => storiesOf(siteWithPaths, machine);
