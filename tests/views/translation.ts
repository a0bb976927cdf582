/**
 * Finds what would go wrong on a page that the browser translates: there each text node gives way to another element.
 * React crashes when it removes such a text, or puts something before it; when it changes one, nothing is seen.
 */

/** Whether React holds on to the text node itself; it does not where a text is all that is in an element. */
const isHeld = (node: Node | null): node is Text =>
  node instanceof Text && Boolean(node.data.trim()) && Object.keys(node).some((key) => key.startsWith('__reactFiber$'));

/** Whether the browser may translate what is in `parent`. */
const isForeign = (parent: Node | null) => parent instanceof HTMLElement && parent.translate;

function faultsIn({ type, target, removedNodes, addedNodes, nextSibling }: MutationRecord) {
  if (type === 'characterData')
    return isHeld(target) && isForeign(target.parentElement) ? [`changes: ${target.data}`] : [];
  if (!isForeign(target)) return [];
  return [
    ...[...removedNodes].filter(isHeld).map(({ data }) => `goes: ${data}`),
    ...(addedNodes.length && isHeld(nextSibling) ? [`something comes before: ${nextSibling.data}`] : []),
  ];
}

/** Watches `root`; returns what tells all faults that were made since it was asked last. */
export function watchTexts(root: Node) {
  const faults: string[] = [];
  const note = (changes: MutationRecord[]) => faults.push(...changes.flatMap(faultsIn));
  const watch = new MutationObserver(note);
  watch.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    note(watch.takeRecords());
    return faults.splice(0);
  };
}
