import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

/** Its seven characters beyond ASCII are spelled out: for each of those, all of its text would be twice as large on its way. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[^ -~\s]/g,
  (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
);

/** The rules of axe that are about colours: all that another scheme can change, and that no other size does. */
const COLOURS = ['color-contrast', 'link-in-text-block'];

/**
 * Digests of content in which axe has found nothing, on any page: it would find nothing there again, and takes its
 * time.
 */
const sound = new Set<string>();

/**
 * In the page: returns digests of the content that axe would look at. Each feature that it judges by must be in one of
 * them. Texts are stored by the digests of their colours' sources.
 */
async function digestsIn() {
  const digest = async (...facts: unknown[]) => {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(facts)));
    return new Uint8Array(bytes).join(' ');
  };
  const page = document.documentElement;
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1);
  // Nothing else is reachable while a dialog is open.
  const part = dialog ?? page;
  const all = [part, ...part.querySelectorAll<HTMLElement>('*')];
  const state = all.map((element) => [Reflect.get(element, 'value'), element.scrollTop]);

  /** The colours of an element, and of what it lies in. */
  const kinds = new Map<Element, string>();
  const kindOf = (element: Element): string => {
    const style = getComputedStyle(element);
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = style;
    const kind = [
      ...[element.tagName, color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight],
      // A link in a text that has no line under it must differ otherwise.
      style.textDecorationLine,
      // axe skips hidden and disabled elements.
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      element.getBoundingClientRect().width > 1,
      element.matches(':disabled, [aria-disabled=true], [aria-hidden=true], [inert]'),
      Reflect.get(element, 'control')?.disabled,
      element === part ? '' : (kinds.get(element.parentElement!) ?? kindOf(element.parentElement!)),
    ].join();
    kinds.set(element, kind);
    return kind;
  };
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const alike = new Map<string, Element[]>();
  for (const element of all.filter(hasText)) {
    const { left, top, width, height } = element.getBoundingClientRect();
    const stack = document.elementsFromPoint(left + width / 2, top + height / 2);
    // Also of what lies over or under it.
    const kind = [kindOf(element), ...stack.map((one) => one.getAttribute('class'))].join();
    alike.set(kind, [...(alike.get(kind) ?? []), element]);
  }
  const texts = await Promise.all([...alike].map(async ([kind, those]) => [await digest(kind), those] as const));
  Reflect.set(window, 'texts', new Map(texts));
  const isNew = !('axe' in window);
  return {
    isNew,
    /** The page around the dialog, if one is open: looked at once. */
    around: isNew && dialog ? await digest(page.outerHTML.replace(dialog.outerHTML, '')) : null,
    content: await digest(part.outerHTML, state, innerWidth, innerHeight, scrollY),
    colours: texts.map(([kind]) => kind),
  };
}

/**
 * Returns axe's findings on the page as it is: rule, and the elements at fault. It looks at a whole page with a dialog
 * once, and then at the dialog. It skips content that it has seen, and colours of texts that it has seen.
 */
export async function axe(page: Page) {
  const { isNew, around, content, colours } = await page.evaluate(digestsIn);
  const all = around !== null && !sound.has(around);
  const others = colours.filter((kind) => !sound.has(kind));
  if (!all && sound.has(content) && !others.length) return [];
  if (isNew) await page.evaluate(AXE);
  const look = async ({
    all,
    rest,
    others,
    rules,
  }: {
    all: boolean;
    rest: boolean;
    others: string[];
    rules: string[];
  }) => {
    const { run } = Reflect.get(window, 'axe') as typeof import('axe-core');
    // axe must not wait for a clock that a test has stopped.
    const { setTimeout } = window;
    window.setTimeout = Reflect.get(window, '__pwClock')?.builtins.setTimeout ?? setTimeout;
    const dialog = all ? undefined : [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1);
    // axe would look for covered elements on the whole page, which takes a third of the time. Nothing lies over a
    // dialog.
    if (dialog)
      document.createTreeWalker = (root, show) =>
        Document.prototype.createTreeWalker.call(document, root, show, (node) =>
          dialog.contains(node) || node.contains(dialog) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
        );
    const options = { resultTypes: ['violations' as const], preload: false };
    const results: import('axe-core').AxeResults[] = [];
    if (all) results.push(await run(document, options));
    if (rest) {
      const off = Object.fromEntries(rules.map((rule) => [rule, { enabled: false }]));
      results.push(await run(dialog ?? document, { ...options, rules: off }));
    }
    const texts: Map<string, Element[]> = Reflect.get(window, 'texts');
    const include = others.flatMap((kind) => texts.get(kind) ?? []);
    if (include.length) results.push(await run({ include }, { ...options, runOnly: rules }));
    window.setTimeout = setTimeout;
    Reflect.deleteProperty(document, 'createTreeWalker');
    return results.flatMap(({ violations }) =>
      violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    );
  };
  const violations = await page.evaluate(look, {
    all,
    rest: !all && !sound.has(content),
    others: all ? [] : others,
    rules: COLOURS,
  });
  if (!violations.length) for (const digest of [content, ...others, all && around]) if (digest) sound.add(digest);
  return violations;
}
