/**
 * Finds errors on a page that the browser translates, which replaces text nodes. React crashes when it removes a
 * replaced node, and changes that it makes to one stay invisible.
 */

/** Whether React keeps a reference to the text node. It keeps none to an only child. */
const isHeld = (node: Node | null): node is Text =>
  node instanceof Text && Boolean(node.data.trim()) && Object.keys(node).some((key) => key.startsWith('__reactFiber$'));

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

/** Watches `root`. Returns a function that returns the errors since its last call. */
export function watchTranslatedPageErrors(root: Node) {
  const faults: string[] = [];
  const note = (changes: MutationRecord[]) => faults.push(...changes.flatMap(faultsIn));
  const watch = new MutationObserver(note);
  watch.observe(root, { subtree: true, childList: true, characterData: true });
  return () => {
    note(watch.takeRecords());
    return faults.splice(0);
  };
}
