import { describe, expect } from 'vitest';
import { findWallet, type Wallet } from '#domain/wallet';
import { searchWallets as searched } from '#domain/wallets';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { installWallet } from '../wallet/browser.ts';
import { listFor } from './listed.ts';
import { type RelayFixtures, uriIn, withRelay } from './relaySite.ts';
import { recordAnnouncements, recordTaps } from './visitor/inPage.ts';
import { layouts } from './visitor/layouts.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

const test = withRelay('mobileConnect-paths');

/** An installed wallet, which announces itself late. */
const inner = { uuid: 'inner', rdns: 'example.inner', name: 'Inner Wallet', icon: null };
const listed = (announced: (typeof inner)[]) => listFor({ browser: 'safari', os: 'ios' }, announced);
const [before, after] = [listed([]), listed([inner])];
const [linked, missing] = ['rainbow', 'phantom'].map((id) => findWallet({ wallets: before }, id)!) as [Wallet, Wallet];
const asked = findWallet({ wallets: after }, inner.rdns)!;

const world: World<typeof mobileConnectMachine> = {
  samples: [
    ...[before, after].map((wallets) => ({ type: 'wallets.found', wallets })),
    ...[missing, asked].map(({ id }) => ({ type: 'pick', id })),
    { type: 'open', id: linked.id },
    { type: 'search', text: linked.name.slice(1) },
  ],
  possible: ({ type, id, wallets }, snapshot) => {
    const { context } = snapshot;
    // The first list of wallets lacks the one that announces itself late.
    if (snapshot.matches('loading')) return wallets === before;
    switch (type) {
      case 'wallets.found':
        return wallets === after && context.wallets === before;
      case 'pick':
        return (
          Boolean(findWallet(context, id)) && searched(context.wallets, context.query).some((one) => one.id === id)
        );
      case 'open':
        return context.requested === null;
      case 'xstate.done.actor.attempt':
        return context.chosen !== null && !snapshot.matches({ attempting: 'downloadOptions' });
      default:
        return true;
    }
  },
  identify: ({ wallets, ...context }) => ({ ...context, late: wallets === after }),
};

const proof = prove(
  'page',
  mobileConnectMachine,
  selectFewestPaths(pathsOf(mobileConnectMachine, world, 'transitions')),
  {
    // The link is ready before a visitor can tap. tests/page/phone.test.ts delays it.
    impossible: [
      'mobileConnect.attempting.none · pick [1 hasLink] → mobileConnect.attempting.preparing',
      'mobileConnect.attempting.preparing',
      'mobileConnect.attempting.preparing · back → mobileConnect.attempting.none',
      'mobileConnect.attempting.preparing · open → mobileConnect.attempting.connect',
      // No wallet is stored in these tests. tests/page/control.test.ts starts with a stored one.
      'mobileConnect.attempting · forget → mobileConnect.attempting',
      'mobileConnect.loading · wallets.found [1 remembers] → mobileConnect.remembering',
      'mobileConnect.remembering · always [1 hasLink] → mobileConnect.attempting.preparing',
      'mobileConnect.remembering · always [2 isMissing] → mobileConnect.attempting.downloadOptions',
      'mobileConnect.remembering · always [3 else] → mobileConnect.attempting',
    ],
  },
);

type Stage = Required<Parameters<(typeof proof.paths)[number]['follow']>[0]>;
type Life = Awaited<ReturnType<typeof begin>>;

async function begin({ visit, phoneOf }: Pick<RelayFixtures, 'visit' | 'phoneOf'>) {
  const own = {
    /** Whether the installed wallet is asked to connect. */
    inside: false,
    href: '',
    taps: 0,
  };
  let wallet!: Awaited<ReturnType<typeof installWallet>>;
  const visitor = await visit({
    ...layouts.sheet,
    path: '/',
    clock: true,
    scripts: [recordAnnouncements, recordTaps],
    before: async (_page, context) => {
      wallet = await installWallet(context, { info: inner, announce: 'when told', answer: 'hold' });
    },
  });
  const { page } = visitor;
  await visitor.waitsForScripts();
  const opener = page.getByRole('link', { name: say('landing.hero.how') });
  await opener.focus();
  await visitor.requests('connect');
  const { modal } = visitor;
  const { status } = visitor.connect;
  const button = (name: string) => modal.getByRole('button', { name, exact: true });
  const row = visitor.connect.tiles;
  const tile = row.getByRole('link', { name: linked.name, exact: true });
  const again = modal.getByRole('link', {
    name: new RegExp(`^(${say('wallet.retry')}|${say('phone.open', linked.name)})$`),
  });

  const follows = async () => {
    expect(await visitor.followed()).toEqual(Array(own.taps).fill({ href: own.href, follows: true, active: true }));
    own.taps = 0;
  };
  const look = async (name: string, due = '') => {
    await visitor.hearsOnce(due);
    await visitor.looksRight(name);
  };

  return { wallet, tile, page, visitor, row, own, again, button, modal, phoneOf, look, status, follows, opener };
}

const eventsIn = ({ wallet, tile, page, visitor, row, own, again, button, modal, phoneOf }: Life): Stage['events'] => ({
  'wallets.found': async ({ wallets }) => {
    if (wallets === after) return wallet.announce();
    await seen(tile).toHaveAttribute('href');
    return page.clock.pauseAt(await page.evaluate(() => Date.now() + 5_000));
  },
  pick: async ({ id }) => {
    const { name } = id === asked.id ? asked : missing;
    await visitor.taps(row.getByRole('button', { name }));
  },
  open: async () => {
    await visitor.setsVisibility('visible');
    const isFirst = await tile.isVisible();
    if (isFirst) own.href = (await tile.getAttribute('href')) ?? '';
    own.taps += 1;
    await visitor.taps(isFirst ? tile : again);
  },
  browse: () => visitor.taps(button(say('browse'))),
  expand: () => visitor.taps(row.getByRole('button', { name: /\d/ })),
  search: ({ text }) => modal.getByRole('searchbox').fill(text),
  back: async () => {
    await visitor.setsVisibility('visible');
    await visitor.taps(visitor.connect.back);
  },
  close: async () => {
    // A hidden page restores its URL a moment later, which needs a running clock.
    await page.clock.resume();
    await visitor.taps(visitor.connect.close);
  },
  'page.hidden': () => visitor.setsVisibility('hidden'),
  'xstate.after.stuckHintDelay.mobileConnect.attempting.connect.leaving': () => page.clock.runFor(2_500),
  'xstate.done.actor.attempt': async () => {
    await page.clock.resume();
    if (!own.inside) return (await phoneOf()).pair(uriIn(own.href));
    // The page no longer waits for earlier requests.
    while (wallet.pending.length > 1) await wallet.reject();
    return wallet.approve();
  },
});

const statesIn = ({ own, modal, look, tile, row, status, follows, visitor, opener }: Life): Stage['states'] => ({
  '*': ({ context }) => {
    own.inside = context.requested !== null;
  },
  loading: async () => {
    await seen(modal).toBeVisible();
    await look('loading');
  },
  // The link exists before a visitor can tap.
  'attempting.none': () => seen(tile).toHaveAttribute('href', /^https:\/\/rnbwapp\.com\/wc\?uri=wc%3A/),
  'attempting.none.row': async ({ context: { wallets } }) => {
    // The last tile opens the list of all wallets.
    await seen(row.getByRole('listitem')).toHaveCount(wallets.length + 1);
    await look(wallets === after ? 'none, one more' : 'none');
  },
  'attempting.none.all': async ({ context: { wallets, query } }) => {
    await seen(row.getByRole('listitem')).toHaveCount(searched(wallets, query).length);
    await look(query ? 'all, searched' : wallets === after ? 'all, one more' : 'all');
  },
  'attempting.get': async () => {
    await seen(modal.getByRole('link', { name: new RegExp(`^${say('get')}`) })).toHaveCount(3);
    await look('get');
  },
  'attempting.downloadOptions': async () => {
    await seen(modal.getByRole('link', { name: say('getName', missing.name) })).toHaveAttribute(
      'href',
      missing.get.mobile!,
    );
    await look('download options');
  },
  'attempting.preparing': async () => {
    await seen(status).toContainText(say('phone.ready.title', linked.name));
  },
  'attempting.connect.leaving': async () => {
    await seen(status).toContainText(say('phone.opening'));
    await follows();
    await look('leaving');
  },
  'attempting.connect.stuck': async () => {
    await seen(status).toContainText(say('phone.stuck'));
    await seen(modal.getByRole('link', { name: say('getName', linked.name) })).toBeVisible();
    await look('stuck', say('phone.stuck'));
  },
  'attempting.waiting': async ({ context }) => {
    const { name } = context.requested ? asked : linked;
    await seen(status).toContainText(say('connect.status.opening.title', name));
    await look(context.requested ? 'waiting for one that is here' : 'waiting');
  },
  done: async () => {
    await seen(modal).toBeHidden();
    await visitor.isHome();
    await seen(opener).toBeFocused();
    await look('done');
  },
});

describe('the mobileConnect machine on the page', () => {
  const { paths, complete } = proof;

  for (const { title, follow } of paths)
    test(title, async ({ visit, phoneOf }) => {
      const life = await begin({ visit, phoneOf });
      await follow({ events: eventsIn(life), states: statesIn(life) });
    });

  test('takes every transition', complete);
});
