import type { AnyStateMachine } from 'xstate';
import { generateAllPaths } from '#tests/engine/paths';
import { describeTransition, listStateNodes, transitionsOf } from '#tests/engine/words';
import { storiesOf } from '../../workbench/gallery/stories';
import { siteGallery } from './config';

/** The machines of this site, with the paths that its tests take. Paths are generated in Node, not in a browser. */
export const siteGalleryWithPaths = {
  ...siteGallery,
  pathsOf: (machine: AnyStateMachine) => generateAllPaths(machine, siteGallery.worlds[machine.id]),
  transitionsOf: ({ root }: AnyStateMachine) => listStateNodes(root).flatMap(transitionsOf).map(describeTransition),
};

export const siteStoriesOf = (machine: AnyStateMachine) => storiesOf(siteGalleryWithPaths, machine);
