/** A node of a syntax tree, as Vite's parser returns it. */
export interface SyntaxNode {
  type: string;
  start: number;
  [field: string]: unknown;
}

export const isNode = (it: unknown): it is SyntaxNode => typeof it === 'object' && it !== null && 'type' in it;

/** Yields the nodes in `it`, outer ones before inner ones. */
export function* nodesIn(it: unknown): Generator<SyntaxNode> {
  if (Array.isArray(it)) for (const one of it) yield* nodesIn(one);
  else if (isNode(it)) {
    yield it;
    for (const one of Object.values(it)) yield* nodesIn(one);
  }
}
