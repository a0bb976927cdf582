import type { Page } from '@playwright/test';
import type { Step, Trace } from '#domain/trace';

/** Reads from the trace of the page what its machines are doing: some of that is nowhere to be seen. */

/** In the page: a button that copies its trace, beside all that a visitor meets, and the text that was copied. */
export function offerTrace() {
  document.addEventListener('DOMContentLoaded', () => {
    const corner = document.createElement('div');
    corner.hidden = true;
    const button = document.createElement('button');
    button.dataset.trace = '';
    corner.append(button, document.createElement('span'));
    document.body.append(corner);
    const { clipboard } = navigator;
    if (!clipboard) return;
    const { writeText } = clipboard;
    clipboard.writeText = (text) => {
      if (!text.startsWith('{"trace"')) return writeText.call(clipboard, text);
      Object.assign(window, { traced: text });
      return Promise.resolve();
    };
  });
}

/** What the machines of the page did last, in order. */
export async function stepsOf(page: Page): Promise<Step[]> {
  const text = await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-trace]')?.click();
    return Reflect.get(window, 'traced') as string | undefined;
  });
  return text ? (JSON.parse(text) as Trace).steps : [];
}

/** The state of a machine of the page, as its trace tells it; null where none has run. */
export const stateOf = async (page: Page, machine: string) =>
  (await stepsOf(page)).findLast((step) => step.machine === machine)?.state ?? null;
