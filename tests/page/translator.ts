/** In the page: translates it as Chrome does. Each text becomes a `<font>` element with the text and `mark`. */
export function translateAll(mark: string) {
  const isForeign = (text: Text) => {
    const { parentElement: parent } = text;
    return (
      parent?.translate &&
      !parent.closest('title, textarea, script, style, noscript, template, font') &&
      text.data.trim()
    );
  };
  const translate = (text: Text) => {
    if (!isForeign(text)) return;
    const [outer, inner] = ['font', 'font'].map((name) => document.createElement(name)) as [HTMLElement, HTMLElement];
    for (const font of [outer, inner]) font.style.verticalAlign = 'inherit';
    outer.dir = 'auto';
    inner.textContent = text.data + mark;
    outer.append(inner);
    text.replaceWith(outer);
  };
  const translateIn = (node: Node) => {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const found = node instanceof Text ? [node] : [];
    while (texts.nextNode()) found.push(texts.currentNode as Text);
    found.forEach(translate);
  };
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) translateIn(node);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}
