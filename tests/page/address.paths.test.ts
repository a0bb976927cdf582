import type { Page } from '@playwright/test';
import { describe } from 'vitest';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import type { Trace } from '#domain/trace';
import { addressMachine } from '#machines/address';
import { generatePaths, type PathSamples, selectFewestPaths } from '../engine/paths';
import { createPathTests } from '../engine/tier';
import {
  addedModalEntry,
  entryWithoutDialog,
  newAccountEntry,
  openAlphaModal,
  openConnectDialog,
} from '../samples/page';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { addTraceButton } from './visitor/inPage.ts';

const ownEntry = { ...addedModalEntry, dialog: 'connect', goal: 'account' } as const;

/**
 * The events that the tests can cause in the page, while no wallet is connected. `#account` opens the connect dialog
 * then.
 */
const world: PathSamples<typeof addressMachine> = {
  limit: 14,
  samples: [
    ...[entryWithoutDialog, newAccountEntry, ownEntry].map((entry) => ({ type: 'address.changed', entry })),
    ...[openConnectDialog, openAlphaModal].flatMap((holder) => [
      { type: 'hold', holder },
      { type: 'release', id: holder.id },
    ]),
    { type: 'request', dialog: 'chain' },
  ],
  possible: (event, snapshot) => {
    const { dialog, goal, depth, holder } = snapshot.context;
    const within = (state: typeof snapshot.value) => snapshot.matches(state);
    // After the URL changes, the page opens or closes the dialog before any other event can happen.
    if (within('held') && (dialog !== holder?.dialog || depth === 0))
      return event.type === 'release' && event.id === holder?.id;
    if (!holder && (dialog === 'account' || goal === 'chain'))
      return event.type === 'hold' && event.holder === openConnectDialog;
    switch (event.type) {
      case 'address.changed':
        if (event.entry === newAccountEntry) return depth < 2;
        if (event.entry === ownEntry) return depth === 2 && within('returning');
        return within('free') || (depth === 1 && (within('returning') || within('held')));
      case 'hold':
        return (
          depth < 2 &&
          event.holder === openAlphaModal &&
          holder?.id !== openAlphaModal.id &&
          !(within('returning') && holder)
        );
      case 'release':
        return event.id === holder?.id && goal !== 'chain';
      // A clicked link sends `request` only after a dialog has closed and before the page has gone back in the history.
      case 'request':
        return !holder && (within('released') || within('returning')) && depth === 1;
      default:
        return true;
    }
  },
};

/** Follows the address machine in the page by the trace, in which the page records all events of its machines. */
function followAddress(page: Page) {
  let known = 0;
  /** The event that the machine should receive next, or null. */
  let due: string | null = null;
  const read = async () => {
    const text = await page.evaluate(() => {
      document.querySelector<HTMLElement>('[data-trace]')?.click();
      return Reflect.get(window, 'traced') as string | undefined;
    });
    const { dropped, steps }: Trace = JSON.parse(text ?? '{"dropped": 0, "steps": []}');
    const own = steps.map((step, i) => ({ ...step, nth: dropped + i })).filter(({ machine }) => machine === 'address');
    return { state: own.at(-1)?.state ?? null, events: own.filter(({ nth }) => nth >= known) };
  };
  return {
    read,
    /** Wraps functions that cause events: each awaits `first()`, and makes the next `arrives()` wait for its event. */
    announced: (events: Record<string, (event: AnyEventObject) => unknown>, first: () => Promise<unknown>) =>
      Object.fromEntries(
        Object.entries(events).map(([type, happen]) => [
          type,
          async (event: AnyEventObject) => {
            await first();
            due = type;
            await happen(event);
          },
        ]),
      ),
    /** Waits until the machine is in `state`, and has received the expected event since the last call. */
    arrives: async (state: unknown) => {
      let next = known;
      const look = async () => {
        const now = await read();
        const types = now.events.map(({ event }) => (event as { type: string }).type);
        const nth = now.events[types.indexOf(due ?? '')]?.nth;
        next = (nth ?? known - 1) + 1;
        return { state: now.state, heard: nth === undefined && due ? types : due };
      };
      await expectPage.poll(look, { intervals: [50, 100, 250] }).toEqual({ state, heard: due });
      [known, due] = [next, null];
    },
  };
}

/** Runs in the page: delays `history.back()` until the test calls `stepBack()`. */
function holdSteps() {
  const { back } = history;
  history.back = () => {};
  Object.assign(window, { stepBack: () => back.call(history) });
}

describe('the address machine on the page', () => {
  const few = selectFewestPaths(generatePaths(addressMachine, world, 'transitions'));
  const { paths, complete } = createPathTests('page', addressMachine, few);

  for (const { title, follow } of paths)
    test(title, { timeout: 200_000 }, async ({ visit }) => {
      const visitor = await visit({
        wallets: [{}],
        path: '/favicon.svg',
        clock: true,
        scripts: [addTraceButton, holdSteps],
      });
      const { page } = visitor;
      const machine = followAddress(page);
      const { turn, until, stop } = visitor.clock;
      const { modal, join } = visitor.alpha;
      let isLoaded = false;
      let nth = 0;
      const loads = async () => {
        if (isLoaded) return;
        isLoaded = true;
        await page.goto('/');
        await visitor.waitsForScripts();
        await stop();
        await until(async () => (await machine.read()).state === 'free', 'the address is free');
        await machine.arrives('free');
      };
      const types = (hash: string) =>
        page.evaluate((hash) => {
          location.hash = hash;
        }, hash);

      let model!: SnapshotFrom<typeof addressMachine>;
      const isPending = ({ context: { dialog, goal, depth, holder } }: typeof model) =>
        holder === null
          ? dialog === 'account' || goal === 'chain'
          : model.matches('held') && (dialog !== holder.dialog || depth === 0);

      const events: Record<string, (event: AnyEventObject) => unknown> = {
        'address.changed': async ({ entry }) => {
          if (entry.depth === null && entry.dialog) return types('account');
          if (model.matches('returning')) return page.evaluate(() => Reflect.get(window, 'stepBack')());
          if (model.matches('held')) return page.goBack();
          nth += 1;
          return types(`place-${nth}`);
        },
        hold: async ({ holder }) => {
          if (holder.dialog) return expectPage(visitor.connect.dialog).toBeVisible();
          await join.dispatchEvent('click');
          if (model.matches('held')) return;
          await expectPage(modal).toBeVisible();
          // The page sends `hold` after two frames or at the first key press. The stopped clock delays frames.
          await page.keyboard.press('Shift');
        },
        release: async () => {
          if (!isPending(model)) await visitor.escapes();
        },
        request: () =>
          page.evaluate(() => {
            const link = document.createElement('a');
            link.href = '#chain';
            document.body.append(link);
            link.click();
            link.remove();
          }),
        'xstate.after.takeoverDelay.address.released': () => turn(1),
        'xstate.after.stepBackTimeout.address.returning': () => turn(2_000),
      };

      await follow({
        events: machine.announced(events, loads),
        states: {
          '*': async (now) => {
            model = now;
            if (!isLoaded || isPending(now)) return;
            await machine.arrives(now.value);
            const { holder } = now.context;
            if (now.matches('held'))
              await expectPage(page).toHaveURL(holder?.dialog ? /#connect$/ : /\/(#place-\d+)?$/);
          },
        },
      });
    });

  test('the paths together take every transition', complete);
});
