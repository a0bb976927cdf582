import type { Locator } from '@playwright/test';
import { describe, expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { connectsByCode, findWallet, type Wallet } from '#domain/wallet';
import { downloadableWallets, searchWallets } from '#domain/wallets';
import { connectMachine } from '#machines/connect';
import { phraseOf } from '../../src/views/phrase.ts';
import { presentConnect } from '../../src/views/wallet/connect.present.ts';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { connectWorld } from '../samples/connect';
import { announcementOf, textOf } from '../support/words.ts';
import { installWallet } from '../wallet/browser.ts';
import { listFor } from './listed.ts';
import { type RelayFixtures, withRelay } from './relaySite.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { layouts } from './visitor/layouts.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { InjectedWallet } from './visitor/viewer.ts';

const test = withRelay('connect-paths');

/** Installed wallets, which announce themselves. */
const announced = Object.entries({
  'io.metamask': 'MetaMask',
  'com.coinbase.wallet': 'Coinbase Wallet',
  'com.trustwallet.app': 'Trust Wallet',
  'io.zerion.wallet': 'Zerion',
  'com.okex.wallet': 'OKX Wallet',
}).map(([rdns, name]) => ({ uuid: rdns, rdns, name, icon: null }));
const wallets = listFor({ browser: 'chrome', os: 'linux' }, announced);

/** The ids of wallets to click: an installed one, and then at least one for each kind of download. */
const pressed = ['metaMask', 'rainbow', 'phantom', 'ledger', 'rabby', 'uniswap'];
/** A wallet with a desktop app, which a link opens. */
const linked = 'ledger';

const layoutsOf = { wide: layouts.wide, compact: layouts.compact };
type Layout = keyof typeof layoutsOf;

const inputOf = {
  wide: { resumes: false, layout: 'wide' as const },
  compact: { resumes: false, layout: 'compact' as const },
};

/** Leaves out controls that a layout does not show. */
const worldIn = (layout: Layout): World<typeof connectMachine> => ({
  names: { [layout]: inputOf[layout] },
  inputs: [inputOf[layout]],
  samples: [
    { type: 'wallets.found', wallets },
    ...['uni', ''].map((text) => ({ type: 'search', text })),
    ...pressed.flatMap((id) => [
      { type: 'pick', id },
      { type: 'get', id },
    ]),
    { type: 'open', id: linked },
  ],
  possible: (event, snapshot) => {
    const { type, id } = event;
    const { value, context } = snapshot;
    const chosen = findWallet(context, context.chosen);
    const wide = layout === 'wide';
    if (!connectWorld.possible?.(event, snapshot)) return false;
    // The installed wallets announce themselves first.
    if (!context.wallets.length) return type === 'wallets.found';
    switch (type) {
      case 'search':
      case 'pick':
        return wide;
      case 'learn':
        return !wide;
      case 'browse':
        return wide === (value === 'none');
      case 'open':
        return wide && id === context.chosen;
      case 'get':
        return (
          wide &&
          (value === 'connect' ? connectsByCode(chosen!) : downloadableWallets(wallets).some((one) => one.id === id))
        );
      case 'xstate.done.actor.attempt':
        return Boolean(chosen?.installed);
      // After the reload starts, this page is either gone or waits forever.
      case 'xstate.done.actor.refresh':
      case 'xstate.error.actor.refresh':
        return false;
      default:
        return true;
    }
  },
  identify: connectWorld.identify!,
});

const pathsIn = (layout: Layout) => pathsOf(connectMachine, worldIn(layout), 'transitions');
const few = selectFewestPaths((['wide', 'compact'] as const).flatMap(pathsIn));

const proof = prove('page', connectMachine, few, {
  impossible: [
    // No wallet is stored in these tests. tests/page/control.test.ts starts with a stored one.
    'connect · forget → connect.none',
    'connect · wallets.found [1 isFirstList] → connect.picked',
    // The site lists no wallet for desktops alone, and none without instructions.
    'connect.wanted · always [4 isDownloaded] → connect.instructionsDesktop',
    // Every wallet that can show a QR code is available for phones as well.
    'connect.wanted · always [3 isConnecting] → connect.downloadOptions',
    'connect.downloadOptions · desktop [2 else] → connect.connect',
    // After the reload starts, this page is either gone or waits forever.
    'connect.refreshing · xstate.done.actor.refresh → connect.instructionsExtension',
    'connect.refreshing · xstate.error.actor.refresh → connect.instructionsExtension',
  ],
});

type Stage = Required<Parameters<(typeof proof.paths)[number]['follow']>[0]>;
type Life = Awaited<ReturnType<typeof begin>>;

async function begin({ visit }: Pick<RelayFixtures, 'visit'>, { input }: (typeof proof.paths)[number]) {
  const own = { about: wallets[0]!, shown: presentConnect(null, null), last: '' };
  const { layout } = input as (typeof inputOf)[Layout];
  const here: InjectedWallet[] = [];
  const visitor = await visit({
    ...layoutsOf[layout],
    path: '/',
    clock: true,
    scripts: [recordAnnouncements],
    before: async (_page, context) => {
      for (const info of announced)
        here.push(await installWallet(context, { info, announce: 'when told', answer: 'hold' }));
    },
  });
  const { page } = visitor;
  await visitor.waitsForScripts();
  const [held] = here as [InjectedWallet];
  const opener = page.getByRole('link', { name: say('landing.hero.how') });
  await opener.focus();
  await visitor.requests('connect');
  await visitor.modal.waitFor();

  const { modal } = visitor;
  const { link } = visitor.connect;
  const button = (name: string) => modal.getByRole('button', { name, exact: true });

  const nameOf = (id: string) => findWallet({ wallets }, id)!.name;
  const option = (kind: 'extension' | 'desktop' | 'mobile') => new RegExp(`^${say(`options.${kind}.title`)}`);
  const proceeds = () => button(textOf(own.shown.next.label)).click();
  const shop = async (store: Locator, address: string | null) => {
    const [tab] = await Promise.all([visitor.context.waitForEvent('page'), store.click()]);
    await tab.close();
    await page.bringToFront();
    expect(visitor.foreign.splice(0)).toEqual([address]);
  };

  /** Checks the step that is shown. A new step focuses its title. */
  const look = async (snapshot: SnapshotFrom<typeof connectMachine>, kind = '', news = '') => {
    const step = snapshot.value === 'refreshing' ? 'instructionsExtension' : String(snapshot.value);
    const scans = step === 'connect' && connectsByCode(own.about);
    const due = scans
      ? say('scan', own.about.name)
      : announcementOf({ title: own.shown.isInside ? own.shown.title : phraseOf('wallet.title') });
    const now = `${step} ${snapshot.context.chosen}`;
    const isNew = now !== own.last;
    if (isNew && own.last) await seen(modal.locator('h2:focus')).toHaveText(due);
    else await seen(modal.getByRole('heading', { name: due, exact: true, level: 2 })).toBeVisible();
    own.last = now;
    await visitor.hearsOnce(isNew || snapshot.value === 'refreshing' ? news : '');
    await visitor.looksRight([layout, String(snapshot.value), kind].filter(Boolean).join(' '));
  };
  const explained = async (snapshot: SnapshotFrom<typeof connectMachine>, way: keyof Wallet['explains']) => {
    await seen(modal.getByRole('listitem').locator('h3')).toHaveCount(own.about.explains[way]?.steps.length ?? 0);
    await look(snapshot);
  };

  return {
    ...{ here, modal, visitor, nameOf, button, proceeds, shop, link },
    ...{ option, own, page, held, look, explained, opener },
  };
}

function eventsIn(life: Life): Stage['events'] {
  const { here, modal, visitor, nameOf, button, proceeds, shop, link, option } = life;
  const { own, page, held } = life;
  return {
    'wallets.found': async () => {
      for (const wallet of here) await wallet.announce();
    },
    search: ({ text }) => modal.getByRole('searchbox').fill(text),
    pick: ({ id }) => visitor.picks(nameOf(id)),
    learn: () => button(say('what')).click(),
    browse: proceeds,
    get: ({ id }) => {
      const { name, get } = findWallet({ wallets }, id)!;
      if (get.qrCode) return button(say('getName', name)).click();
      return shop(link(new RegExp(`^${say('getName', name)}`)), get.extension);
    },
    // No app on this computer handles the link.
    open: async () => {
      const app = link(say('phone.open', nameOf(linked)));
      await seen(app).toHaveAttribute('href', /^ledgerlive:\/\/wc\?uri=wc%3A/);
      await app.evaluate((element) => element.addEventListener('click', (event) => event.preventDefault()));
      await app.click();
    },
    extension: () => shop(link(option('extension')), own.about.get.extension),
    desktop: () => shop(link(option('desktop')), own.about.get.desktop),
    mobile: () => modal.getByRole('button', { name: option('mobile') }).click(),
    continue: proceeds,
    refresh: async () => {
      await page.route(page.url().replace(/#.*/, ''), (route) => route.abort('aborted'), { times: 1 });
      await proceeds();
    },
    'xstate.after.refreshTimeout.connect.refreshing': () => page.clock.runFor(10_000),
    back: () => visitor.connect.back.click(),
    close: () => visitor.escapes(),
    'xstate.done.actor.attempt': async () => {
      while (held.pending.length > 1) await held.reject();
      await held.approve();
    },
  };
}

const statesIn = ({ own, modal, look, visitor, link, option, explained, button, opener }: Life): Stage['states'] => ({
  '*': (snapshot) => {
    own.about = findWallet({ wallets }, snapshot.context.chosen) ?? own.about;
    own.shown = presentConnect(snapshot, null);
  },
  none: async (snapshot) => {
    const { wallets, query } = snapshot.context;
    const rows = modal.getByRole('listitem').getByRole('button').filter({ visible: true });
    // The page finds the installed wallets by itself. The view before that has the same title.
    if (wallets.length) await seen(rows).toHaveCount(searchWallets(wallets, query).length);
    else await seen(rows.first()).toBeVisible();
    await look(snapshot, query && 'searched');
  },
  learnCompact: (snapshot) => look(snapshot),
  get: async (snapshot) => {
    const offers = modal.getByRole('listitem').filter({ hasText: say('get') });
    await seen(offers).toContainText(downloadableWallets(wallets).map(({ name }) => name));
    await look(snapshot);
  },
  connect: async (snapshot) => {
    const { name, ready, connector } = own.about;
    const due = connectsByCode(own.about)
      ? say('scan', name)
      : ready
        ? say('connect.status.opening.title', name)
        : say('connect.status.not_installed.title', name);
    await seen(visitor.connect.status).toContainText(due);
    if (connectsByCode(own.about)) await seen(visitor.connect.code).toHaveAccessibleName(say('code', name));
    await look(snapshot, ready ? connector : 'not found', due);
  },
  downloadOptions: async (snapshot) => {
    const { extension, desktop, qrCode } = own.about.get;
    await seen(link(option('extension'))).toHaveCount(extension ? 1 : 0);
    await seen(link(option('desktop'))).toHaveCount(desktop ? 1 : 0);
    await seen(modal.getByRole('button', { name: option('mobile') })).toHaveCount(qrCode ? 1 : 0);
    await look(snapshot);
  },
  download: async (snapshot) => {
    await seen(modal.getByRole('img', { name: say('store', own.about.name) })).toBeVisible();
    await look(snapshot);
  },
  instructionsMobile: (snapshot) => explained(snapshot, 'mobile'),
  instructionsExtension: (snapshot) => explained(snapshot, 'extension'),
  instructionsDesktop: (snapshot) => explained(snapshot, 'desktop'),
  refreshing: async (snapshot) => {
    await seen(button(textOf(own.shown.next.label))).toBeVisible();
    await look(snapshot, '', textOf(own.shown.heard));
  },
  done: async () => {
    await seen(modal).toBeHidden();
    await visitor.isHome();
    await seen(opener).toBeFocused();
    const connected = own.last.startsWith('connect ');
    await seen(visitor.news).toHaveText(connected ? say('news.connected') : '');
    const said = await visitor.heard();
    expect(said.filter((one) => one.includes(say('news.connected')))).toHaveLength(connected ? 1 : 0);
    await visitor.looksRight(connected ? 'done, connected' : 'done');
  },
});

describe('the connect machine on the page', () => {
  const { paths, complete } = proof;

  for (const path of paths)
    test(path.title, async ({ visit }) => {
      const life = await begin({ visit }, path);
      await path.follow({ events: eventsIn(life), states: statesIn(life) });
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
