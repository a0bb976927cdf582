import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { connectsByCode, type Wallet } from '#domain/wallet';
import { searchWallets as searched } from '#domain/wallets';
import type { attemptMachine } from '#machines/attempt';
import { connectMachine } from '#machines/connect';
import { site } from '#site';
import { phraseOf } from '../../src/views/phrase';
import { presentAttempt } from '../../src/views/wallet/attempt.present';
import { ConnectView } from '../../src/views/wallet/Connect';
import { presentConnect } from '../../src/views/wallet/connect.present';
import type { World } from '../engine/paths';
import { perform } from '../engine/perform';
import { connectWorld } from '../samples/connect';
import {
  desktopOnlyWallet,
  installedWallet,
  mobileOnlyWallet,
  nthPairingUri,
  sampleWallets,
  scannedWallet,
} from '../samples/wallets';
import { announcementOf, createSentencePattern, statePhrasesAt, wordsAt } from '../support/words';
import { createControlsByName, createScreenReader, createScriptedAttempt, pressFirst } from './attempt';
import { type ControlsByEvent, expectControls } from './controls';
import { expectAnnouncement } from './said';
import {
  click,
  collectAnnouncements,
  FramedDialog,
  focusLocator,
  locateDialog,
  measurePlaces,
  readFocusedText,
  showWithColours,
  write,
} from './support';
import { testView } from './testView';

const { dialog, button, status, shows } = locateDialog('wallet.title');

/** Opens the dialog after these events. The attempt machine really runs, and the test answers for wallets. */
async function visited(
  options?: Parameters<typeof perform>[1],
  script?: Parameters<typeof createScriptedAttempt>[0],
  ...events: AnyEventObject[]
) {
  const { attempt, ...wallet } = createScriptedAttempt(script);
  const life = perform(connectMachine, { ...options, actors: { attempt } });
  for (const event of events) await life.send(event);
  await showWithColours(
    <FramedDialog actor={life.actor} form="connect">
      <ConnectView actor={life.actor} />
    </FramedDialog>,
  );
  return { ...life, ...wallet };
}

const found = { type: 'wallets.found', wallets: sampleWallets };
async function listed() {
  const visit = await visited();
  await visit.send(found);
  return visit;
}

async function coded() {
  const visit = await listed();
  await click(button(/^Arc/));
  visit.tell({ type: 'code.arrived', uri: nthPairingUri(1) });
  return visit;
}

const named = (id: string) => sampleWallets.find((wallet) => wallet.id === id) ?? installedWallet;

type Asked = SnapshotFrom<typeof connectMachine>;
const { possible: isShown } = connectWorld;
/** Excludes events for controls that are not visible when the list is beside the steps. */
const wideWorld: World<typeof connectMachine> = {
  ...connectWorld,
  possible: (event, snapshot) => {
    const { context } = snapshot;
    if (event.type === 'get' && snapshot.value === 'connect' && !connectsByCode(named(event.id))) return false;
    if (event.type === 'pick') return searched(context.wallets, context.query).some(({ id }) => id === event.id);
    // The text in the search field does not change the steps.
    const step = { ...snapshot, context: { ...context, query: '' } } as Asked;
    return event.type === 'search' || (event.type !== 'learn' && isShown!(event, step));
  },
};
/** Excludes events for controls that are not visible when only the list or a step fits. */
const compactWorld: World<typeof connectMachine> = {
  ...connectWorld,
  possible: (event, snapshot) => {
    const ofList = ['pick', 'search', 'learn'].includes(event.type);
    if (event.type === 'close') return true;
    if (ofList !== (snapshot.value === 'none')) return false;
    return event.type === 'learn' || wideWorld.possible!(event, snapshot);
  },
};
const place = () => document.querySelector('dialog');
const controls: ControlsByEvent = {
  search: createControlsByName(wordsAt('search')),
  pick: () => [...document.querySelectorAll('[data-wallet]')],
  learn: createControlsByName(wordsAt('what')),
  browse: createControlsByName(wordsAt('browse')),
  get: () =>
    createControlsByName(createSentencePattern('getName'))().filter(
      ({ textContent }) => textContent !== wordsAt('browse'),
    ),
  open: createControlsByName(createSentencePattern('phone.open')),
  extension: createControlsByName(createSentencePattern('options.extension.title')),
  desktop: createControlsByName(createSentencePattern('options.desktop.title')),
  mobile: createControlsByName(createSentencePattern('options.mobile.title')),
  continue: createControlsByName(wordsAt('continue'), wordsAt('haveIt')),
  refresh: createControlsByName(wordsAt('refresh'), wordsAt('refreshing')),
  back: createControlsByName(wordsAt('back')),
  close: createControlsByName(wordsAt('close')),
  forget: createControlsByName(createSentencePattern('forget')),
};
/** Links to other sites, links of codes, and controls of the attempt. */
const others = () => [
  ...createControlsByName(createSentencePattern('more'), wordsAt('copy'))(),
  ...document.querySelectorAll('dialog a:has([role=img])'),
];

const selectedIn = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd);

/** Returns what screen readers announce in a state: the title of the list, or the step. */
function announcedIn(model: Asked, attempt: SnapshotFrom<typeof attemptMachine> | undefined) {
  if (model.status !== 'active') return { title: '', announced: '' };
  const shown = presentConnect(model, attempt ? presentAttempt(attempt, null) : null);
  const step = shown.attempt ?? { title: shown.title, heard: { step: shown.heard } };
  const told = shown.isInside ? step : { title: phraseOf('wallet.title') };
  return { title: announcementOf({ title: told.title }), announced: announcementOf(told) };
}

const compactly = new Set<string>();
// No wallet is stored in these tests. Other tests cover a stored wallet.
const impossible = [
  'connect · forget → connect.none',
  'connect · forget → connect.none: yes',
  'connect · wallets.found [1 isFirstList] → connect.picked',
  'connect · wallets.found [1 isFirstList] → connect.picked: yes',
];
testView(
  connectMachine,
  { ...connectWorld, inputs: [undefined] },
  async ({ coverage }) => {
    const { actor, send, snapshot, approve, refuse, stop } = await visited({ coverage }, { uri: nthPairingUri(1) });
    const compact = () => page.viewport(500, 700);
    const wide = () => page.viewport(1000, 700);
    const told = createScreenReader(place);
    let typing = false;
    const seen = async (model: Asked) => {
      await expectControls(connectMachine, wideWorld, model, controls, others);
      const due = announcedIn(model, snapshot().children.attempt?.getSnapshot());
      await expectAnnouncement(due.announced, told);
      if (model.status === 'done') return;
      // The focus stays in the field while the visitor types.
      if (typing) expect(document.activeElement).toBe(controls.search!()[0]);
      else expect(readFocusedText()).toBe(due.title);
      expect(place()?.matches(':modal')).toBe(true);
      const situation = `${model.value} ${model.context.chosen} ${model.context.wallets.length}`;
      if (compactly.has(situation)) return;
      compactly.add(situation);
      await compact();
      await expectControls(connectMachine, compactWorld, model, controls, others);
      await wide();
    };
    const pressed = (verb: string, name = '') => {
      typing = false;
      pressFirst(controls[verb]!().filter(({ textContent }) => textContent.startsWith(name)));
    };
    const bare = ['browse', 'back', 'close', 'mobile', 'continue', 'refresh', 'extension', 'desktop'];
    return {
      send,
      snapshot,
      stop,
      events: {
        ...Object.fromEntries(bare.map((verb) => [verb, () => pressed(verb)])),
        pick: ({ id }) => pressed('pick', named(id).name),
        get: async ({ id }) => {
          // A wallet without a code offers its download once it turns out to be missing.
          if (snapshot().matches('connect') && !connectsByCode(named(id))) await refuse('notFound');
          pressed('get', wordsAt('getName', named(id)));
        },
        // Only the chosen wallet has a link, if any.
        open: ({ id }) =>
          id === snapshot().context.chosen && named(id).templates.link
            ? pressed('open')
            : actor.send({ type: 'open', id }),
        learn: async () => {
          await compact();
          pressed('learn');
          await wide();
        },
        search: ({ text }) => {
          const [field] = controls.search!();
          typing = Boolean(field);
          // Text that arrives after the search field is gone must change nothing.
          return field ? write(dialog.getByRole('searchbox'), text) : actor.send({ type: 'search', text });
        },
        // This view has no button for `forget`.
        forget: () => actor.send({ type: 'forget' }),
        'xstate.done.actor.attempt': approve,
      },
      states: { '*': seen },
    };
  },
  { impossible },
);

test.each([
  ['rejects', installedWallet],
  ['is missing', desktopOnlyWallet],
])('the step of a stored wallet that %s has a Forget button', async (what, wallet) => {
  const { refuse, send, snapshot } = await visited({ input: { resumes: true } });
  await send({ ...found, remembered: wallet.id });
  if (what === 'rejects') await refuse('rejected');
  const forget = button(wordsAt('forget', wallet));
  await click(forget);
  expect(snapshot()).toMatchObject({ value: 'none', context: { remembered: null } });
  await click(button(/^Fox/));
  await expect.element(forget).not.toBeInTheDocument();
});

describe('the connect dialog', () => {
  test('shows the wallets under their headings, and explains wallets', async () => {
    await listed();
    const lists = [wordsAt('installed'), wordsAt('groups.Popular'), wordsAt('groups.More')].map((name) =>
      dialog.getByRole('list', { name }),
    );
    expect(lists.map((list) => list.getByRole('button').elements().length)).toEqual([1, 5, 1]);
    for (const name of ['Dune', 'Elm', 'Fern'])
      await expect.element(button(new RegExp(`^${name}`))).toHaveAccessibleName(`${name} ${wordsAt('unsupported')}`);
    await expect.element(button(/^Fern/)).toBeEnabled();
    await expect.element(dialog.getByRole('heading', { name: wordsAt('what') })).toBeVisible();
    expect(button(wordsAt('close')).elements()).toHaveLength(1);
    expect(button(wordsAt('back')).elements()).toHaveLength(0);
  });

  test('wallets that appear late do not move the focus', async () => {
    const { send } = await visited();
    await send({ ...found, wallets: sampleWallets.slice(1) });
    focusLocator(button(/^Cove/));
    await send(found);
    await expect.element(button(/^Fox/)).toBeVisible();
    await expect.element(button(/^Cove/)).toHaveFocus();
  });

  test('a row that moves to another group of wallets keeps the focus', async () => {
    const { send } = await listed();
    focusLocator(button(/^Arc/));
    const moved = { ...scannedWallet, groupName: '', groupIndex: 0 };
    await send({ ...found, wallets: [installedWallet, moved, ...sampleWallets.slice(2)] });
    const installedOnes = dialog.getByRole('list', { name: wordsAt('installed') });
    await expect.element(installedOnes.getByRole('button', { name: 'Arc' })).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    await send(found);
    await expect
      .element(dialog.getByRole('list', { name: wordsAt('groups.Popular') }).getByRole('button', { name: 'Arc' }))
      .toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  test('the search field filters a long list, and announces once that nothing matches', async () => {
    const { send } = await visited();
    const twin = (wallet: Wallet) => ({ ...wallet, id: `${wallet.id}2`, name: `${wallet.name} Two` });
    await send({ ...found, wallets: [...sampleWallets, ...sampleWallets.map(twin)] });
    const field = dialog.getByRole('searchbox', { name: wordsAt('search') });
    await field.fill('cove');
    await expect.element(button('Cove Two')).toBeVisible();
    await expect.element(button(/^Arc/)).not.toBeInTheDocument();
    await expect.element(field).toHaveFocus();
    await field.fill('nothing of the kind');
    const verdict = dialog.getByRole('status').first();
    await expect.element(verdict).toHaveTextContent(wordsAt('noneFound'));
    const said = collectAnnouncements(verdict);
    await field.fill('nothing of the kind here');
    await expect.element(dialog.getByText(wordsAt('nothing', { name: 'nothing of the kind here' }))).toBeVisible();
    expect(said()).toEqual([]);
  });

  test.each(['under the pointer', 'focused by keyboard'])(
    'a wallet that appears late does not move the row %s',
    async (how) => {
      const many = sampleWallets.flatMap((wallet) =>
        ['', '2', '3'].map((nth) => ({ ...wallet, id: wallet.id + nth, name: wallet.name + nth })),
      );
      const { send } = await visited();
      await send({ ...found, wallets: many.filter(({ installed }) => !installed) });
      const row = button('Bay');
      const is = how === 'under the pointer' ? ':hover' : ':focus-visible';
      if (is === ':hover') await userEvent.hover(row);
      else {
        await userEvent.keyboard('{Shift}');
        focusLocator(row);
      }
      const top = () => row.element().getBoundingClientRect().top;
      const before = top();
      await send({ ...found, wallets: many });
      await expect.element(button('Fox3')).toBeInTheDocument();
      expect(top()).toBe(before);
      expect(row.element().matches(is)).toBe(true);
    },
  );

  test('the faded edge of the wallet list never covers its last row when that is focused', async () => {
    const { send } = await visited();
    await send({
      ...found,
      wallets: sampleWallets.flatMap((wallet) => ['', '2'].map((nth) => ({ ...wallet, id: wallet.id + nth }))),
    });
    const row = button(/^Fern/).last().element() as HTMLElement;
    row.focus();
    const fade = row.closest('ul')!.parentElement!.getBoundingClientRect().bottom - 28;
    expect(row.getBoundingClientRect().bottom).toBeLessThanOrEqual(fade);
  });

  test.each([1000, 400])(
    'a rejection on the phone moves the focus from the code to the title: %i px',
    async (width) => {
      const { send, tell, refuse } = await visited();
      await page.viewport(width, 700);
      await send(found);
      await click(button(/^Arc/));
      tell({ type: 'code.arrived', uri: nthPairingUri(1) });
      await expect.element(button(wordsAt('copy'))).toBeVisible();
      focusLocator(button(wordsAt('copy')));
      await send({ ...found, wallets: sampleWallets.slice(1) });
      await expect.element(button(wordsAt('copy'))).toHaveFocus();
      refuse('rejected');
      await expect.element(button(wordsAt('wallet.retry'))).toBeVisible();
      await expect.element(dialog.getByRole('heading', { name: 'Arc', exact: true })).toHaveFocus();
    },
  );

  test('a code stays visible until the next one replaces it, and the focus stays', async () => {
    const { tell, clock } = await coded();
    const code = dialog.getByRole('img', { name: /Arc/ });
    await expect.element(code).toBeVisible();
    const drawn = () => code.element().querySelector('path')?.getAttribute('d');
    const first = drawn();
    focusLocator(button(wordsAt('copy')));
    const said = collectAnnouncements(status);
    for (let second = 0; second < 300; second++) clock.increment(1_000);
    await expect.element(dialog.getByText(wordsAt('newIn', { name: '0:00' }))).toBeVisible();
    await expect.element(button(wordsAt('copy'))).toHaveAttribute('aria-disabled', 'true');
    expect(drawn()).toBe(first);
    tell({ type: 'code.arrived', uri: nthPairingUri(2) });
    await expect.element(dialog.getByText(wordsAt('newIn', { name: '5:00' }))).toBeVisible();
    expect(drawn()).not.toBe(first);
    await expect.element(button(wordsAt('copy'))).toHaveFocus();
    expect(said()).toEqual([wordsAt('newCode')]);
  });

  test.each([
    [1000, 700],
    [400, 700],
    [360, 568],
  ])('the whole link is shown if copying failed: %i × %i', async (width, height) => {
    const { tell, copied, clock } = await listed();
    await click(button(/^Arc/));
    await page.viewport(width, height);
    tell({ type: 'code.arrived', uri: nthPairingUri(1) });
    await expect.element(button(wordsAt('copy'))).toBeVisible();
    const said = collectAnnouncements(status);
    await click(button(wordsAt('copy')));
    copied(false);
    const sentence = wordsAt('copySaid.refused');
    const text = dialog.getByRole('textbox', { name: sentence });
    await expect.element(text).toHaveValue(nthPairingUri(1));
    await expect.element(button(wordsAt('copy'))).toHaveFocus();
    expect(said()).toEqual([sentence]);
    expect(shows(text.element())).toBe(true);
    clock.increment(60_000);
    await click(text);
    expect(selectedIn(text.element() as HTMLTextAreaElement)).toBe(nthPairingUri(1));
    await click(button(wordsAt('copy')));
    copied(true);
    await expect.element(button(wordsAt('copied'))).toBeVisible();
    await expect.element(text).not.toBeInTheDocument();
  });

  test('in a small window, the live region exists before its first message', async () => {
    await visited();
    await page.viewport(400, 700);
    await expect.element(status).toBeInTheDocument();
    expect(status.element().checkVisibility()).toBe(true);
    expect(status.element().closest('section')?.getBoundingClientRect().width).toBeLessThan(2);
    await expect.element(button(wordsAt('browse'))).not.toBeInTheDocument();
  });

  test('in a low window, Retry and the slow hint are visible without scrolling', async () => {
    const { clock } = await listed();
    await page.viewport(640, 400);
    await click(button(/^Fox/));
    clock.increment(15_000);
    await expect.element(dialog.getByText(wordsAt('still'))).toBeVisible();
    expect(shows(dialog.getByText(wordsAt('still')).element().parentElement!)).toBe(true);
    clock.increment(120_000);
    await expect.element(button(wordsAt('wallet.retry'))).toBeVisible();
    expect(shows(button(wordsAt('wallet.retry')).element())).toBe(true);
  });

  test('each step slides in, and from the opposite side after Back', async () => {
    await listed();
    const step = () => document.querySelector<HTMLElement>('dialog [data-depth]')!;
    const dialogElement = step().closest('dialog')!;
    expect(step().style.animationName).toBe('none');
    await click(button(/^Arc/));
    await expect.poll(readFocusedText).toBe('Arc');
    expect(step().style.animationName).toBe('');
    await click(button(wordsAt('back')));
    await expect.poll(readFocusedText).toBe(wordsAt('wallet.title'));
    expect(dialogElement.hasAttribute('data-back')).toBe(true);
    step().dispatchEvent(new AnimationEvent('animationend', { bubbles: true }));
    expect(dialogElement.hasAttribute('data-back')).toBe(false);
  });

  test('the messages of an attempt appear in one place, and each is announced once', async () => {
    const hint = `${wordsAt('still')} ${wordsAt('hint.injected', installedWallet)}`;
    const { clock } = await listed();
    await click(button(/^Fox/));
    await expect.element(status).toHaveTextContent(statePhrasesAt('connect.status.opening', installedWallet));
    const said = collectAnnouncements(status);
    expect(getComputedStyle(status.element().querySelector('p')!).maxInlineSize).not.toBe('none');
    const place = () => measurePlaces(dialog.getByRole('heading', { level: 3 }).last().elements());
    const before = place();
    clock.increment(15_000);
    await expect.element(status).toHaveTextContent(hint);
    expect([said(), place()]).toEqual([[hint], before]);
    clock.increment(120_000);
    await expect.element(status).toHaveTextContent(statePhrasesAt('failure.timedOut', installedWallet));
    expect(place()).toEqual(before);
  });

  test('the wallet list focuses the wallet picked last, and the title after Back', async () => {
    const marked = sampleWallets.map((wallet) => ({ ...wallet, latest: wallet.id === mobileOnlyWallet.id }));
    await visited({}, {}, { ...found, wallets: marked });
    await expect.element(button(/^Cove/)).toHaveFocus();
    await expect.element(button(/^Cove/)).toHaveAccessibleName(`Cove ${wordsAt('latest')}`);
    await click(button(/^Fox/));
    await expect.element(button(/^Fox/)).toHaveAttribute('aria-current', 'true');
    await click(button(wordsAt('back')));
    await expect.poll(readFocusedText).toBe(wordsAt('wallet.title'));
  });

  test('the step of a wallet with a desktop app links to the app beside the code', async () => {
    await coded();
    const open = dialog.getByRole('link', { name: wordsAt('phone.open', scannedWallet) });
    await expect
      .element(open)
      .toHaveAttribute('href', `https://arc.example/wc?uri=${encodeURIComponent(nthPairingUri(1))}`);
    const code = dialog.getByRole('img', { name: /Arc/ }).element();
    for (const [width, side] of [
      [1000, 382],
      [400, 318],
    ] as const) {
      await page.viewport(width, 700);
      const { left, right, bottom, width: across, height } = code.getBoundingClientRect();
      expect([across, height]).toEqual([side, side]);
      const link = open.element().getBoundingClientRect();
      expect([link.left >= left, link.right <= right, link.top - bottom >= 6]).not.toContain(false);
      for (const element of [open.element(), button(wordsAt('copy')).element(), code])
        expect(shows(element)).toBe(true);
    }
    open.element().addEventListener('click', (event) => event.preventDefault());
    await click(open);
    await expect.element(dialog.getByRole('img', { name: /Arc/ })).toBeVisible();
  });

  test.each([1000, 400])('the disclaimer is at the end of the list of wallets: %i px', async (width) => {
    const before = site.wallet.disclaimer;
    site.wallet.disclaimer = 'Wallets are made by others.';
    const { send } = await visited();
    await page.viewport(width, 700);
    await send({
      ...found,
      wallets: sampleWallets.flatMap((one) => ['', '2', '3'].map((nth) => ({ ...one, id: one.id + nth }))),
    });
    const text = dialog.getByText('Wallets are made by others.');
    await expect.element(text).toBeVisible();
    expect(shows(text.element())).toBe(true);
    site.wallet.disclaimer = before;
  });

  test("the star that shows waiting has the accent colour of the wallet's icon", async () => {
    const { send } = await visited();
    const accented = { ...installedWallet, icon: { ...installedWallet.icon, accent: '#f6851a' } };
    await send({ ...found, wallets: [accented, ...sampleWallets.slice(1)] });
    await click(button(/^Fox/));
    const light = () => document.querySelector('.trace path + path');
    await expect.poll(() => light() && getComputedStyle(light()!).color).toBe('rgb(246, 133, 26)');
  });

  test('links to stores open new tabs, and the QR code of a download leads to the store', async () => {
    await listed();
    await click(button(wordsAt('browse')));
    const store = dialog.getByRole('link', { name: new RegExp(wordsAt('getName', desktopOnlyWallet)) });
    await expect.element(store).toHaveAttribute('rel', 'noopener noreferrer');
    await click(button(wordsAt('getName', scannedWallet)));
    const card = dialog.getByRole('link', { name: createSentencePattern('options.extension.title') });
    await expect.element(card).toHaveAttribute('target', '_blank');
    await click(button(wordsAt('back')));
    await click(button(wordsAt('getName', mobileOnlyWallet)));
    const code = dialog.getByRole('link', { name: `${wordsAt('store', mobileOnlyWallet)} ${wordsAt('newTab')}` });
    await expect.element(code.getByRole('img')).toBeVisible();
    await expect.element(code).toHaveAttribute('href', mobileOnlyWallet.get.qrCode);
    await expect.element(code).toHaveAttribute('rel', 'noopener noreferrer');
  });
});
