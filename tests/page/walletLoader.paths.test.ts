import type { Route } from '@playwright/test';
import { afterAll, describe, expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import { walletLoaderMachine } from '#machines/walletLoader';
import { copy } from '#views/copy';
import { pathsOf, selectFewestPaths, type World } from '../engine/paths';
import { prove } from '../engine/tier';
import { walletLoaderWorld } from '../samples/walletLoader';
import { DIST, serveSite } from '../support/build.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { walletBundleOf } from './bundle.ts';
import { deploySite } from './sites.ts';
import type { Visiting } from './visitor/fixtures.ts';
import { test } from './visitor/fixtures.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';
import type { Visitor } from './visitor/visitor.ts';
import { OTHER_ACCOUNT } from './visitor/wallets.ts';

/** A load fails only as an answer, and a later crash is visible only for a requested dialog. */
const world: World<typeof walletLoaderMachine> = {
  ...walletLoaderWorld,
  samples: (walletLoaderWorld.samples ?? []).filter(({ type, phone }) => type !== 'dialog.request' || !phone),
  possible: ({ type, shown, output }, { context: { request } }) =>
    type !== 'dialog.requested' &&
    type !== 'link.followed' &&
    type !== 'xstate.error.actor.loadWallet' &&
    output !== 'outdated' &&
    (type !== 'wallet.crashed' || shown === (request !== null)),
};

const site = serve();
afterAll(async () => (await site).close());

async function serve() {
  const dist = `${DIST}-walletLoaderPaths`;
  await deploySite(dist, { VITE_WALLET_CONTROL: 'header' });
  return { ...(await serveSite(dist)), bundle: walletBundleOf(dist).file };
}

const { slow, broken, offline } = copy.wallet;
const FAULT = 'a fault in the wallet bundle';

/** In the page: makes the wallet bundle crash at its next event or rendering. */
const sabotage = {
  asking: (fault: string) => {
    const { dispatchEvent } = window;
    window.dispatchEvent = (event) => {
      if (event.type === 'eip6963:requestProvider') throw new Error(fault);
      return dispatchEvent.call(window, event);
    };
  },
  watching: (fault: string) => {
    document.addEventListener = () => {
      throw new Error(fault);
    };
  },
  telling: (fault: string) => {
    const { includes } = Array.prototype;
    Array.prototype.includes = function (...given) {
      // Only announcements about the connection use this.
      if (this[0] === 'disconnected') throw new Error(fault);
      return includes.apply(this, given);
    };
  },
};

/** In the page: turns data saver on, so that an idle browser prefetches nothing. */
const saveData = () => {
  const saveData = !sessionStorage.getItem('idles');
  Object.defineProperty(navigator, 'connection', { value: { saveData } });
};

const proof = prove(
  'page',
  walletLoaderMachine,
  selectFewestPaths(pathsOf(walletLoaderMachine, world, 'transitions')),
  {
    // A failed load is an answer, not an error. A reload starts the page anew, see tests/page/deploy.test.ts.
    impossible: [
      // The layout is told in the same moment, as `dialog.request`.
      'walletLoader · dialog.requested → (stays)',
      // Only matters while a dialog closes. See tests/page/address.test.ts.
      'walletLoader · link.followed → (stays)',
      'walletLoader.loading · xstate.done.actor.loadWallet [3 outdated] → walletLoader.updating',
      'walletLoader.updating',
      'walletLoader.updating · close → walletLoader.closed',
      'walletLoader.updating · xstate.done.actor.reloadPage → walletLoader.failed.broken',
      'walletLoader.updating · xstate.error.actor.reloadPage → walletLoader.failed.broken',
      'walletLoader.updating · xstate.after.loadTimeout.walletLoader.updating → walletLoader.failed.broken',
      'walletLoader.closed.preparing · xstate.error.actor.loadWallet → walletLoader.closed.idle',
      'walletLoader.loading · xstate.error.actor.loadWallet → walletLoader.failed.broken',
    ],
  },
);

type Stage = Required<Parameters<(typeof proof.paths)[number]['follow']>[0]>;
type Life = Awaited<ReturnType<typeof begin>>;

/** Writes the record as another tab would: it connects, or changes the account until the page notices. */
async function stirs({ page, wallet }: Visitor, kept: Record<string, string>, noticed: () => Promise<boolean>) {
  let nth = 0;
  await page.evaluate((records) => {
    for (const [key, text] of Object.entries(records)) localStorage.setItem(key, text);
    dispatchEvent(new StorageEvent('storage'));
  }, kept);
  await seen
    .poll(async () => {
      await wallet.setAccount([OTHER_ACCOUNT, ACCOUNT][nth++ % 2]!);
      return noticed();
    })
    .toBe(true);
}

async function begin({ visit }: { visit: Visiting }) {
  const own: { through: boolean; now: Snapshot | undefined } = { through: true, now: undefined };
  const { origin, bundle } = await site;
  /** Delays requests for the wallet bundle, and checks of the server, until the test answers them. */
  const held: Route[] = [];

  const hold = async (route: Route) => (own.through ? route.continue() : held.push(route));
  const visitor = await visit({
    wallets: [{}],
    origin,
    clock: true,
    scripts: [recordAnnouncements, saveData],
    before: async (page) => {
      await page.route(`**/${bundle}`, hold);
      await page.route('/', (route) => (route.request().method() === 'HEAD' ? hold(route) : route.fallback()));
    },
  });
  const { page, connect } = visitor;
  visitor.forgiven.push(/Failed to load|dynamically imported module/, new RegExp(FAULT));
  const dialog = page.locator('dialog#wallet');
  const { join } = visitor.alpha;
  const isAsked = () => seen.poll(() => held.length).toBeGreaterThan(0);
  const answer = async (how: (route: Route) => Promise<void>) => {
    await isAsked();
    for (const route of held.splice(0)) await how(route).catch(() => {});
  };
  const stop = async () => page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));

  // A visitor whose wallet is connected, and who reloads as often as needed.
  await visitor.picks();
  await seen(visitor.news).toHaveCount(1);
  await seen.poll(() => page.evaluate(() => localStorage.getItem('iaborrow.session'))).not.toBeNull();
  const kept = await page.evaluate(() => ({ ...localStorage }));
  /** Reloads the page, because a browser caches loaded modules. */
  const comes = async (records: Record<string, string> = {}, idles = '') => {
    [own.through, held.length] = [false, 0];
    await visitor.context.setOffline(false);
    await page.evaluate(
      ([records, idles]) => {
        history.replaceState(null, '', '/');
        localStorage.clear();
        for (const [key, text] of Object.entries(records)) localStorage.setItem(key, text);
        sessionStorage.setItem('idles', idles);
      },
      [records, idles] as const,
    );
    await page.mouse.move(0, 400);
    await visitor.reloads();
  };
  const stir = (noticed: () => Promise<boolean>) => stirs(visitor, kept, noticed);
  const close = async () => {
    await visitor.escapes();
    await seen(dialog).toBeHidden();
    await page.clock.resume();
    await visitor.isHome();
    await seen(join).toBeFocused();
  };
  await comes();

  type Snapshot = SnapshotFrom<typeof walletLoaderMachine>;

  const looks = async (name: string, words?: { title: string; text: string }) => {
    await seen(dialog).toBeVisible();
    if (words) {
      const sentence = `${words.title}${words.text}`;
      const said: string[] = [];
      const hear = async () => {
        said.push(...(await visitor.heard()).filter((one) => one.includes(words.title)));
        return said;
      };
      await seen(connect.status).toHaveText(sentence);
      await seen.poll(hear).toEqual([`status: ${sentence}`]);
      await visitor.looksRight(name);
      expect((await hear()).length).toBe(1);
    } else await visitor.looksRight(name);
    expect(visitor.foreign).toEqual([]);
  };

  return { comes, page, isAsked, kept, own, stop, join, visitor, close, connect, answer, stir, looks, dialog };
}

const eventsIn = ({
  comes,
  page,
  isAsked,
  kept,
  own,
  stop,
  join,
  visitor,
  close,
  connect,
  answer,
  stir,
}: Life): Stage['events'] => ({
  'visitor.approached': async () => {
    await comes();
    await page
      .getByRole('banner')
      .getByRole('link', { name: say('landing.control.connect') })
      .hover();
    await isAsked();
  },
  'browser.idled': async () => {
    await comes({}, 'idles');
    await isAsked();
  },
  'visitor.returned': async () => {
    await comes(kept);
    await isAsked();
  },
  'dialog.request': async () => {
    if (own.now?.matches({ closed: 'idle' })) await comes();
    if (own.now?.matches('closed')) await stop();
    await join.focus();
    await visitor.requests('connect');
  },
  close,
  retry: async () => {
    own.through = false;
    await stop();
    await connect.retry.click();
  },
  'line.restored': async () => {
    await stop();
    await visitor.context.setOffline(false);
  },
  'xstate.done.actor.loadWallet': async ({ output }) => {
    await isAsked();
    await page.clock.resume();
    own.through = typeof output === 'object';
    await visitor.context.setOffline(output === 'offline');
    await answer((route) => (own.through ? route.continue() : route.abort()));
  },
  'xstate.after.backgroundLoadTimeout.walletLoader.closed.preparing': () => page.clock.fastForward(120_000),
  'xstate.after.slowHintDelay.walletLoader.loading.fresh': () => page.clock.runFor(300),
  'xstate.after.loadTimeout.walletLoader.loading': async () => {
    await page.clock.runFor(20_000);
    await page.clock.resume();
  },
  'xstate.done.actor.wallet': async () => {
    if (own.now?.context.request) {
      await close();
      await page.evaluate(sabotage.asking, FAULT);
      await visitor.requests('connect');
    } else {
      await page.evaluate(sabotage.watching, FAULT);
      await stir(async () => !(await visitor.news.count()));
    }
  },
  'wallet.crashed': async ({ shown }) => {
    await page.evaluate(sabotage.telling, FAULT);
    await stir(async () => (shown ? connect.retry.isVisible() : !(await visitor.news.count())));
  },
});

const statesIn = ({ own, visitor, connect, looks, dialog }: Life): Stage['states'] => ({
  '*': (snapshot) => {
    own.now = snapshot;
  },
  closed: async () => {
    await seen(visitor.news).toHaveCount(0);
    await visitor.seesNoDialog();
    await visitor.looksRight('closed');
  },
  'loading.fresh': async () => {
    await seen(connect.status).toHaveText('');
    await looks('loading, fresh');
  },
  'loading.slow': () => looks('loading, slow', slow),
  updating: () => expect.unreachable('This page would be loaded anew.'),
  'failed.broken': () => looks('failed, broken', broken),
  'failed.offline': () => looks('failed, offline', offline),
  open: async ({ context: { request } }) => {
    await seen(visitor.news).toHaveCount(1);
    await seen(connect.retry).toHaveCount(0);
    if (request) await seen(dialog).not.toContainText(copy.wallet.slow.title);
    if (request) return looks('open');
    await seen(dialog).toBeHidden();
    await visitor.looksRight('open, nobody asks');
  },
});

describe('the walletLoader machine on the page', () => {
  const { paths, complete } = proof;

  for (const { title, follow } of paths)
    test(title, async ({ visit }) => {
      const life = await begin({ visit });
      await follow({ events: eventsIn(life), states: statesIn(life) });
    });

  test('takes every transition that the visitor or an outside event can cause', complete);
});
