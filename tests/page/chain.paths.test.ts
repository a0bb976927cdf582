import { describe, expect } from 'vitest';
import { ETHEREUM, supports } from '#domain/chain';
import { chainMachine } from '#machines/chain';
import { essentials, pathsOf, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { chainWorld } from '../samples/chain';
import { elsewhere } from '../samples/connections';
import { createStateCheck, expectAnnounced } from './look.ts';
import { hasClosed, networkOf, UNCHANGED, WRONG } from './network.ts';
import { saidIn } from './signing.ts';
import { alphaOf, requestDialog, visitWith, withClock } from './visit.ts';
import { test } from './visitor/fixtures.ts';
import { noteSaid } from './visitor/inPage.ts';
import { NAME } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { asked, REVOKING } from './visitor/wallets.ts';

/** The page supports Ethereum alone. A wallet on Ethereum has no choice, and others can switch or disconnect. */
const world: World<typeof chainMachine> = {
  ...chainWorld,
  inputs: [ETHEREUM.id, elsewhere.chainId].map((current) => ({ chains: [ETHEREUM], current })),
  samples: [{ type: 'pick', id: ETHEREUM.id }],
};

const behold = createStateCheck('chain');

describe('the chain machine on the page', () => {
  const { paths, complete } = prove('page', chainMachine, essentials(pathsOf(chainMachine, world, 'transitions')));

  for (const { title, input, follow } of paths)
    test(title, async ({ visit }) => {
      const { page, connect, wallet, foreign } = await visitWith(visit, [{ chainId: input.current }], {
        again: 'usual',
        before: withClock(noteSaid),
      });
      const { dialog, title, rows, ethereum, leave } = networkOf(page);
      const { join } = alphaOf(page);
      const astray = !supports(input.chains, input.current);

      const look = (name: string, ...news: string[]) => expectAnnounced(page, news, () => behold(page, name));
      const ends = async (name: string, ...news: string[]) => {
        await hasClosed(page, name === 'unchanged');
        await look(name, ...news);
        expect(foreign).toEqual([]);
      };

      await connect.row(NAME).click();
      await seen(connect.news).toHaveText('Connected');
      await seen(page).toHaveURL(/\/$/);
      await saidIn(page);
      wallet.answers.default = 'hold';
      await join.focus();
      await requestDialog(page, 'chain');
      await seen(dialog).toBeVisible();
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

      await follow({
        events: {
          pick: async () => {
            await ethereum.click();
            await seen.poll(() => wallet.pending.length).toBe(1);
          },
          close: () => page.keyboard.press('Escape'),
          leave: () => leave.click(),
          // The wallet reports the new network before it answers. Either one ends the switch, with the same result on the page.
          'xstate.done.actor.switchChain': wallet.approve,
          'xstate.error.actor.switchChain': () => wallet.reject(),
          'xstate.after.switchTimeout.chain.switching': () => page.clock.runFor(60_000),
        },
        states: {
          choosing: async () => {
            await seen(title).toBeFocused();
            await seen(rows).toHaveText(astray ? 'Ethereum' : 'EthereumConnected');
            await seen(ethereum).toHaveCount(astray ? 1 : 0);
            await look(astray ? 'choosing, astray' : 'choosing', ...(astray ? [WRONG] : []));
          },
          switching: async () => {
            await seen(ethereum).toHaveAccessibleName('Ethereum Confirm in wallet');
            await seen(ethereum).toHaveAttribute('aria-disabled', 'true');
            await look('switching', 'status: Confirm in wallet');
          },
          closed: () => ends('closed'),
          switched: () => ends('switched', 'status: Network changed'),
          unchanged: () => ends('unchanged', `alert: ${UNCHANGED} Close`),
          left: async () => {
            await ends('left', 'status: Disconnected');
            await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
          },
        },
      });
    });

  test('takes every transition', complete);
});
