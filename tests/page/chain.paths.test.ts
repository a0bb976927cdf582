import { describe, expect } from 'vitest';
import { ETHEREUM, supports } from '#domain/chain';
import { chainMachine } from '#machines/chain';
import { presentChain } from '../../src/views/wallet/chain.present.ts';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { chainWorld } from '../samples/chain';
import { connectionElsewhere } from '../samples/connections';
import { textOf } from '../support/words.ts';
import { test } from './visitor/fixtures.ts';
import { noteSaid } from './visitor/inPage.ts';
import { say, sayStatus } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { asked, REVOKING } from './visitor/wallets.ts';

const WRONG = `${sayStatus('chain.astray.title')} ${say('chain.astray.text')}`;
const UNCHANGED = say('trouble.unchanged');

/** The page supports Ethereum alone. A wallet on Ethereum has no choice, and others can switch or disconnect. */
const world: World<typeof chainMachine> = {
  ...chainWorld,
  inputs: [ETHEREUM.id, connectionElsewhere.chainId].map((current) => ({ chains: [ETHEREUM], current })),
  samples: [{ type: 'pick', id: ETHEREUM.id }],
};

describe('the chain machine on the page', () => {
  const { paths, complete } = prove(
    'page',
    chainMachine,
    selectFewestPaths(pathsOf(chainMachine, world, 'transitions')),
  );

  for (const { title, input, follow } of paths)
    test(title, async ({ visit }) => {
      const visitor = await visit({
        wallets: [{ chainId: input.current }],
        again: 'usual',
        clock: true,
        scripts: [noteSaid],
      });
      const { page, wallet } = visitor;
      const { dialog, title, rows, ethereum, leave } = visitor.network;
      const { join } = visitor.alpha;
      const astray = !supports(input.chains, input.current);

      const look = (name: string, ...news: string[]) => visitor.hearsOnly(news, () => visitor.looksRight(name));
      const ends = async (name: string, ...news: string[]) => {
        await seen(visitor.dialogs).toHaveCount(0);
        await seen.poll(() => page.clock.runFor(10).then(() => page.url())).toMatch(/\/$/);
        await seen(visitor.alpha.join).toBeFocused();
        await seen(page.getByText(UNCHANGED)).toBeVisible({ visible: name === 'unchanged' });
        await look(name, ...news);
        expect(visitor.foreign).toEqual([]);
      };

      await visitor.picks();
      await visitor.hears('news.connected');
      await visitor.isHome();
      await visitor.heard();
      wallet.answers.default = 'hold';
      await join.focus();
      await visitor.requests('chain');
      await seen(dialog).toBeVisible();
      await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

      await follow({
        events: {
          pick: async () => {
            await ethereum.click();
            await visitor.isAsked();
          },
          close: () => visitor.escapes(),
          leave: () => leave.click(),
          // The wallet reports the new network before it answers. Either one ends the switch, with the same result on the page.
          'xstate.done.actor.switchChain': wallet.approve,
          'xstate.error.actor.switchChain': () => wallet.reject(),
          'xstate.after.switchTimeout.chain.switching': () => page.clock.runFor(60_000),
        },
        states: {
          choosing: async (model) => {
            await seen(title).toBeFocused();
            await seen(rows).toHaveText(presentChain(model).rows.map(({ chain, mark }) => chain.name + textOf(mark)));
            await seen(ethereum).toHaveCount(astray ? 1 : 0);
            await look(astray ? 'choosing, astray' : 'choosing', ...(astray ? [WRONG] : []));
          },
          switching: async () => {
            await seen(ethereum).toHaveAccessibleName(`Ethereum ${say('chain.confirm')}`);
            await seen(ethereum).toHaveAttribute('aria-disabled', 'true');
            await look('switching', sayStatus('chain.confirm'));
          },
          closed: () => ends('closed'),
          switched: () => ends('switched', sayStatus('news.moved')),
          unchanged: () => ends('unchanged', `alert: ${UNCHANGED} Close`),
          left: async () => {
            await ends('left', sayStatus('news.disconnected'));
            await seen.poll(() => asked(wallet, REVOKING)).toBe(1);
          },
        },
      });
    });

  test('takes every transition', complete);
});
