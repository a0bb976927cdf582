import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ActorRefFrom } from 'xstate';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { site } from '#site';
import { presentAttempt } from '../../src/views/wallet/attempt.present';
import { MobileConnectView } from '../../src/views/wallet/MobileConnect';
import { presentMobileConnect } from '../../src/views/wallet/mobileConnect.present';
import { perform } from '../engine/perform';
import { mobileConnectWorld } from '../samples/mobileConnect';
import {
  installedWallet,
  missingWallet,
  mobileOnlyWallet,
  nthPairingUri,
  samplePhoneWallets,
  scannedWallet,
} from '../samples/wallets';
import { announcementOf, createSentencePattern, wordsAt } from '../support/words';
import { createControlsByName, createScreenReader, createScriptedAttempt, pressFirst } from './attempt';
import { type ControlsByEvent, expectControls } from './controls';
import { expectAnnouncement } from './said';
import {
  click,
  FramedDialog,
  focusLocator,
  locateDialog,
  readFocusedText,
  showView,
  showWithColours,
  write,
} from './support';
import { testView } from './testView';

const { dialog, button, status, shows } = locateDialog('wallet.title');
const link = (name: string | RegExp) => dialog.getByRole('link', { name, exact: typeof name === 'string' });

const Shown = ({ actor }: { actor: ActorRefFrom<typeof mobileConnectMachine> }) => (
  <FramedDialog actor={actor} form="sheet">
    <MobileConnectView actor={actor} />
  </FramedDialog>
);

/** Opens the wallet dialog for phones. The attempt machine really runs, and the test answers for wallets and relay. */
async function visited(options?: Parameters<typeof perform>[1], script?: Parameters<typeof createScriptedAttempt>[0]) {
  const { attempt, tell, refuse, approve } = createScriptedAttempt(script);
  const life = perform(mobileConnectMachine, { ...options, actors: { attempt } });
  await showWithColours(<Shown actor={life.actor} />);
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

async function opened() {
  const visit = await listed();
  visit.code();
  await follow('Arc');
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

// No wallet is stored in these tests. Other tests cover a stored wallet.
const ways = [
  'mobileConnect.attempting · forget → mobileConnect.attempting',
  'mobileConnect.loading · wallets.found [1 remembers] → mobileConnect.remembering',
  'mobileConnect.remembering · always [1 hasLink] → mobileConnect.attempting.preparing',
  'mobileConnect.remembering · always [2 isMissing] → mobileConnect.attempting.downloadOptions',
];
const noes = [
  'mobileConnect.remembering · always [1 hasLink] → mobileConnect.attempting.preparing: no',
  'mobileConnect.remembering · always [2 isMissing] → mobileConnect.attempting.downloadOptions: no',
  'mobileConnect.remembering · always [3 else] → mobileConnect.attempting',
];
const impossible = [...ways, ...ways.map((way) => `${way}: yes`), ...noes];
testView(
  mobileConnectMachine,
  { ...mobileConnectWorld, inputs: [undefined] },
  async ({ coverage }) => {
    const { actor, send, snapshot, approve, stop } = await visited({ coverage }, { uri: nthPairingUri(1) });
    const told = createScreenReader(() => document.querySelector('dialog'));
    const nameOf = (id: string) => samplePhoneWallets.find((wallet) => wallet.id === id)!.name;
    return {
      send,
      snapshot,
      stop,
      events: {
        // Links are ready at once, so a visitor can't pick a tile before. The test sends that event itself.
        pick: ({ id }) =>
          // A search hides wallets that don't match.
          id === scannedWallet.id || (id === installedWallet.id && snapshot().context.query)
            ? actor.send({ type: 'pick', id })
            : pressFirst(controls.pick!().filter(({ textContent }) => textContent.startsWith(nameOf(id)))),
        // A wallet without a link can't be opened.
        open: ({ id }) =>
          id === scannedWallet.id && !snapshot().context.requested
            ? pressFirst(
                controls.open!().filter(
                  ({ textContent }) => textContent.includes('Arc') || textContent === wordsAt('wallet.retry'),
                ),
              )
            : actor.send({ type: 'open', id }),
        browse: () => pressFirst(controls.browse!()),
        // With few wallets, all fit into the row, so there is no list of all wallets.
        expand: () => (controls.expand!().length ? pressFirst(controls.expand!()) : actor.send({ type: 'expand' })),
        search: ({ text }) => write(dialog.getByRole('searchbox'), text),
        back: () => pressFirst(controls.back!()),
        close: () => pressFirst(controls.close!()),
        // This view has no button for `forget`.
        forget: () => actor.send({ type: 'forget' }),
        'xstate.done.actor.attempt': approve,
      },
      states: {
        '*': async (model) => {
          await expectControls(mobileConnectMachine, mobileConnectWorld, model, controls, others);
          const attempt = snapshot().children.attempt?.getSnapshot();
          const shown = presentMobileConnect(
            model.status === 'active' ? model : null,
            attempt ? presentAttempt(attempt, null) : null,
          );
          await expectAnnouncement(model.status === 'active' ? announcementOf(shown) : '', told);
        },
      },
    };
  },
  { impossible },
);

test.each([
  ['has its link ready', scannedWallet, 'preparing'],
  ['is asked at once when it is here', installedWallet, 'waiting'],
  ['leads to its store when it is missing', missingWallet, 'downloadOptions'],
])('offers Forget for a stored wallet that %s', async (_, wallet, step) => {
  const { send, snapshot } = await visited({ input: { resumes: true } });
  await send({ type: 'wallets.found', wallets: samplePhoneWallets, remembered: wallet.id });
  expect(snapshot()).toMatchObject({ value: { attempting: step }, context: { chosen: wallet.id } });
  await page.viewport(390, 844);
  const forget = button(wordsAt('forget', wallet));
  expect(shows(forget.element())).toBe(true);
  await click(forget);
  expect(snapshot().value).toEqual({ attempting: { none: 'row' } });
});

test('a tile shows its colours, and can be pressed before its link is ready', async () => {
  const { found, code, snapshot } = await visited();
  await expect.poll(readFocusedText).toBe(wordsAt('wallet.title'));
  await found();
  await expect.element(link('Arc')).not.toHaveAttribute('href');
  await expect.element(link('Arc')).not.toHaveAttribute('aria-disabled');
  const opacity = () => getComputedStyle(link('Arc').element().firstElementChild!).opacity;
  expect(opacity()).toBe('1');
  focusLocator(link('Arc'));
  code();
  await expect
    .element(link('Arc'))
    .toHaveAttribute('href', `https://arc.example/wc?uri=${encodeURIComponent(nthPairingUri(1))}`);
  await expect.element(link('Arc')).toHaveFocus();
  await expect.element(link('Arc')).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(link('Cove')).not.toHaveAttribute('target');
  await follow('Arc');
  await expect.poll(readFocusedText).toBe('Arc');
  expect(snapshot().context.chosen).toBe(scannedWallet.id);
  await expect
    .element(status)
    .toHaveTextContent(wordsAt('connect.status.opening.title', scannedWallet) + wordsAt('phone.opening'));
});

test('an app that did not open can be reopened or downloaded, at the same sheet height', async () => {
  const { clock, snapshot } = await opened();
  await expect.poll(readFocusedText).toBe('Arc');
  const height = () => dialog.element().getBoundingClientRect().height;
  const before = height();
  clock.increment(2_500);
  const again = link(wordsAt('wallet.retry'));
  await expect.element(again).toHaveAttribute('href', expect.stringContaining('arc.example'));
  expect(height()).toBe(before);
  const store = link(new RegExp(wordsAt('getName', scannedWallet)));
  await expect.element(store).toHaveAttribute('href', scannedWallet.get.mobile);
  await follow(wordsAt('wallet.retry'));
  expect(snapshot().matches({ attempting: { connect: 'leaving' } })).toBe(true);
  await expect.poll(readFocusedText).toBe('Arc');
});

test('a failure moves the focus to the title, and the Retry button is visible', async () => {
  const { found, code, clock, refuse } = await visited();
  await page.viewport(844, 390);
  await found();
  code();
  await follow('Arc');
  clock.increment(2_500);
  await expect.element(link(wordsAt('wallet.retry'))).toBeVisible();
  expect(shows(link(wordsAt('wallet.retry')).element())).toBe(true);
  focusLocator(link(wordsAt('wallet.retry')));
  refuse('rejected');
  await expect.element(button(wordsAt('wallet.retry'))).toBeVisible();
  await expect.poll(readFocusedText).toBe('Arc');
  expect(shows(button(wordsAt('wallet.retry')).element())).toBe(true);
});

test('wallets that need the relay look disabled while it is unreachable, until Retry', async () => {
  const { clock } = await listed();
  clock.increment(10_000);
  await expect.element(link('Arc')).toHaveAttribute('aria-disabled', 'true');
  expect(getComputedStyle(link('Arc').element().firstElementChild!).opacity).toBe('0.45');
  await expect.element(button('Fox')).not.toHaveAttribute('aria-disabled');
  await click(button(wordsAt('wallet.retry')));
  await expect.element(status).toHaveTextContent('');
});

test('an early tap on a tile leads to the step of its wallet, which later has the link', async () => {
  const { code } = await listed();
  focusLocator(link('Arc'));
  await userEvent.keyboard('{Enter}');
  await expect.poll(readFocusedText).toBe('Arc');
  code();
  await expect.element(link(wordsAt('phone.open', scannedWallet))).toBeVisible();
});

test('a wallet that needs the relay for its link is disabled while the relay is lost', async () => {
  const { found, clock } = await visited();
  const coded = { ...scannedWallet, templates: { ...scannedWallet.templates, link: null } };
  await found([installedWallet, coded, { ...installedWallet, id: 'owl', name: 'Owl', shortName: 'Owl' }]);
  clock.increment(10_000);
  await expect.element(status).toHaveTextContent(wordsAt('phone.unreachable.text', [installedWallet, { name: 'Owl' }]));
  await expect.element(button('Arc')).toHaveAttribute('aria-disabled', 'true');
});

test('a missing wallet is marked as such, and links to its store', async () => {
  await listed();
  await expect.element(button(`Fern ${wordsAt('unsupported')}`)).toBeVisible();
  (button(`Gale ${wordsAt('unsupported')}`).element() as HTMLElement).click();
  const store = link(new RegExp(wordsAt('getName', missingWallet)));
  await expect.element(store).toHaveAttribute('href', missingWallet.get.mobile);
});

test('the wallet that was picked last is marked, and gets the focus first', async () => {
  const { actor } = perform(mobileConnectMachine, { actors: { attempt: createScriptedAttempt().attempt } });
  const marked = samplePhoneWallets.map((wallet) => ({ ...wallet, latest: wallet.id === mobileOnlyWallet.id }));
  actor.send({ type: 'wallets.found', wallets: marked });
  await showView(<Shown actor={actor} />);
  await expect.element(link(`Cove ${wordsAt('latest')}`)).toHaveFocus();
});

test('the disclaimer is below the list of wallets, also while the relay is lost', async () => {
  const before = site.wallet.disclaimer;
  site.wallet.disclaimer = 'Wallets are made by others.';
  const { clock } = await listed();
  await expect.element(dialog.getByText('Wallets are made by others.')).toBeVisible();
  clock.increment(10_000);
  await expect.element(status).toHaveTextContent(wordsAt('phone.unreachable.title', []));
  await expect.element(dialog.getByText('Wallets are made by others.')).toBeVisible();
  site.wallet.disclaimer = before;
});

test('a search in the grid of all wallets keeps the height of the sheet', async () => {
  const { found } = await visited();
  await found([...samplePhoneWallets, { ...installedWallet, id: 'owl', name: 'Owl', shortName: 'Owl' }]);
  pressFirst(controls.expand!());
  await expect.poll(readFocusedText).toBe(wordsAt('phone.all'));
  const tiles = () => dialog.getByRole('listitem').elements();
  await expect.poll(tiles).toHaveLength(9);
  const height = () => dialog.element().getBoundingClientRect().height;
  const before = height();
  await write(dialog.getByRole('searchbox', { name: wordsAt('search') }), 'ar');
  await expect.poll(() => tiles().map(({ textContent }) => textContent)).toEqual(['Arc']);
  expect(height()).toBe(before);
  await write(dialog.getByRole('searchbox'), 'zz');
  await expect.element(dialog.getByText(wordsAt('nothing', { name: 'zz' }))).toBeVisible();
});
