/** A node of a syntax tree, as Vite's parser returns it. */
export interface SyntaxNode {
  type: string;
  start: number;
  [field: string]: unknown;
}

/** Whether a value is a node of a syntax tree. */
export const isSyntaxNode = (it: unknown): it is SyntaxNode => typeof it === 'object' && it !== null && 'type' in it;

/** Yields the nodes in `it`, outer ones before inner ones. */
export function* walkSyntaxNodes(it: unknown): Generator<SyntaxNode> {
  if (Array.isArray(it)) for (const one of it) yield* walkSyntaxNodes(one);
  else if (isSyntaxNode(it)) {
    yield it;
    for (const one of Object.values(it)) yield* walkSyntaxNodes(one);
  }
}
