import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/** Returns the states right below `node`. */
export const listChildNodes = (node: AnyStateNode): AnyStateNode[] => Object.values(node.states);

/** Returns `node` and all states below it, in document order. */
export const listStateNodes = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...listChildNodes(node).flatMap(listStateNodes),
];

/** Returns `node` and its ancestors, innermost first. */
export const listSelfAndAncestors = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...(node.parent ? listSelfAndAncestors(node.parent) : []),
];

/** Returns the path of a state, such as `asking.opening`, or the machine's id for the machine itself. */
export const nodePathOf = (node: AnyStateNode) => node.path.join('.') || node.id;

/** Returns the transitions that `node` has itself, those without an event last. */
export const transitionsOf = (node: AnyStateNode): AnyTransitionDefinition[] =>
  [...node.transitions.values(), node.always ?? []].flat();
