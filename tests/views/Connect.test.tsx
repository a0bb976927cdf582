import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { connectsByCode } from '#domain/wallet';
import { searchWallets as searched } from '#domain/wallets';
import type { attemptMachine } from '#machines/attempt';
import { connectMachine } from '#machines/connect';
import { site } from '#site';
import { phraseOf } from '../../src/views/phrase';
import { presentAttempt } from '../../src/views/wallet/attempt.present';
import { ConnectView } from '../../src/views/wallet/Connect';
import { presentConnect } from '../../src/views/wallet/connect.present';
import type { PathSamples } from '../engine/paths';
import { perform } from '../engine/perform';
import { connectSamples } from '../samples/connect';
import { installedWallet, mobileOnlyWallet, nthPairingUri, sampleWallets, scannedWallet } from '../samples/wallets';
import { announcementOf, createSentencePattern, formatStatePhrases, wordsAt } from '../support/words';
import { type ControlsByEvent, createControlsByName, expectControls } from './controls';
import { createScreenReader, expectAnnouncement } from './said';
import { createScriptedAttempt } from './scripted';
import {
  click,
  collectAnnouncements,
  focusLocator,
  locateDialog,
  measurePlaces,
  readFocusedText,
  showDialog,
  tap,
  write,
} from './support';
import { testView } from './testView';

const { dialog, button, status, shows } = locateDialog('wallet.title');

/** Sends `events`, then opens the dialog. The real attempt machine runs, and the test answers for wallets. */
async function visited(
  options?: Parameters<typeof perform>[1],
  script?: Parameters<typeof createScriptedAttempt>[0],
  ...events: AnyEventObject[]
) {
  const { attempt, ...wallet } = createScriptedAttempt(script);
  const life = perform(connectMachine, { ...options, actors: { attempt } });
  for (const event of events) await life.send(event);
  await showDialog(life.actor, 'connect', <ConnectView actor={life.actor} />);
  return { ...life, ...wallet };
}

const found = { type: 'wallets.found', wallets: sampleWallets };
async function listed() {
  const visit = await visited();
  await visit.send(found);
  return visit;
}

/** Opens the step of a wallet that shows a pairing code. */
async function coded(width = 1000, height = 700) {
  const visit = await listed();
  await page.viewport(width, height);
  await click(button(/^Arc/));
  visit.tell({ type: 'code.arrived', uri: nthPairingUri(1) });
  await expect.element(button(wordsAt('copy'))).toBeVisible();
  return visit;
}
const code = dialog.getByRole('img', { name: /Arc/ });

const repeatWallets = (count: number) =>
  sampleWallets.flatMap((wallet) =>
    ['', '2', '3'].slice(0, count).map((nth) => ({ ...wallet, id: wallet.id + nth, name: wallet.name + nth })),
  );

const named = (id: string) => sampleWallets.find((wallet) => wallet.id === id) ?? installedWallet;

type Asked = SnapshotFrom<typeof connectMachine>;
const { possible: isShown } = connectSamples;
/** The events that a visitor can cause in the wide layout, which shows the list of wallets beside the step. */
const wideSamples: PathSamples<typeof connectMachine> = {
  ...connectSamples,
  possible: (event, snapshot) => {
    const { context } = snapshot;
    if (event.type === 'get' && snapshot.value === 'connect' && !connectsByCode(named(event.id))) return false;
    if (event.type === 'pick') return searched(context.wallets, context.query).some(({ id }) => id === event.id);
    // Neither the text in the search field nor a stored wallet changes what the steps offer.
    const step = { ...snapshot, context: { ...context, query: '', resumes: false } } as Asked;
    return event.type === 'search' || (event.type !== 'learn' && isShown!(event, step));
  },
};
/** The events that a visitor can cause in the compact layout, which shows either the list or a step. */
const compactSamples: PathSamples<typeof connectMachine> = {
  ...connectSamples,
  possible: (event, snapshot) => {
    const ofList = ['pick', 'search', 'learn'].includes(event.type);
    if (event.type === 'close') return true;
    if (ofList !== (snapshot.value === 'none')) return false;
    return event.type === 'learn' || wideSamples.possible!(event, snapshot);
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
/** Links to other sites, links around codes, and controls of the attempt to connect. */
const others = () => [
  ...createControlsByName(createSentencePattern('more'), wordsAt('copy'))(),
  ...document.querySelectorAll('dialog a:has([role=img])'),
];

/** Returns what screen readers announce in a state: the title of the list, or the step. */
function heardIn(model: Asked, attempt: SnapshotFrom<typeof attemptMachine> | undefined) {
  const shown = presentConnect(model, attempt ? presentAttempt(attempt, null) : null);
  const step = shown.attempt ?? { title: shown.title, heard: { step: shown.heard } };
  return announcementOf(shown.isInside ? step : { title: phraseOf('wallet.title') });
}

const compactly = new Set<string>();
testView(
  connectMachine,
  connectSamples,
  async ({ input, coverage }) => {
    const { actor, send, snapshot, approve, refuse, stop } = await visited(
      { input, coverage },
      { uri: nthPairingUri(1) },
    );
    const compact = () => page.viewport(500, 700);
    const wide = () => page.viewport(1000, 700);
    const told = createScreenReader(place);
    const seen = async (model: Asked) => {
      await expectAnnouncement(heardIn(model, snapshot().children.attempt?.getSnapshot()), told);
      const situation = `${model.value} ${model.context.chosen} ${model.context.wallets.length}`;
      if (compactly.has(situation)) return;
      compactly.add(situation);
      await compact();
      await expectControls(connectMachine, compactSamples, model, controls, others);
      await wide();
    };
    const pressed = (verb: string, name = '') =>
      tap(controls[verb]!().filter(({ textContent }) => textContent.startsWith(name)));
    const events = {
      pick: ({ id }: AnyEventObject) => pressed('pick', named(id).name),
      get: async ({ id }: AnyEventObject) => {
        // A wallet without a code offers its download once it turns out to be missing.
        if (snapshot().matches('connect') && !connectsByCode(named(id))) await refuse('notFound');
        pressed('get', wordsAt('getName', named(id)));
      },
      // Only the chosen wallet can have a link to press. For the other wallets, the test sends the event itself.
      open: ({ id }: AnyEventObject) =>
        id === snapshot().context.chosen && named(id).templates.link
          ? pressed('open')
          : actor.send({ type: 'open', id }),
      learn: async () => {
        await compact();
        pressed('learn');
        await wide();
      },
      search: ({ text }: AnyEventObject) => {
        const [field] = controls.search!();
        // Text that arrives after the search field is gone must change nothing.
        return field ? write(dialog.getByRole('searchbox'), text) : actor.send({ type: 'search', text });
      },
      'xstate.done.actor.attempt': approve,
    };
    return { send, snapshot, stop, controls, others, seen, events };
  },
  { offered: wideSamples },
);

describe('the list of wallets', () => {
  test('shows the wallets under their headings, and explains wallets', async () => {
    await listed();
    const lists = [wordsAt('installed'), wordsAt('groups.Popular'), wordsAt('groups.More')].map((name) =>
      dialog.getByRole('list', { name }),
    );
    expect(lists.map((list) => list.getByRole('button').elements().length)).toEqual([1, 5, 1]);
    for (const name of ['Dune', 'Elm', 'Fern'])
      await expect.element(button(new RegExp(`^${name}`))).toHaveAccessibleName(`${name} ${wordsAt('unsupported')}`);
    await expect.element(dialog.getByRole('heading', { name: wordsAt('what') })).toBeVisible();
  });

  test('a row that moves to another group of wallets keeps the focus, if it had it', async () => {
    const { send } = await listed();
    focusLocator(button(/^Arc/));
    const moved = { ...scannedWallet, groupName: '', groupIndex: 0 };
    await send({ ...found, wallets: [installedWallet, moved, ...sampleWallets.slice(2)] });
    const arcIn = (name: string) => dialog.getByRole('list', { name }).getByRole('button', { name: 'Arc' });
    await expect.element(arcIn(wordsAt('installed'))).toHaveFocus();
    (document.activeElement as HTMLElement).blur();
    await send(found);
    await expect.element(arcIn(wordsAt('groups.Popular'))).toBeVisible();
    expect(document.activeElement).toBe(document.body);
  });

  test('the search field filters a long list, and announces once that nothing matches', async () => {
    const { send } = await visited();
    await send({ ...found, wallets: repeatWallets(2) });
    const field = dialog.getByRole('searchbox', { name: wordsAt('search') });
    await field.fill('cove');
    await expect.element(button('Cove2')).toBeVisible();
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

  test.each([':hover', ':focus-visible'])('a wallet that appears late does not move a row that is %s', async (is) => {
    const wallets = repeatWallets(3);
    const { send } = await visited();
    await send({ ...found, wallets: wallets.filter(({ installed }) => !installed) });
    const row = button('Bay');
    if (is === ':hover') await userEvent.hover(row);
    else {
      await userEvent.keyboard('{Shift}');
      focusLocator(row);
    }
    const { top } = row.element().getBoundingClientRect();
    await send({ ...found, wallets });
    await expect.element(button('Fox3')).toBeInTheDocument();
    expect(row.element().getBoundingClientRect().top).toBe(top);
    expect(row.element().matches(is)).toBe(true);
  });

  test.each([1000, 400])('the last row and the disclaimer are visible in a window of %i px', async (width) => {
    const before = site.wallet.disclaimer;
    site.wallet.disclaimer = 'Wallets are made by others.';
    const { send } = await visited();
    await page.viewport(width, 700);
    await send({ ...found, wallets: repeatWallets(3) });
    const text = dialog.getByText('Wallets are made by others.');
    await expect.element(text).toBeVisible();
    expect(shows(text.element())).toBe(true);
    // The last 28 px of the list are faded, so the row must end above them.
    const row = button(/^Fern/).last().element() as HTMLElement;
    row.focus();
    const fade = row.closest('[data-scrolls]')!.getBoundingClientRect().bottom - 28;
    expect(row.getBoundingClientRect().bottom).toBeLessThanOrEqual(fade);
    site.wallet.disclaimer = before;
  });

  test('the list first focuses the wallet picked last, but its title after Back', async () => {
    const marked = sampleWallets.map((wallet) => ({ ...wallet, latest: wallet.id === mobileOnlyWallet.id }));
    await visited({}, {}, { ...found, wallets: marked });
    await expect.element(button(/^Cove/)).toHaveFocus();
    await expect.element(button(/^Cove/)).toHaveAccessibleName(`Cove ${wordsAt('latest')}`);
    await click(button(/^Fox/));
    await expect.element(button(/^Fox/)).toHaveAttribute('aria-current', 'true');
    await click(button(wordsAt('back')));
    await expect.poll(readFocusedText).toBe(wordsAt('wallet.title'));
  });
});

describe('the steps of the connect dialog', () => {
  test.each([1000, 400])('a rejection moves the focus from the code to the title at %i px width', async (width) => {
    const { send, refuse } = await coded(width);
    focusLocator(button(wordsAt('copy')));
    await send({ ...found, wallets: sampleWallets.slice(1) });
    await expect.element(button(wordsAt('copy'))).toHaveFocus();
    refuse('rejected');
    await expect.element(button(wordsAt('wallet.retry'))).toBeVisible();
    await expect.element(dialog.getByRole('heading', { name: 'Arc', exact: true })).toHaveFocus();
  });

  test('a code stays visible until the next one replaces it, and the focus stays', async () => {
    const { tell, clock } = await coded();
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
  ])('the whole link is shown if copying failed, in %i × %i px', async (width, height) => {
    const { copied, clock } = await coded(width, height);
    const said = collectAnnouncements(status);
    await click(button(wordsAt('copy')));
    copied(false);
    const sentence = wordsAt('copySaid.refused');
    const text = dialog.getByRole('textbox', { name: sentence });
    await expect.element(text).toHaveValue(nthPairingUri(1));
    await expect.element(button(wordsAt('copy'))).toHaveFocus();
    expect([said(), shows(text.element())]).toEqual([[sentence], true]);
    clock.increment(60_000);
    await click(text);
    const { selectionStart, selectionEnd } = text.element() as HTMLTextAreaElement;
    expect([selectionStart, selectionEnd]).toEqual([0, nthPairingUri(1).length]);
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

  test.each([
    [1000, 700],
    [640, 400],
  ])('messages and Retry appear in one visible place, announced once, in %i × %i px', async (width, height) => {
    const hint = `${wordsAt('still')} ${wordsAt('hint.injected', installedWallet)}`;
    const { clock } = await listed();
    await page.viewport(width, height);
    await click(button(/^Fox/));
    await expect.element(status).toHaveTextContent(formatStatePhrases('connect.status.opening', installedWallet));
    const said = collectAnnouncements(status);
    expect(getComputedStyle(status.element().querySelector('p')!).maxInlineSize).not.toBe('none');
    const place = () => measurePlaces(dialog.getByRole('heading', { level: 3 }).last().elements());
    const before = place();
    clock.increment(15_000);
    await expect.element(status).toHaveTextContent(hint);
    expect([said(), place()]).toEqual([[hint], before]);
    expect(shows(dialog.getByText(wordsAt('still')).element().parentElement!)).toBe(true);
    clock.increment(120_000);
    await expect.element(status).toHaveTextContent(formatStatePhrases('failure.timedOut', installedWallet));
    expect([place(), shows(button(wordsAt('wallet.retry')).element())]).toEqual([before, true]);
  });

  test.each([
    [1000, 382],
    [400, 318],
  ])('the link to a desktop app is visible below the code in a window of %i px', async (width, side) => {
    await coded(width);
    const open = dialog.getByRole('link', { name: wordsAt('phone.open', scannedWallet) });
    await expect
      .element(open)
      .toHaveAttribute('href', `https://arc.example/wc?uri=${encodeURIComponent(nthPairingUri(1))}`);
    const card = code.element().getBoundingClientRect();
    const link = open.element().getBoundingClientRect();
    expect([card.width, card.height]).toEqual([side, side]);
    expect([link.left >= card.left, link.right <= card.right, link.top - card.bottom >= 6]).not.toContain(false);
    for (const one of [open, button(wordsAt('copy')), code]) expect(shows(one.element())).toBe(true);
  });

  test("the star that shows waiting has the accent colour of the wallet's icon", async () => {
    const { send } = await visited();
    const accented = { ...installedWallet, icon: { ...installedWallet.icon, accent: '#f6851a' } };
    await send({ ...found, wallets: [accented, ...sampleWallets.slice(1)] });
    await click(button(/^Fox/));
    const light = () => document.querySelector('.trace path + path');
    await expect.poll(() => light() && getComputedStyle(light()!).color).toBe('rgb(246, 133, 26)');
  });

  test('the QR code of a download is a link to the store', async () => {
    await listed();
    await click(button(wordsAt('browse')));
    await click(button(wordsAt('getName', mobileOnlyWallet)));
    const store = dialog.getByRole('link', { name: `${wordsAt('store', mobileOnlyWallet)} ${wordsAt('newTab')}` });
    await expect.element(store.getByRole('img')).toBeVisible();
    await expect.element(store).toHaveAttribute('href', mobileOnlyWallet.get.qrCode);
  });
});
