/** Functions in the page, with which tests play paths faster than by Playwright's clicks. */
interface Tools {
  until(what: string, holds: () => boolean): Promise<void>;
  /** Returns the ids of the states that the chart highlights. */
  lit(): string[];
  button(name: string): HTMLButtonElement;
}

declare global {
  interface Window {
    tools: Tools;
  }
}

/** In the page: defines `window.tools`. */
export function addPageTools() {
  window.tools = {
    async until(what, holds) {
      if (holds()) return;
      await new Promise<void>((held, failed) => {
        const watcher = new MutationObserver(() => {
          if (!holds()) return;
          clearTimeout(end);
          watcher.disconnect();
          held();
        });
        const end = setTimeout(() => failed(new Error(`It waited a minute: ${what}.`)), 60_000);
        watcher.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
      });
    },
    lit: () => [...document.querySelectorAll<HTMLElement>('.canvas .lit')].map(({ dataset }) => dataset.state!).sort(),
    button: (name) =>
      [...document.querySelectorAll('button')].find((one) => (one.ariaLabel ?? one.textContent)?.startsWith(name))!,
  };
}
