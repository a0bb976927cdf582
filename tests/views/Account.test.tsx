import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createActor, type SnapshotFrom } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Profile } from '#domain/profile';
import { createTransaction, type Transaction } from '#domain/transaction';
import { accountMachine } from '#machines/account';
import { clipboardMachine } from '#machines/clipboard';
import { AccountView } from '../../src/views/wallet/Account';
import { presentAccount } from '../../src/views/wallet/account.present';
import { presentClipboard } from '../../src/views/wallet/clipboard.present';
import type { World } from '../engine/paths';
import { perform } from '../engine/perform';
import { fireTimer } from '../engine/xstate';
import { accountWorld, sampleProfile } from '../samples/account';
import { sampleConnection, sampleSender } from '../samples/connections';
import { nthTransaction, nthTransactionHash } from '../samples/transactions';
import { createSentencePattern, formatPhrase, wordsAt } from '../support/words';
import { createControlsByName, createScriptedClipboard } from './attempt';
import { type ControlsByEvent, expectControls } from './controls';
import { expectAnnouncement, listLiveTexts } from './said';
import {
  click,
  collectAnnouncements,
  FramedDialog,
  focusLocator,
  locateDialog,
  measurePlaces,
  showWithColours,
  tap,
} from './support';
import { testView } from './testView';
import { announceOutcomes, createScriptedTransactions } from './transactions';

const { dialog, title, status, button, shows, overflows } = locateDialog('account.title');
const name = dialog.getByRole('heading', { level: 3 }).first();
const line = () => name.element().nextElementSibling!;
const [unread, retry, leave, close] = [
  wordsAt('account.unread'),
  wordsAt('wallet.retry'),
  wordsAt('leave'),
  wordsAt('close'),
];
const [copyAddress, clear] = [wordsAt('account.copy'), wordsAt('transactions.clear')];
const network = wordsAt('account.network', ETHEREUM);
const explorer = createSentencePattern('account.explorer');
const lineOf = (name: string, status: Transaction['status']) => wordsAt('transactions.line', { name }, status);
const copying = dialog.getByRole('button', { name: new RegExp(`^(${copyAddress}|${wordsAt('copied')})$`) });
const REFUSED = wordsAt('account.copySaid.refused');
const byHand = dialog.getByRole('textbox', { name: REFUSED });
const address = sampleConnection.address;
const short = '0x52…9EE7';
const whole = wordsAt('whose', address);

const dot =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4'/></svg>";

interface Visit extends NonNullable<Parameters<typeof perform<typeof accountMachine>>[1]> {
  list?: Transaction[];
  /** The profile that is read before the dialog opens. */
  profile?: Profile;
}

async function visited({ list = [], profile, ...options }: Visit = {}) {
  const { clipboard, copied: answer } = createScriptedClipboard();
  const script = createScriptedTransactions();
  const transactions = createActor(script.transactions).start();
  const actors = { clipboard, outcomes: announceOutcomes(transactions), ...options.actors };
  const life = perform(accountMachine, { input: sampleSender, ...options, actors });
  const { actor } = life;
  const read = (parts: Partial<Profile>) =>
    life.send({ type: 'profile.read', profile: { ...sampleProfile, ...parts } });
  script.list(...list);
  if (profile) await read(profile);
  await showWithColours(
    <FramedDialog actor={actor} form="narrow">
      <AccountView actor={actor} transactions={transactions} connection={sampleConnection} chains={[ETHEREUM]} />
    </FramedDialog>,
  );
  return { ...life, read, answer };
}

const goesBy = (value: string): Partial<Profile> => ({ name: { is: 'known', value } });

type Shown = SnapshotFrom<typeof accountMachine>;
const controls: ControlsByEvent = {
  retry: createControlsByName(retry),
  networks: createControlsByName(network),
  leave: createControlsByName(leave),
  close: createControlsByName(close),
};
const others = createControlsByName(explorer, copyAddress);

testView(accountMachine, accountWorld, async ({ input, coverage }) => {
  const { actor, snapshot, send, stop } = await visited({ input, coverage });
  await expect.element(title).toHaveFocus();
  const look = () => [name.element().textContent, line().textContent];
  const seen = async (model: Shown) => {
    const shown = presentAccount(model, { connection: sampleConnection, chains: [ETHEREUM] });
    const heard = model.status === 'active' ? formatPhrase(shown.unread) : '';
    await expectAnnouncement(heard, () => listLiveTexts(document.querySelector('dialog:modal')));
    await expectControls(accountMachine, accountWorld, model, controls, others);
    if (model.status !== 'active') return;
    const { name: called, balance } = model.context.profile;
    const held = { loading: '', absent: '', failed: unread + retry, known: '1.2345 ETH' }[balance.is];
    const due = [called.is === 'known' ? 'amina.eth' : short, `${short} · ${held}`];
    await expect.poll(look, { interval: 5 }).toEqual(due);
  };
  return {
    stop,
    send,
    snapshot,
    events: {
      retry: () => {
        const shown = controls.retry!();
        if (shown.length) tap(shown);
        else actor.send({ type: 'retry' });
      },
      networks: () => tap(controls.networks!()),
      leave: () => tap(controls.leave!()),
      close: () => tap(controls.close!()),
    },
    states: { '*': seen },
  };
});

describe('the account dialog', () => {
  test('shows the account, and focuses the title', async () => {
    const { read } = await visited();
    await expect.element(title).toHaveFocus();
    await read({});
    await expect.element(name).toHaveTextContent('amina.eth');
    await expect.element(dialog.getByText(short)).toHaveAttribute('title', address);
    await expect.element(dialog.getByText('1.2345 ETH')).toBeVisible();
    await expect.element(dialog.getByText(whole)).toBeInTheDocument();
    await expect.element(dialog.getByText(wordsAt('account.through', sampleConnection.wallet))).toBeVisible();
    await expect.element(button(network)).toBeVisible();
  });

  const [loading, absent, failed] = [{ is: 'loading' }, { is: 'absent' }, { is: 'failed' }] as const;
  const unreadable = unread + retry;
  const heap = `a${'\u0301'.repeat(40)}.eth`;

  test.each<[string, Partial<Profile>, string, string, number]>([
    ['nothing yet', { name: loading, balance: loading }, short, `${short} · `, 2],
    ['only the balance', { name: loading }, short, `${short} · 1.2345 ETH`, 1],
    ['only the name', { balance: loading }, 'amina.eth', `${short} · `, 1],
    ['no name', { name: absent }, short, '1.2345 ETH', 0],
    ['no name, and no balance yet', { name: failed, balance: loading }, short, '', 1],
    ['no balance', { balance: absent }, 'amina.eth', short, 0],
    ['neither name nor balance', { name: failed, balance: failed }, short, unreadable, 0],
    ['an unreadable balance', { balance: failed }, 'amina.eth', `${short} · ${unreadable}`, 0],
    ['a name that cannot be shown', { name: { is: 'known', value: heap } }, short, '1.2345 ETH', 0],
  ])('the account dialog shows what the node answers: %s', async (_, parts, called, text, skeletons) => {
    const { read } = await visited();
    await read(parts);
    await expect.poll(() => [name.element().textContent, line().textContent]).toEqual([called, text]);
    await expect.element(dialog.getByText(whole)).toBeInTheDocument();
    expect(dialog.element().querySelectorAll('h3 > i, p > i')).toHaveLength(skeletons);
    for (const act of [copyAddress, leave, close]) await expect.element(button(act)).toBeEnabled();
  });

  const measures = () => measurePlaces(dialog.element().querySelectorAll('h2, h3, h3 + p, button:not(p button), a'));
  const calls = ['amina.eth', 'W'.repeat(40), 'محفظة-ذات-اسم-طويل-جدا-لا-ينتهي.eth', '👩🏽‍🚀🌸🌿'.repeat(9), 'ཨོཾ་མ་ཎི'];

  describe.each([
    [1000, 800],
    [368, 740],
    [320, 640],
  ])('the layout stays the same when the profile arrives, in %i × %i px', (width, height) => {
    test.each(calls)('layout stays the same when the profile arrives, with name %s', async (call) => {
      const { read } = await visited({ list: [nthTransaction(1)] });
      await page.viewport(width, height);
      const before = measures();
      const steps: Partial<Profile>[] = [
        { ...goesBy(call), balance: loading },
        goesBy(call),
        { ...goesBy(call), avatar: { is: 'known', value: dot } },
        { ...goesBy(call), balance: failed },
        { name: absent, balance: failed },
        { name: loading },
      ];
      for (const step of steps) {
        await read(step);
        await new Promise((painted) => requestAnimationFrame(painted));
        expect(measures()).toEqual(before);
        expect(overflows()).toBe(false);
      }
    });
  });

  test('a long name is cut only visually, and stays complete for screen readers', async () => {
    const { read } = await visited();
    const long = `${'a'.repeat(30)}.eth`;
    await read(goesBy(long));
    await expect.element(dialog.getByText(`${'a'.repeat(24)}…`)).toHaveAttribute('title', long);
    await expect.element(dialog.getByRole('heading', { name: long, exact: true })).toBeVisible();
  });

  test('the content of the closed account dialog stays during the animation', async () => {
    const { read, answer } = await visited();
    await read({});
    await click(button(copyAddress));
    await answer(true);
    await expect.element(button(wordsAt('copied'))).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.querySelector('dialog')?.textContent).toMatch(/amina\.eth.*Copied/);
  });

  test('Tab goes through the account dialog in reading order', async () => {
    const { read } = await visited({ list: [nthTransaction(1)] });
    await read({});
    const order = [
      close,
      network,
      copyAddress,
      leave,
      clear,
      new RegExp(`^${lineOf('Supply 1 SOL', 'pending')}`),
      explorer,
    ];
    for (const name of order) {
      await userEvent.tab();
      const focused = dialog.getByRole(typeof name === 'string' ? 'button' : 'link', { name, exact: true });
      await expect.element(focused).toHaveFocus();
    }
  });

  test("the link to the explorer opens the account's page in a new tab", async () => {
    await visited();
    const link = dialog.getByRole('link', { name: `${wordsAt('account.explorer')} ${wordsAt('newTab')}` });
    await expect.element(link).toHaveAttribute('href', `https://etherscan.io/address/${address}`);
    await expect.element(link).toHaveAttribute('target', '_blank');
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  });

  test('there is no link to an explorer on an unsupported network', async () => {
    await visited({ input: { ...sampleSender, chainId: 137 }, list: [nthTransaction(1)] });
    await expect.element(dialog.getByText('Supply 1 SOL')).toBeVisible();
    expect(dialog.getByRole('link').elements()).toEqual([]);
  });
});

describe('profile picture', () => {
  const image = () => dialog.element().querySelector<HTMLImageElement>('img[width="72"]');
  const look = () => {
    const drawn = dialog.element().querySelector('h3')!.previousElementSibling!.querySelector('svg')!;
    return { drawn: getComputedStyle(drawn).visibility, image: image() && getComputedStyle(image()!).opacity };
  };
  const pictured = (value: string): Partial<Profile> => ({ avatar: { is: 'known', value } });

  test('the picture is the image of the name once it has loaded, and generated before', async () => {
    const { read } = await visited();
    await read({});
    await expect.element(name).toHaveTextContent('amina.eth');
    expect(look()).toEqual({ drawn: 'visible', image: null });
    await read(pictured(dot));
    await expect.poll(look).toEqual({ drawn: 'hidden', image: '1' });
    expect(image()).toHaveProperty('alt', '');
    expect(image()).toHaveProperty('referrerPolicy', 'no-referrer');
  });

  test('the picture is generated if the image is broken, or takes too long', async () => {
    const { read } = await visited();
    const seen: unknown[] = [];
    await read(pictured('data:image/png;base64,broken'));
    await expect.poll(image).not.toBeNull();
    image()!.addEventListener('error', () => seen.push(look()));
    seen.push(look());
    await expect.poll(() => image()?.complete).toBe(true);
    seen.push(look());
    await read(pictured(dot));
    await expect.poll(look).toEqual({ drawn: 'hidden', image: '1' });
    await read(pictured('data:image/png;base64,broken'));
    await expect.poll(() => image()?.src).toContain('broken');
    seen.push(look());
    for (const one of seen) expect(one).toEqual({ drawn: 'visible', image: '0' });
  });
});

describe('a balance that cannot be read', () => {
  const lacking: Partial<Profile> = { balance: { is: 'failed' } };

  test('announces an unreadable balance once, and again after a retry', async () => {
    const { read } = await visited();
    const said = collectAnnouncements(status);
    await read(lacking);
    await expect.element(status).toHaveTextContent(unread);
    await read({ ...lacking, name: { is: 'failed' } });
    expect(said()).toEqual([unread]);
    await read({ balance: { is: 'loading' } });
    await expect.element(status).toHaveTextContent('');
    await read(lacking);
    await expect.element(status).toHaveTextContent(unread);
    expect(said()).toEqual([unread]);
  });

  test('announces an unreadable balance if the dialog opens after the failure', async () => {
    const words: string[] = [];
    const listening = new MutationObserver((news) => {
      for (const { target, addedNodes } of news)
        if ((target as Element).role === 'status') for (const { textContent } of addedNodes) words.push(textContent!);
    });
    listening.observe(document, { subtree: true, childList: true });
    await visited({ profile: { ...sampleProfile, ...lacking } });
    await expect.poll(() => words).toEqual([unread]);
    listening.disconnect();
  });

  test('Retry is large enough to press, and moves the focus to the title', async () => {
    const { read } = await visited();
    await read(lacking);
    await expect.element(button(retry)).toBeVisible();
    const { width, height } = getComputedStyle(button(retry).element(), '::after');
    expect(Math.min(Number.parseFloat(width), Number.parseFloat(height))).toBeGreaterThanOrEqual(44);
    focusLocator(button(retry));
    await userEvent.keyboard('{Enter}');
    await read({ balance: { is: 'loading' } });
    await expect.element(title).toHaveFocus();
  });
});

const world: World<typeof clipboardMachine> = { samples: [{ type: 'copy', text: address }] };
const copy = createControlsByName(new RegExp(`^(${copyAddress}|${wordsAt('copied')})$`));
const besideIt = () => [...createControlsByName(explorer, network, leave, close)(), ...byHand.elements()];

testView(clipboardMachine, world, async ({ coverage }) => {
  const { clipboard, copied } = createScriptedClipboard();
  coverage.watch(clipboard);
  const { actor, stop } = await visited({ inspect: coverage.inspect, actors: { clipboard } });
  const copier = actor.getSnapshot().children.clipboard!;
  return {
    stop,
    snapshot: () => copier.getSnapshot(),
    send: ({ type }) => fireTimer(copier, type),
    events: {
      copy: () => tap(copy()),
      'xstate.done.actor.copyText': () => copied(true),
      'xstate.error.actor.copyText': () => copied(false),
    },
    states: {
      '*': async (model) => {
        const { copied, label } = presentClipboard(model, 'account.copy');
        const heard = copied ? wordsAt(`account.copySaid.${copied}`) : '';
        await expectAnnouncement(heard, () => listLiveTexts(document.querySelector('dialog:modal')));
        await expectControls(clipboardMachine, world, model, { copy }, besideIt);
        const texts = byHand.elements().map((text) => (text as HTMLTextAreaElement).value);
        expect([copy()[0]?.textContent, texts]).toEqual([formatPhrase(label), copied === 'refused' ? [address] : []]);
      },
    },
  };
});

describe('copying the address', () => {
  test('a successful copy is shown and announced once, and the button keeps the focus', async () => {
    const { clock, answer } = await visited();
    const said = collectAnnouncements(status);
    const element = button(copyAddress).element() as HTMLElement;
    const { width } = element.getBoundingClientRect();
    for (let nth = 0; nth < 2; nth++) {
      element.focus();
      await userEvent.keyboard('{Enter}');
      await expect.element(button(copyAddress)).toHaveFocus();
      await answer(true);
      await expect.element(button(wordsAt('copied'))).toHaveFocus();
      expect(copying.element()).toBe(element);
      expect(element.getBoundingClientRect().width).toBe(width);
      clock.increment(1_500);
      await expect.element(button(copyAddress)).toHaveFocus();
      expect(said()).toEqual([wordsAt('account.copySaid.copied')]);
    }
  });

  test.each([1000, 320])('a refused copy is announced once, and the whole address is shown: %i px', async (width) => {
    const { clock, answer } = await visited({ list: [nthTransaction(1)] });
    await page.viewport(width, 568);
    const said = collectAnnouncements(status);
    focusLocator(button(copyAddress));
    await userEvent.keyboard('{Enter}');
    await answer(false);
    await expect.element(byHand).toHaveValue(address);
    await expect.element(button(copyAddress)).toHaveFocus();
    clock.increment(60_000);
    expect(said()).toEqual([REFUSED]);
    const text = byHand.element() as HTMLTextAreaElement;
    expect(text.scrollHeight).toBeLessThanOrEqual(text.clientHeight);
    expect(shows(text)).toBe(true);
    await userEvent.tab();
    await userEvent.tab();
    await expect.element(byHand).toHaveFocus();
    expect([text.selectionStart, text.selectionEnd]).toEqual([0, address.length]);
  });
});

describe('the list of transactions', () => {
  const list = dialog.getByRole('list', { name: wordsAt('transactions.title') });

  test.each([
    ['pending', wordsAt('transactions.status.pending'), 4],
    ['confirmed', wordsAt('transactions.status.confirmed'), 2],
    ['failed', wordsAt('transactions.status.failed'), 2],
  ] as const)('the status of a transaction has a text and an icon: %s', async (status, word, strokes) => {
    await visited({ list: [nthTransaction(7, status)] });
    const link = dialog.getByRole('link', { name: `Supply 7 SOL, ${word} ${wordsAt('newTab')}`, exact: true });
    await expect.element(link).toHaveAttribute('href', `https://etherscan.io/tx/${nthTransactionHash(7)}`);
    await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
    expect(link.element().querySelector('svg')!.querySelectorAll('path')).toHaveLength(strokes);
    expect(link.element().getBoundingClientRect().height).toBe(60);
    await expect.element(link.getByText(word)).toBeVisible();
  });

  const hostile = [
    '<img src=x onerror=alert(1)>',
    'W'.repeat(200),
    'توريد اثني عشر رمزا إلى العقد الذي لا ينتهي اسمه',
    '\u202eLOS 21 ylppuS',
    'a\u0301'.repeat(50),
    'Line one\nline two\tand\u2028three',
  ];
  test.each(hostile)('lists a transaction with any description: %s', async (description) => {
    const one = createTransaction({ hash: nthTransactionHash(1), description });
    await visited({ list: [one, { ...nthTransaction(2), status: 'failed' }] });
    for (const width of [1000, 320]) {
      await page.viewport(width, 640);
      const rows = list.getByRole('listitem').elements();
      const isCut = rows
        .map((row) => row.querySelector('bdi')!)
        .map((words) => words.scrollHeight > words.clientHeight);
      expect(isCut).toEqual([false, false]);
      expect(overflows()).toBe(false);
    }
    const shown = list.getByRole('listitem').first().element();
    expect(shown.querySelector('img')).toBeNull();
    expect(shown.querySelector('bdi')?.textContent).toBe(one.description);
    expect(shown.querySelector('bdi')?.title).toBe(one.description);
  });

  test('Clear is announced, and focuses the title', async () => {
    await visited({ list: [nthTransaction(2), nthTransaction(1, 'confirmed')] });
    const said = collectAnnouncements(status);
    focusLocator(button(clear));
    await userEvent.keyboard('{Enter}');
    await expect.element(list).not.toBeInTheDocument();
    await expect.element(title).toHaveFocus();
    expect(said()).toEqual([wordsAt('transactions.cleared')]);
  });
});
