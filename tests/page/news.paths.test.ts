import { describe } from 'vitest';
import type { NewsCode, Standing } from '#domain/news';
import { newsMachine } from '#machines/news';
import { words } from '#views/wallet/copy';
import { pathsOf, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { ACCOUNT } from '../wallet/wallet.ts';
import { NAME } from './injected.ts';
import { beholder } from './look.ts';
import { seen } from './seen.ts';
import { follower, offerTrace } from './traced.ts';
import { ask, isConnected, test, visitWith } from './visit.ts';

const accountOn = (chainId: number) => ({ address: ACCOUNT.address, chainId });
const nobody: Standing = { status: 'disconnected', connection: null, open: false };
const choosing: Standing = { ...nobody, open: true };
const connected: Standing = { status: 'connected', connection: accountOn(1), open: false };
const standings = [
  choosing,
  nobody,
  connected,
  ...[1, 11155111].map((id) => ({ ...connected, connection: accountOn(id), open: true })),
];

/** Whether one step leads to the other: a dialog opens or closes, or the wallet connects, disconnects or changes. */
function isStep(before: Standing, now: Standing) {
  const sameStatus = before.status === now.status;
  const sameChain = before.connection?.chainId === now.connection?.chainId;
  if (!sameStatus) return before.status === 'disconnected' ? before.open && !now.open : !now.open;
  return sameChain ? before.open !== now.open : before.open && now.open;
}

const world: World<typeof newsMachine> = {
  inputs: [{ mustSignIn: false }],
  samples: standings.map((now) => ({ type: 'session.changed', now })),
  // The page loads with the wallet list open.
  possible: ({ now }, { context: { last } }) => (last.status === 'reconnecting' ? now === choosing : isStep(last, now)),
  identify: ({ count: _, ...context }) => context,
};

const behold = beholder('news');

describe('the news machine on the page', () => {
  const { paths, complete } = prove('page', newsMachine, pathsOf(newsMachine, world, 'transitions'));

  for (const { title, follow } of paths)
    test(title, async ({ visit }) => {
      const { page, connect, wallet } = await visitWith(visit, [{}], {
        before: (page) => page.addInitScript(offerTrace),
      });
      const machine = follower(page, 'news');
      const dialogs = page.locator('dialog[open]');
      const outside = page.locator('#wallet-island > [role=status]');
      const inside = dialogs.getByRole('status').first();
      let last: Standing | null = null;

      await follow({
        events: {
          'session.changed': async ({ now }) => {
            if (!last) return seen(connect.row(NAME)).toBeVisible();
            if (now.status !== last.status) return now.connection ? connect.row(NAME).click() : wallet.disconnect();
            if (now.open === last.open) return wallet.setChain(now.connection!.chainId);
            return now.open ? ask(page, now.connection ? 'account' : 'connect') : page.keyboard.press('Escape');
          },
        },
        states: {
          '*': async ({ context }) => {
            last = context.last;
            // The list may open before the machine is told.
            if (last.status === 'reconnecting') return;
            await seen(dialogs).toHaveCount(last.open ? 1 : 0);
            await seen.poll(() => isConnected(page)).toBe(last.connection !== null);
          },
          silent: async ({ context }) => {
            if (context.last.open) await seen(inside).toHaveText('');
            await seen(outside).toHaveText('');
            await seen.poll(machine.state).toBe('silent');
          },
          told: async ({ context }) => {
            const word = words.news[context.code as NewsCode];
            await seen(context.inside ? inside : outside).toHaveText(word);
            await seen.poll(machine.state).toBe('told');
            await behold(page, `${context.code} ${context.inside ? 'inside' : 'outside'}`);
          },
        },
      });
    });

  test('takes every transition', complete);
});
