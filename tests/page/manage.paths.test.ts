import { describe, expect } from 'vitest';
import { nodesOf } from '#build/policy';
import { ETHEREUM } from '#domain/chain';
import { manageMachine } from '#machines/manage';
import { site } from '#site';
import { words } from '#views/wallet/copy';
import { essentials, pathsOf, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { canHappen, manageWorld } from '../samples/manage';
import { ACCOUNT } from '../wallet/wallet.ts';
import { asked, NAME, OTHER, REVOKING, short } from './injected.ts';
import { beholder } from './look.ts';
import { hasClosed, networkOf } from './network.ts';
import { seen } from './seen.ts';
import { alphaOf, ask, test, visitWith, withClock } from './visit.ts';
import { connection, elsewhere, otherAccount } from './visitor.ts';

const chains = [ETHEREUM];

const world: World<typeof manageMachine> = {
  ...manageWorld,
  inputs: [
    { connection, chains, request: null },
    { connection, chains, request: { phone: false, dialog: 'chain' } },
    { connection: elsewhere, chains, request: null },
  ],
  samples: [
    ...(manageWorld.samples ?? []).filter(({ type }) => type !== 'visitor.moved'),
    ...[connection, otherAccount, elsewhere].map((one) => ({ type: 'visitor.moved', connection: one })),
  ],
  possible: (event, snapshot) => {
    const { connection: now } = snapshot.context;
    if (!canHappen(event, snapshot)) return false;
    switch (event.type) {
      case 'visitor.moved':
        // A wallet reports its account and its network in separate events.
        return now.address === event.connection.address || now.chainId === event.connection.chainId;
      case 'xstate.done.actor.chain':
        // The page supports Ethereum alone. Only a wallet elsewhere can be asked to switch.
        return event.output === 'closed' || now.chainId !== ETHEREUM.id;
      default:
        return true;
    }
  },
};

const behold = beholder('manage');

describe('the manage machine on the page', () => {
  const { paths, complete } = prove('page', manageMachine, essentials(pathsOf(manageMachine, world, 'transitions')));

  for (const { title, input, follow } of paths)
    test(title, async ({ visit }) => {
      const { page, connect, wallet, foreign } = await visitWith(visit, [{ chainId: input.connection.chainId }], {
        again: 'usual',
        before: withClock(),
      });
      const { dialog: network } = networkOf(page);
      const { join } = alphaOf(page);
      const opens = (dialog: string) => ask(page, page.url().endsWith(`#${dialog}`) ? 'connect' : dialog);
      const leaves = () => page.keyboard.press('Escape');
      const inNetworks = (name: string) => network.getByRole('button', { name, exact: true }).click();
      let last = input.connection;

      const ends = async (name: string) => {
        await hasClosed(page, name === 'unchanged');
        await behold(page, name);
        expect(foreign.filter((url) => !nodesOf(site).some((node) => url.startsWith(node)))).toEqual([]);
      };

      await connect.row(NAME).click();
      await seen(connect.news).toHaveText('Connected');
      await seen(page).toHaveURL(/\/$/);
      await join.focus();
      await opens(input.request?.dialog ?? 'account');

      await follow({
        events: {
          'dialog.request': ({ dialog = 'account' }) => opens(dialog),
          'visitor.moved': async ({ connection: next }) => {
            if (next.address !== last.address)
              await wallet.setAccount(next.address === ACCOUNT.address ? ACCOUNT : OTHER);
            if (next.chainId !== last.chainId) await wallet.setChain(next.chainId);
          },
          'xstate.done.actor.account': ({ output }) => {
            if (output.networks) return connect.account.getByRole('button', { name: /^Network: / }).click();
            return output.leave ? connect.leave.click() : leaves();
          },
          'xstate.done.actor.chain': ({ output }) => {
            if (output === 'closed') return leaves();
            if (output === 'left') return inNetworks(words.leave);
            // A wallet that switches says so before it answers, which closes the dialog as well.
            wallet.answers.wallet_switchEthereumChain = output === 'switched' ? 'approve' : 'reject';
            return inNetworks(ETHEREUM.name);
          },
        },
        states: {
          '*': ({ context }) => {
            last = context.connection;
          },
          account: async ({ context }) => {
            await seen(connect.account).toContainText(short(context.connection));
            await seen(network).toHaveCount(0);
            await behold(page, context.connection.chainId === ETHEREUM.id ? 'account' : 'account elsewhere');
          },
          chain: async ({ context }) => {
            await seen(network).toBeVisible();
            await seen(connect.account).toHaveCount(0);
            await behold(page, context.connection.chainId === ETHEREUM.id ? 'chain' : 'chain elsewhere');
          },
          closed: () => ends('closed'),
          unchanged: () => ends('unchanged'),
          left: async () => {
            await ends('left');
            await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
          },
        },
      });
    });

  test('takes every transition', complete);
});
