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

/** What axe has found nothing in, by digest, on whatever page: it would find nothing there again, and takes its time. */
const sound = new Set<string>();

/** In the page: digests of what axe would look at. Whatever it goes by that can differ must be in one of them. */
async function digestsIn() {
  const digest = async (...facts: unknown[]) => {
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(facts)));
    return new Uint8Array(bytes).join(' ');
  };
  const page = document.documentElement;
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1);
  // Where a dialog is open, nothing else can be got at.
  const part = dialog ?? page;
  const all = [part, ...part.querySelectorAll<HTMLElement>('*')];
  const colours = all.map((element) => {
    const { color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight } = getComputedStyle(element);
    return [color, backgroundColor, backgroundImage, opacity, fontSize, fontWeight];
  });
  const state = all.map((element) => [Reflect.get(element, 'value'), element.scrollTop]);
  return {
    isNew: !('axe' in window),
    /** The page around the dialog, if one is open. */
    around: dialog ? await digest(page.outerHTML.replace(dialog.outerHTML, '')) : null,
    content: await digest(part.outerHTML, state, innerWidth, innerHeight, scrollY),
    colours: await digest(part.outerHTML, colours),
  };
}

/**
 * What axe finds on the page as it is: rule, and the elements at fault. Of a page with a dialog it looks at all of it once,
 * and then at the dialog. In what it has seen before it looks for nothing anew, but for colours where those are others.
 */
export async function axe(page: Page) {
  const { isNew, around, content, colours } = await page.evaluate(digestsIn);
  const all = isNew && around !== null && !sound.has(around);
  const [knowsContent, knowsColours] = [content, colours].map((digest) => !all && sound.has(digest));
  if (knowsContent && knowsColours) return [];
  if (isNew) await page.evaluate(AXE);
  const look = async ({ all, only, but }: { all: boolean; only: string[] | null; but: string[] }) => {
    const { run } = Reflect.get(window, 'axe') as typeof import('axe-core');
    // Where a test has stopped the clock, axe must not wait for it.
    const { setTimeout } = window;
    window.setTimeout = Reflect.get(window, '__pwClock')?.builtins.setTimeout ?? setTimeout;
    const dialog = all ? undefined : [...document.querySelectorAll<HTMLElement>('dialog:modal')].at(-1);
    // What lies over what it would find out for the whole page, which takes a third of the time. Nothing lies over a dialog.
    if (dialog)
      document.createTreeWalker = (root, show) =>
        Document.prototype.createTreeWalker.call(document, root, show, (node) =>
          dialog.contains(node) || node.contains(dialog) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
        );
    const { violations } = await run(dialog ?? document, {
      resultTypes: ['violations'],
      preload: false,
      ...(only && { runOnly: only }),
      rules: Object.fromEntries(but.map((rule) => [rule, { enabled: false }])),
    });
    window.setTimeout = setTimeout;
    Reflect.deleteProperty(document, 'createTreeWalker');
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  };
  const options = { all, only: knowsContent ? COLOURS : null, but: knowsColours ? COLOURS : [] };
  const violations = await page.evaluate(look, options);
  if (!violations.length) for (const digest of [content, colours, all && around]) if (digest) sound.add(digest);
  return violations;
}
