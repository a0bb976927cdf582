import { type Page, expect as seen } from '@playwright/test';
import { describe, expect } from 'vitest';
import { NAME } from './injected.ts';
import { alphaOf, ask, test, visitWith } from './visit.ts';

const PREFIX = 'iaborrow.';
const RECORDS = ['latest', 'recents', 'session', 'deepLink'];

/** What another page of this origin, another version of this one, or somebody at the keyboard may have written. */
const NASTY: Record<string, string> = {
  nothing: '',
  'half a record': '{"version":1,"value":{"id":"example.wallet","connector":"inj',
  'text that says injected': '"injected"',
  'a list': '["injected", {"version":1}]',
  'a record of another version': '{"version":2,"value":{"id":"example.wallet","connector":"injected"}}',
  'a connector that is none': '{"version":1,"value":{"id":"example.wallet","connector":"constructor"}}',
  'a wallet that is none': '{"version":1,"value":{"id":"__proto__","connector":"injected","href":"x","name":"y"}}',
  'values of wrong kinds': '{"version":1,"value":{"id":{"connector":"injected"},"connector":["injected"],"length":3}}',
  'a script': '{"version":1,"value":{"href":"javascript:alert(1)","name":"<img src=x onerror=alert(1)>"}}',
  'a list of anything':
    '{"version":1,"value":[null,{},[[]],"__proto__","constructor","\\u202e\\u0000",1e999,"example.wallet"]}',
  'a prototype': '{"__proto__":{"version":1,"value":{"id":"example.wallet","connector":"injected"}}}',
  'ten thousand brackets': '['.repeat(10_000),
  'a megabyte': `{"version":1,"value":{"id":"${'x'.repeat(1_000_000)}","connector":"injected"}}`,
  'a character that is none': '\uFEFF{"version":1,"value":"\uD800"}',
};
const nasty = Object.entries(NASTY);

type Visited = Awaited<ReturnType<typeof visitWith>>;

/** The dialog is open; a wallet connects, and the rest of the page lives. */
async function works({ page, connect }: Visited) {
  await connect.row(NAME).click();
  await seen(connect.dialog).toBeHidden();
  await seen(page).toHaveURL(/\/$/);
  await ask(page, 'account');
  await seen(connect.account).toContainText(`Connected with ${NAME}`);
  await connect.account.getByRole('button', { name: 'Close' }).click();
  await seen(connect.account).toBeHidden();
  await alphaOf(page).join.click();
  await seen(alphaOf(page).modal).toBeVisible();
  await alphaOf(page).close.click();
  // Closing goes a step back through the history, which takes a moment.
  await seen.poll(() => page.evaluate(() => history.state?.dialog)).toBeUndefined();
}

const read = (page: Page) => page.evaluate(() => ({ ...localStorage }));

describe('records in the browser', () => {
  nasty.forEach(([what], nth) => {
    test(`${what}, and worse: they are reset, and all works`, async ({ visit }) => {
      // Each record has each of them once, beside three others.
      const records = RECORDS.map(
        (name, i) => [PREFIX + name, nasty[(nth + 5 * i) % nasty.length]?.[1] ?? ''] as const,
      );
      const visited = await visitWith(visit, [{}], {
        before: (page) =>
          page.addInitScript((records) => {
            for (const [key, text] of records) localStorage.setItem(key, text);
          }, records),
      });
      const { page, connect } = visited;
      // A record that is fit for use may name a wallet that is none: it is waited for, 5 s long.
      await seen(connect.row(NAME)).toBeVisible({ timeout: 15_000 });
      const unfit = async () =>
        Object.entries(await read(page)).filter(
          ([, text]) => !/^\{"version":1,"value":.*\}$/.test(text) || text.length > 2_000,
        );
      await seen.poll(unfit).toEqual([]);
      await works(visited);
      expect(await read(page)).toMatchObject({
        'iaborrow.session': '{"version":1,"value":{"id":"example.wallet","connector":"injected"}}',
        'iaborrow.recents': expect.stringMatching(/^\{"version":1,"value":\["example\.wallet"[,\]]/),
        'iaborrow.latest': '{"version":1,"value":"example.wallet"}',
      });
    });
  });

  const FORBIDDEN: Record<string, () => void> = {
    'denied by the browser': () => {
      const denied = {
        get() {
          throw new DOMException('The user denied it.', 'SecurityError');
        },
      };
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB']) Object.defineProperty(window, name, denied);
    },
    'not there at all': () => {
      for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
        Object.defineProperty(window, name, { value: null });
    },
    full: () => {
      Storage.prototype.setItem = () => {
        throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      };
    },
    'broken in all it does': () => {
      for (const deed of ['getItem', 'setItem', 'removeItem'] as const)
        Storage.prototype[deed] = () => {
          throw new Error('The disk is on fire.');
        };
    },
  };
  const leaves = async ({ page, connect }: Visited) => {
    await ask(page, 'account');
    await connect.leave.click();
    await seen(connect.news).toHaveText('Disconnected');
  };
  /** Whoever was connected in this visit is listed as recent. */
  const remembers = async (visited: Awaited<ReturnType<typeof visitWith>>) => {
    const { page, connect } = visited;
    await works(visited);
    await leaves(visited);
    await seen(page).toHaveURL(/\/$/);
    await ask(page, 'connect');
    await seen(connect.row(NAME)).toContainText('Recent');
  };
  for (const [what, forbid] of Object.entries(FORBIDDEN))
    test(`${what}: the visit goes on in memory, and the next one starts anew`, async ({ visit }) => {
      const visited = await visitWith(visit, [{}], { before: (page) => page.addInitScript(forbid) });
      const { page, connect } = visited;
      await remembers(visited);
      await page.reload();
      await seen(connect.row(NAME)).toBeVisible();
      await seen(connect.row(NAME)).not.toContainText('Recent');
    });

  test('full, with bad records in it: the visit goes on in memory', async ({ visit }) => {
    const visited = await visitWith(visit, [{}], {
      before: (page) =>
        page.addInitScript(() => {
          for (const name of ['latest', 'recents', 'session', 'deepLink'])
            localStorage.setItem(`iaborrow.${name}`, '{');
          Storage.prototype.setItem = () => {
            throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
          };
        }),
    });
    await remembers(visited);
  });
});
