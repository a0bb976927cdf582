/** A node of a syntax tree, as Vite's parser returns it. */
export interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

export const isNode = (it: unknown): it is Node => typeof it === 'object' && it !== null && 'type' in it;

/** Yields the nodes in `it`, outer ones before inner ones. */
export function* nodesIn(it: unknown): Generator<Node> {
  if (Array.isArray(it)) for (const one of it) yield* nodesIn(one);
  else if (isNode(it)) {
    yield it;
    for (const one of Object.values(it)) yield* nodesIn(one);
  }
}
