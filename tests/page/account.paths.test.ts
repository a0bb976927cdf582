import { describe, expect } from 'vitest';
import { accountMachine } from '#machines/account';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { accountWorld } from '../samples/account';
import { wordsAt } from '../support/words.ts';
import { withAccount } from './accounts.ts';
import { noteSaid } from './visitor/inPage.ts';
import { say, sayStatus } from './visitor/say.ts';
import { passTime, seen } from './visitor/seen.ts';
import { shortAddress } from './visitor/viewer.ts';
import { asked, REVOKING } from './visitor/wallets.ts';

/** A value stays on screen even if a later read fails. */
const world: World<typeof accountMachine> = {
  ...accountWorld,
  possible: ({ type }, { context: { profile } }) => type !== 'profile.read' || profile.balance.is === 'loading',
};

const UNREAD = say('account.unread');

const test = withAccount('accountPaths');

describe('the account machine on the page', () => {
  const { paths, complete } = prove(
    'page',
    accountMachine,
    selectFewestPaths(pathsOf(accountMachine, world, 'transitions')),
  );

  for (const { title, follow } of paths)
    test(title, async ({ someone, connected, node }) => {
      const amina = await someone({ ether: '1.23456', name: 'amina' });
      const visitor = await connected({
        wallets: [{ account: amina }],
        again: 'paths',
        before: (_, context) => context.addInitScript(noteSaid),
      });
      const { page, account } = visitor;
      const { join } = visitor.alpha;
      const lines = { loading: '', failed: `${UNREAD}Retry`, known: '1.2345 ETH', absent: '' };
      const due: string[] = [];

      /** Includes the events since the last call. */
      const look = (name: string, ...news: string[]) =>
        visitor.hearsOnly([...due.splice(0), ...news], () => visitor.looksRight(name));
      const ends = async (name: string, ...news: string[]) => {
        await visitor.seesNoDialog();
        await visitor.isHome();
        await seen(join).toBeFocused();
        await look(name, ...news);
        expect(visitor.foreign).toEqual([]);
      };

      await visitor.hears('news.connected');
      await visitor.heard();
      const release = node.hold();
      await join.focus();
      await visitor.requestsNext('account');

      await follow({
        events: {
          'profile.read': async ({ profile: { balance } }) => {
            if (balance.is === 'failed') {
              due.push(`status: ${UNREAD}`);
              node.answer({
                each: ({ method }, reply) => (method === 'eth_getBalance' ? { ...reply, result: null } : reply),
              });
            }
            release();
            if (balance.is === 'failed') await passTime(page, account.retry);
          },
          // Reading the balance fails again, and is announced again.
          retry: async () => {
            due.push(`status: ${UNREAD}`);
            const { length } = node.requests;
            await account.retry.click();
            await seen.poll(() => node.requests.length).toBeGreaterThan(length);
            await passTime(page, account.retry);
          },
          networks: () =>
            account.dialog.getByRole('button', { name: say('account.network', 'Ethereum'), exact: true }).click(),
          leave: () => account.leave.click(),
          close: () => visitor.escapes(),
        },
        states: {
          '*': async ({ status, context: { profile } }) => {
            if (status !== 'active') return;
            await seen(account.dialog).toBeVisible();
            await seen(account.dialog).toContainText(wordsAt('whose', amina.address));
            await seen(account.line).toHaveText(`${shortAddress(amina)} · ${lines[profile.balance.is]}`);
            if (profile.name.is === 'known') await seen(account.who).toHaveText(profile.name.value);
          },
          shown: ({ context: { profile } }) => look(`shown, ${profile.balance.is}`),
          closed: () => ends('closed'),
          toNetworks: async () => {
            await seen(page.getByRole('dialog', { name: say('chain.title'), exact: true })).toBeVisible();
            await seen(page).toHaveURL(/\/#chain$/);
            await look('toNetworks');
          },
          left: async () => {
            await ends('left', sayStatus('news.disconnected'));
            await seen.poll(() => asked(visitor.wallet, REVOKING)).toBe(1);
          },
        },
      });
    });

  test('takes every transition', complete);
});
