/** Runs in the page: records the copied text, because the Permissions-Policy forbids reading the clipboard. */
export function recordCopies() {
  const { clipboard } = navigator;
  // `about:blank` has no clipboard.
  if (!clipboard) return;
  const { writeText } = clipboard;
  clipboard.writeText = async (text) => {
    await writeText.call(clipboard, text);
    Reflect.set(window, 'copied', text);
  };
}

/** Runs in the page: records which link a tap would follow after all handlers have run, and follows none. */
export function recordTaps() {
  const taps: unknown[] = [];
  Object.assign(window, { taps });
  window.addEventListener('click', (event) => {
    // The page may have removed the link during the click, but browsers follow the link nevertheless.
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link) return;
    taps.push({
      href: link.getAttribute('href'),
      follows: !event.defaultPrevented,
      active: navigator.userActivation.isActive,
    });
    event.preventDefault();
  });
}

/** Runs in the page: records new announcements, in order. Ignores regions outside of an open dialog, which are inert. */
export function recordAnnouncements() {
  const said: string[] = [];
  Object.assign(window, { said });
  const regionOf = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('[role=status], [role=log], [role=alert]');
  new MutationObserver((changes) => {
    // Simultaneous changes in one live region are one announcement.
    const news = new Map<Element, string>();
    const nodesOf = ({ type, target, addedNodes }: MutationRecord) =>
      type === 'characterData' ? [target] : [...addedNodes];
    const all = new Set(changes.flatMap(nodesOf));
    /** Returns false for removed nodes, and for nodes inside of other added nodes. */
    const isNew = (node: Node) => {
      let parent = node.parentNode;
      while (parent && !all.has(parent)) parent = parent.parentNode;
      return node.isConnected && !parent;
    };
    for (const change of changes) {
      const region = regionOf(change.target);
      if (!region) continue;
      const added = nodesOf(change).filter(isNew);
      const text = added.map(({ textContent }) => textContent).join('');
      // The check of visibility comes last, because it makes the browser recalculate styles.
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (text && (dialog?.contains(region) ?? true) && region.checkVisibility())
        news.set(region, `${news.get(region) ?? `${region.role}:`} ${text}`);
    }
    said.push(...news.values());
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Runs in the page: adds a hidden button that copies the trace, and stores the copied text in `window.traced`. */
export function addTraceButton() {
  document.addEventListener('DOMContentLoaded', () => {
    // The document of an SVG image has no body.
    if (!document.body) return;
    const corner = document.createElement('div');
    corner.hidden = true;
    const button = document.createElement('button');
    button.dataset.trace = '';
    corner.append(button, document.createElement('span'));
    document.body.append(corner);
    const { clipboard } = navigator;
    const { writeText } = clipboard;
    clipboard.writeText = (text) => {
      if (!text.startsWith('{"trace"')) return writeText.call(clipboard, text);
      Object.assign(window, { traced: text });
      return Promise.resolve();
    };
  });
}

/** Runs in the page: simulates Chrome's translation. Each text becomes `<font>` elements with the text and `mark`. */
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
