import { describe } from 'vitest';
import type { VisitorDevice } from '#domain/visitor';
import { attemptMachine } from '#machines/attempt';
import { presentAttempt } from '../../src/views/wallet/attempt.present.ts';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { attemptWorld } from '../samples/attempt';
import { textOf } from '../support/words.ts';
import { installWallet } from '../wallet/browser.ts';
import { listFor } from './listed.ts';
import { type RelayFixtures, uriIn, withRelay } from './relaySite.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { layouts } from './visitor/layouts.ts';
import { holdRelayMessages } from './visitor/network.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import { requestsTo } from './visitor/wallets.ts';

const test = withRelay('attempt-paths');

const announced = [{ uuid: 'fox', rdns: 'example.fox', name: 'Fox', icon: null }];
const listed = (os: VisitorDevice['os'], name: string) =>
  listFor({ browser: 'chrome', os }, announced).find((wallet) => wallet.name === name)!;

/** Three wallets: one for a scanned code, one that is installed, and one with a link on a phone. */
const [scanned, here, linked] = [listed('linux', 'Rainbow'), listed('linux', 'Fox'), listed('ios', 'Rainbow')];
const LIFE = 300_000;

const world: World<typeof attemptMachine> = {
  ...attemptWorld,
  inputs: [{ wallet: scanned, codeLifetime: 2 }, { wallet: here }, { wallet: linked, codeLifetime: 2 }],
  possible: ({ type, reason }, snapshot) => {
    const { wallet } = snapshot.context;
    const shown = snapshot.matches({ asking: 'scanning' });
    switch (type) {
      // tests/page/walletConnect.faults.test.ts cuts the connection to the relay instead.
      case 'line.lost':
      case 'line.restored':
        return false;
      case 'link.followed':
        return wallet === linked;
      case 'claim.approved':
        return shown || snapshot.matches({ asking: 'opening' });
      case 'claim.refused':
        if (!snapshot.matches('asking')) return false;
        return reason === 'expired' ? shown : shown || wallet === here;
      default:
        // On a phone, only `code.arrived` differs. Other events have the same effect as on desktop.
        return wallet !== linked || type === 'code.arrived';
    }
  },
};

/** The interval of polls in ms. Each poll lets 10 ms pass on the page's clock. */
const SOON = { intervals: [20] };

const proof = prove('page', attemptMachine, selectFewestPaths(pathsOf(attemptMachine, world, 'transitions')), {
  // A code expires only after it has been shown.
  impossible: [
    'attempt.asking · claim.refused [3 expiredUnseen] → attempt.failed',
    // tests/page/walletConnect.faults.test.ts cuts the connection to the relay instead.
    'attempt.asking · line.lost → (stays)',
    'attempt.asking · line.restored → (stays)',
  ],
});

type Stage = Required<Parameters<(typeof proof.paths)[number]['follow']>[0]>;
type Life = Awaited<ReturnType<typeof begin>>;

async function begin(
  { visit, phoneOf, relay }: Pick<RelayFixtures, 'visit' | 'phoneOf' | 'relay'>,
  { input }: (typeof proof.paths)[number],
) {
  const own = {
    tries: 1,
    href: '',
    age: 0,
    left: 0,
    lapsed: false,
    /** Whether nothing changed that the page would announce. */
    quiet: false,
  };
  const { wallet } = input;
  const phone = wallet === linked;
  let line!: Awaited<ReturnType<typeof holdRelayMessages>>;
  let fox!: Awaited<ReturnType<typeof installWallet>>;
  const visitor = await visit({
    ...(phone ? layouts.sheet : layouts.wide),
    path: '/',
    clock: true,
    scripts: [recordAnnouncements],
    before: async (page, context) => {
      line = await holdRelayMessages(page, relay);
      fox = await installWallet(context, { info: announced[0]!, answer: 'hold' });
    },
  });
  const { page } = visitor;
  const { modal } = visitor;
  const { status, code } = visitor.connect;
  const button = (name: string) => modal.getByRole('button', { name, exact: true });
  const tile = modal.getByRole('link', { name: wallet.name, exact: true });
  const opener = page.getByRole('link', { name: say('landing.hero.how') });
  await visitor.waitsForScripts();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000));
  line.hold();
  await opener.focus();
  await visitor.requests('connect');
  if (!phone) await visitor.picks(wallet.name);

  const turn = (visibility: DocumentVisibilityState) => {
    // The page may request another code when the tab is shown.
    if (own.lapsed) line.hold();
    own.quiet = true;
    return visitor.setsVisibility(visibility);
  };

  const pass = (ms: number) => {
    own.age += ms;
    return page.clock.runFor(ms);
  };

  const answer = async (how: 'approve' | 'reject') => {
    await seen.poll(() => requestsTo(fox)).toBe(own.tries);
    while (fox.pending.length > 1) await fox.reject();
    await fox[how]();
  };
  const scan = async (answer: 'approve' | 'reject') => {
    const other = await phoneOf(answer);
    await other.pair(phone ? uriIn(own.href) : await visitor.copiesLink());
  };
  const hears = async (due = '') => {
    await visitor.hearsOnce(own.quiet ? '' : due);
    own.quiet = false;
  };

  return {
    ...{ own, line, phone, pass, tile, code, page, visitor },
    ...{ wallet, answer, scan, turn, button, status, modal, hears },
    ...{ opener },
  };
}

function eventsIn(life: Life): Stage['events'] {
  const { own, line, phone, pass, tile, code, page, visitor, wallet } = life;
  const { answer, scan, turn, button } = life;
  return {
    'code.arrived': async () => {
      own.age = 0;
      line.release();
      // WalletConnect's library may create the first code only now.
      if (phone) await seen.poll(() => pass(100).then(() => tile.getAttribute('href'))).not.toBeNull();
      else await seen.poll(async () => (await code.isVisible()) || page.clock.runFor(10), SOON).toBe(true);
    },
    'link.followed': async () => {
      own.href = (await tile.getAttribute('href')) ?? '';
      await page.evaluate(() => addEventListener('click', (event) => event.preventDefault(), { once: true }));
      await pass(300);
      await visitor.taps(tile);
    },
    'xstate.after.second.attempt.asking.scanning.ticking': async () => {
      if (own.left > 1) return pass(1_000);
      // In the model, a code is renewed twice at most. On the page, it is renewed more often.
      await pass(LIFE - 1_000 - own.age);
      line.hold();
      return pass(1_000);
    },
    'xstate.after.codeTimeout.attempt.asking.preparing': () => pass(10_000),
    'xstate.after.slowHintDelay.attempt.asking.opening.fresh': () => pass(15_000),
    'xstate.after.walletReplyTimeout.attempt.asking.opening': () => pass(105_000),
    'claim.approved': async () => {
      await page.clock.resume();
      if (wallet === here) await answer('approve');
      else await scan('approve');
    },
    'claim.refused': async ({ reason }) => {
      if (reason === 'expired') {
        line.hold();
        await page.clock.fastForward(LIFE);
      } else if (wallet === here) await answer('reject');
      else await scan('reject');
    },
    'page.hidden': () => turn('hidden'),
    'page.visible': () => turn('visible'),
    renew: async () => {
      line.hold();
      await button(say('renew')).click();
    },
    retry: async () => {
      line.hold();
      own.tries += 1;
      await visitor.connect.retry.click();
    },
  };
}

function statesIn(life: Life): Stage['states'] {
  const { own, phone, tile, status, code, modal, button, hears, wallet } = life;
  const { visitor, opener } = life;
  return {
    '*': (model) => {
      own.left = model.context.left;
      own.lapsed = model.matches('lapsed');
    },
    'asking.preparing': async ({ context: { uri } }) => {
      if (phone) await seen(tile).not.toHaveAttribute('href');
      else if (uri === null) await seen(status).toContainText(say('preparing.title'));
      else {
        await seen(code).toBeVisible();
        await seen(modal).toContainText(say('newIn', '0:00'));
        await seen(button(say('copy'))).toBeDisabled();
      }
      await hears();
    },
    'asking.scanning': async () => {
      if (phone) return seen(tile).toHaveAttribute('href', /^https:/);
      const seconds = (LIFE - own.age) / 1_000;
      const rest = `${Math.floor(seconds / 60)}:${String(Math.ceil(seconds % 60)).padStart(2, '0')}`;
      await seen(modal).toContainText(say('newIn', rest));
      await seen(code).toHaveAccessibleName(say('code', wallet.name));
    },
    'asking.scanning.ticking': async () => {
      if (!phone) await seen(button(say('copy'))).toBeEnabled();
      await seen(visitor.connect.retry).toBeHidden();
      await hears();
    },
    'asking.opening': () => seen(status).toContainText(say('connect.status.opening.title', wallet.name)),
    'asking.opening.fresh': async () => {
      await seen(status).not.toContainText(say('still'));
      await hears(say('connect.status.opening.title', wallet.name));
    },
    'asking.opening.slow': async () => {
      await seen(status).toContainText(say('still'));
      await hears(say('still'));
    },
    lapsed: async () => {
      await seen(status).toContainText(say('lapsed.title'));
      await seen(code).toBeHidden();
      await hears(say('lapsed.title'));
    },
    failed: async (model) => {
      const told = textOf(presentAttempt(model, null).telling?.title);
      await seen(status).toContainText(told);
      await seen(code).toBeHidden();
      await hears(told);
    },
    approved: async () => {
      await seen(modal).toBeHidden();
      await seen(opener).toBeFocused();
      await visitor.hears('news.connected');
      await hears(say('news.connected'));
    },
  };
}

describe('the attempt machine on the page', () => {
  const { paths, complete } = proof;

  for (const path of paths)
    test(path.title, async ({ visit, phoneOf, relay }) => {
      const life = await begin({ visit, phoneOf, relay }, path);
      await path.follow({ events: eventsIn(life), states: statesIn(life) });
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
