import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { site } from '#site';
import { presentAttempt } from '../../src/views/wallet/attempt.present';
import { MobileConnectView } from '../../src/views/wallet/MobileConnect';
import { presentMobileConnect } from '../../src/views/wallet/mobileConnect.present';
import { perform } from '../engine/perform';
import { mobileConnectSamples } from '../samples/connect';
import {
  installedWallet,
  mobileOnlyWallet,
  nthPairingUri,
  samplePhoneWallets,
  scannedWallet,
} from '../samples/wallets';
import { announcementOf, createSentencePattern, wordsAt } from '../support/words';
import { type ControlsByEvent, createControlsByName } from './controls';
import { createScreenReader, expectAnnouncement } from './said';
import { createScriptedAttempt } from './scripted';
import { click, focusLocator, locateDialog, readFocusedText, showDialog, tap, write } from './support';
import { testView } from './testView';

const { dialog, button, status, shows } = locateDialog('wallet.title');
const link = (name: string | RegExp) => dialog.getByRole('link', { name, exact: typeof name === 'string' });

/** Opens the wallet dialog for phones. The real attempt machine runs, and the test answers for wallets and relay. */
async function visited(options?: Parameters<typeof perform>[1], script?: Parameters<typeof createScriptedAttempt>[0]) {
  const { attempt, tell, refuse, approve } = createScriptedAttempt(script);
  const life = perform(mobileConnectMachine, { ...options, actors: { attempt } });
  await showDialog(life.actor, 'sheet', <MobileConnectView actor={life.actor} />);
  await page.viewport(390, 760);
  const found = (all = samplePhoneWallets) => life.send({ type: 'wallets.found', wallets: all });
  const code = () => tell({ type: 'code.arrived', uri: nthPairingUri(1) });
  return { ...life, found, code, refuse, approve };
}

async function listed() {
  const visit = await visited();
  await visit.found();
  return visit;
}

async function follow(name: string | RegExp) {
  link(name)
    .element()
    .addEventListener('click', (event) => event.preventDefault(), { once: true });
  await click(link(name));
}

const tiles = `[aria-label="${wordsAt('phone.list')}"]`;
const isLink = ({ localName }: Element) => localName === 'a';
const controls: ControlsByEvent = {
  pick: () => [...document.querySelectorAll(`${tiles} :is(a:not([href]), button:not([data-all]))`)],
  open: () => [
    ...document.querySelectorAll(`${tiles} a[href]`),
    ...createControlsByName(wordsAt('wallet.retry'), createSentencePattern('phone.open'))().filter(isLink),
  ],
  browse: createControlsByName(wordsAt('browse')),
  expand: () => [...document.querySelectorAll('[data-all]')],
  search: () => [...document.querySelectorAll('input[type=search]')],
  back: createControlsByName(wordsAt('back')),
  close: createControlsByName(wordsAt('close')),
  forget: createControlsByName(createSentencePattern('forget')),
};
const others = () =>
  createControlsByName(createSentencePattern('more'), createSentencePattern('getName'))().filter(
    ({ textContent }) => textContent !== wordsAt('browse'),
  );

/** Samples for the view, which also offers the events that `possible` leaves out of generated paths. */
const { possible: _, ...offered } = mobileConnectSamples;
testView(
  mobileConnectMachine,
  mobileConnectSamples,
  async ({ input, coverage }) => {
    const { actor, send, snapshot, approve, stop } = await visited({ input, coverage }, { uri: nthPairingUri(1) });
    const told = createScreenReader(() => document.querySelector('dialog'));
    const nameOf = (id: string) => samplePhoneWallets.find((wallet) => wallet.id === id)!.name;
    const opening = () =>
      controls.open!().filter(
        ({ textContent }) => textContent.includes('Arc') || textContent === wordsAt('wallet.retry'),
      );
    const events = {
      // The tile of the scanned wallet is a link at once, so no visitor can pick it. The test sends `pick` itself.
      pick: ({ id }: AnyEventObject) =>
        // A search hides wallets that don't match.
        id === scannedWallet.id || (id === installedWallet.id && snapshot().context.query)
          ? actor.send({ type: 'pick', id })
          : tap(controls.pick!().filter(({ textContent }) => textContent.startsWith(nameOf(id)))),
      // A visitor can open only this wallet, by its tile or Retry. For the others, the test sends `open` itself.
      open: ({ id }: AnyEventObject) =>
        id === scannedWallet.id && !snapshot().context.requested ? tap(opening()) : actor.send({ type: 'open', id }),
      search: ({ text }: AnyEventObject) => write(dialog.getByRole('searchbox'), text),
      'xstate.done.actor.attempt': approve,
    };
    const seen = (model: SnapshotFrom<typeof mobileConnectMachine>) => {
      const attempt = snapshot().children.attempt?.getSnapshot();
      const shown = presentMobileConnect(model, attempt ? presentAttempt(attempt, null) : null);
      return expectAnnouncement(announcementOf(shown), told);
    };
    return { send, snapshot, stop, controls, others, events, seen };
  },
  { offered },
);

test('the tile of a wallet looks enabled before its link is ready, and keeps the focus', async () => {
  const { found, code, snapshot } = await visited();
  await expect.poll(readFocusedText).toBe(wordsAt('wallet.title'));
  await found();
  await expect.element(link('Arc')).not.toHaveAttribute('href');
  await expect.element(link('Arc')).not.toHaveAttribute('aria-disabled');
  expect(getComputedStyle(link('Arc').element().firstElementChild!).opacity).toBe('1');
  focusLocator(link('Arc'));
  code();
  await expect
    .element(link('Arc'))
    .toHaveAttribute('href', `https://arc.example/wc?uri=${encodeURIComponent(nthPairingUri(1))}`);
  await expect.element(link('Arc')).toHaveFocus();
  await expect.element(link('Cove')).not.toHaveAttribute('target');
  await follow('Arc');
  await expect.poll(readFocusedText).toBe('Arc');
  expect(snapshot().context.chosen).toBe(scannedWallet.id);
});

test('a tap on a tile without a link leads to a step, which shows the link later', async () => {
  const { code } = await listed();
  focusLocator(link('Arc'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(readFocusedText).toBe('Arc');
  code();
  await expect.element(link(wordsAt('phone.open', scannedWallet))).toBeVisible();
});

test('if an app does not open, or fails, the sheet shows Retry at the same height', async () => {
  const { found, code, clock, refuse } = await visited();
  await page.viewport(844, 390);
  await found();
  code();
  await follow('Arc');
  await expect.poll(readFocusedText).toBe('Arc');
  const { height } = dialog.element().getBoundingClientRect();
  clock.increment(2_500);
  for (const retry of [link(wordsAt('wallet.retry')), button(wordsAt('wallet.retry'))]) {
    await expect.element(retry).toBeVisible();
    expect(shows(retry.element())).toBe(true);
    expect(dialog.element().getBoundingClientRect().height).toBe(height);
    refuse('rejected');
  }
});

test('wallets that need the relay look disabled while it is unreachable, until Retry', async () => {
  const before = site.wallet.disclaimer;
  site.wallet.disclaimer = 'Wallets are made by others.';
  const { found, clock } = await visited();
  const coded = { ...mobileOnlyWallet, templates: { ...mobileOnlyWallet.templates, link: null } };
  await found([installedWallet, scannedWallet, coded]);
  clock.increment(10_000);
  for (const tile of [link('Arc'), button('Cove')]) {
    await expect.element(tile).toHaveAttribute('aria-disabled', 'true');
    expect(getComputedStyle(tile.element().firstElementChild!).opacity).toBe('0.45');
  }
  await expect.element(button('Fox')).not.toHaveAttribute('aria-disabled');
  await expect.element(dialog.getByText('Wallets are made by others.')).toBeVisible();
  site.wallet.disclaimer = before;
  await click(button(wordsAt('wallet.retry')));
  await expect.element(status).toHaveTextContent('');
});

test('the wallet that was picked last is marked, and gets the focus first', async () => {
  const { actor } = perform(mobileConnectMachine, { actors: { attempt: createScriptedAttempt().attempt } });
  const marked = samplePhoneWallets.map((wallet) => ({ ...wallet, latest: wallet.id === mobileOnlyWallet.id }));
  actor.send({ type: 'wallets.found', wallets: marked });
  await showDialog(actor, 'sheet', <MobileConnectView actor={actor} />);
  await expect.element(link(`Cove ${wordsAt('latest')}`)).toHaveFocus();
  await expect.element(button(`Fern ${wordsAt('unsupported')}`)).toBeVisible();
});

test('a search in the grid of all wallets keeps the height of the sheet', async () => {
  const { found } = await visited();
  await found([...samplePhoneWallets, { ...installedWallet, id: 'owl', name: 'Owl', shortName: 'Owl' }]);
  tap(controls.expand!());
  await expect.poll(readFocusedText).toBe(wordsAt('phone.all'));
  const tiles = () => dialog.getByRole('listitem').elements();
  await expect.poll(tiles).toHaveLength(9);
  const { height } = dialog.element().getBoundingClientRect();
  await write(dialog.getByRole('searchbox', { name: wordsAt('search') }), 'ar');
  await expect.poll(() => tiles().map(({ textContent }) => textContent)).toEqual(['Arc']);
  expect(dialog.element().getBoundingClientRect().height).toBe(height);
  await write(dialog.getByRole('searchbox'), 'zz');
  await expect.element(dialog.getByText(wordsAt('nothing', { name: 'zz' }))).toBeVisible();
});
