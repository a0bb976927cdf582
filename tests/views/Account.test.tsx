import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SnapshotFrom } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import type { Profile } from '#domain/profile';
import { createTransaction, type Transaction } from '#domain/transaction';
import { accountMachine } from '#machines/account';
import { clipboardMachine } from '#machines/clipboard';
import { transactionsMachine } from '#machines/transactions';
import { AccountView } from '../../src/views/wallet/Account';
import { presentAccount } from '../../src/views/wallet/account.present';
import { presentClipboard } from '../../src/views/wallet/clipboard.present';
import { presentOutcomes } from '../../src/views/wallet/transactions.present';
import type { PathSamples } from '../engine/paths';
import { type PerformedMachine, perform } from '../engine/perform';
import { fireTimer } from '../engine/xstate';
import {
  accountSamples,
  nthTransaction,
  nthTransactionHash,
  sampleProfile,
  transactionsSamples,
} from '../samples/account';
import { sampleConnection, sampleSender } from '../samples/connections';
import { createSentencePattern, formatPhrase, wordsAt } from '../support/words';
import { type ControlsByEvent, createControlsByName } from './controls';
import { expectAnnouncement, listLiveTexts } from './said';
import { createOutcomesMachineFor, createScriptedClipboard } from './scripted';
import { collectAnnouncements, dotImage, focusLocator, locateDialog, measurePlaces, showDialog } from './support';
import { testView } from './testView';

const { dialog, title, status, button, shows, overflows } = locateDialog('account.title');
const name = dialog.getByRole('heading', { level: 3 }).first();
const line = () => name.element().nextElementSibling!;
const [unread, retry] = [wordsAt('account.unread'), wordsAt('wallet.retry')];
const [leave, close] = [wordsAt('leave'), wordsAt('close')];
const [copyAddress, clear] = [wordsAt('account.copy'), wordsAt('transactions.clear')];
const network = wordsAt('account.network', ETHEREUM);
const explorer = createSentencePattern('account.explorer');
const REFUSED = wordsAt('account.copySaid.refused');
const byHand = dialog.getByRole('textbox', { name: REFUSED });
const address = sampleConnection.address;
const short = '0x52…9EE7';
const whole = wordsAt('whose', address);

interface Visit extends NonNullable<Parameters<typeof perform<typeof accountMachine>>[1]> {
  list?: Transaction[];
  keeper?: PerformedMachine<typeof transactionsMachine>;
  /** The profile that has arrived before the dialog opens. */
  profile?: Profile;
}

async function visited({ list, keeper = perform(transactionsMachine), profile, ...options }: Visit = {}) {
  const { clipboard, copied: answer } = createScriptedClipboard();
  const { actor: transactions } = keeper;
  if (list) await keeper.send({ type: 'transactions.changed', account: sampleSender, list });
  const actors = { clipboard, outcomes: createOutcomesMachineFor(transactions), ...options.actors };
  const life = perform(accountMachine, { input: sampleSender, ...options, actors });
  const { actor } = life;
  const read = (parts: Partial<Profile>) =>
    life.send({ type: 'profile.read', profile: { ...sampleProfile, ...parts } });
  if (profile) await read(profile);
  await showDialog(
    actor,
    'narrow',
    <AccountView actor={actor} transactions={transactions} connection={sampleConnection} chains={[ETHEREUM]} />,
  );
  return { ...life, read, answer };
}

const goesBy = (value: string): Partial<Profile> => ({ name: { is: 'known', value } });

const controls: ControlsByEvent = {
  retry: createControlsByName(retry),
  networks: createControlsByName(network),
  leave: createControlsByName(leave),
  close: createControlsByName(close),
};
const others = createControlsByName(explorer, copyAddress);

testView(accountMachine, accountSamples, async ({ input, coverage }) => {
  const life = await visited({ input, coverage });
  await expect.element(title).toHaveFocus();
  const seen = (model: SnapshotFrom<typeof accountMachine>) => {
    const { unread: heard } = presentAccount(model, { connection: sampleConnection, chains: [ETHEREUM] });
    return expectAnnouncement(formatPhrase(heard), () => listLiveTexts(dialog.element()));
  };
  return { ...life, controls, others, seen };
});

describe('the account dialog', () => {
  const [loading, absent, failed] = [{ is: 'loading' }, { is: 'absent' }, { is: 'failed' }] as const;
  const unreadable = unread + retry;
  const heap = `a${'\u0301'.repeat(40)}.eth`;

  test.each<[string, Partial<Profile>, string, string, number]>([
    ['all', {}, 'amina.eth', `${short} · 1.2345 ETH`, 0],
    ['nothing yet', { name: loading, balance: loading }, short, `${short} · `, 2],
    ['only the balance', { name: loading }, short, `${short} · 1.2345 ETH`, 1],
    ['only the name', { balance: loading }, 'amina.eth', `${short} · `, 1],
    ['no name', { name: absent }, short, '1.2345 ETH', 0],
    ['no name, and no balance yet', { name: failed, balance: loading }, short, '', 1],
    ['no balance', { balance: absent }, 'amina.eth', short, 0],
    ['neither name nor balance', { name: failed, balance: failed }, short, unreadable, 0],
    ['an unreadable balance', { balance: failed }, 'amina.eth', `${short} · ${unreadable}`, 0],
    ['a name that cannot be shown', goesBy(heap), short, '1.2345 ETH', 0],
  ])('the account dialog shows what the node answers: %s', async (_, parts, called, text, skeletons) => {
    const { read } = await visited();
    await read(parts);
    await expect.poll(() => [name.element().textContent, line().textContent]).toEqual([called, text]);
    await expect.element(dialog.getByText(whole)).toBeInTheDocument();
    await expect.element(dialog.getByText(wordsAt('account.through', sampleConnection.wallet))).toBeVisible();
    expect(dialog.element().querySelectorAll('h3 > i, p > i')).toHaveLength(skeletons);
    for (const act of [copyAddress, leave, close]) await expect.element(button(act)).toBeEnabled();
  });

  const measures = () => measurePlaces(dialog.element().querySelectorAll('h2, h3, h3 + p, button:not(p button), a'));
  test.each(['amina.eth', 'W'.repeat(40), 'محفظة-ذات-اسم-طويل-جدا-لا-ينتهي.eth', '👩🏽‍🚀🌸🌿'.repeat(9), 'ཨོཾ་མ་ཎི'])(
    'the layout stays the same when the profile with the name %s arrives',
    async (call) => {
      for (const [width, height] of [
        [1000, 800],
        [368, 740],
        [320, 640],
      ] as const) {
        const { read } = await visited({ list: [nthTransaction(1)] });
        await page.viewport(width, height);
        const before = measures();
        const steps: Partial<Profile>[] = [
          { ...goesBy(call), balance: loading },
          goesBy(call),
          { ...goesBy(call), avatar: { is: 'known', value: dotImage } },
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
      }
    },
  );

  test('a long name and the address are cut only visually', async () => {
    const { read } = await visited();
    const long = `${'a'.repeat(30)}.eth`;
    await read(goesBy(long));
    await expect.element(dialog.getByText(`${'a'.repeat(24)}…`)).toHaveAttribute('title', long);
    await expect.element(dialog.getByRole('heading', { name: long, exact: true })).toBeVisible();
    await expect.element(dialog.getByText(short)).toHaveAttribute('title', address);
  });

  test('Tab goes through the account dialog in reading order', async () => {
    await visited({ list: [nthTransaction(1)] });
    const order = [
      close,
      network,
      copyAddress,
      leave,
      clear,
      wordsAt('transactions.line', { name: 'Supply 1 SOL' }, 'pending'),
    ];
    for (const name of [...order, wordsAt('account.explorer')]) {
      await userEvent.tab();
      await expect.poll(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent).toMatch(name);
    }
  });

  test('the dialog shows the avatar of the name once it has loaded, else a generated one', async () => {
    const { read } = await visited();
    const image = () => dialog.element().querySelector<HTMLImageElement>('img[width="72"]');
    const look = () => {
      const drawn = dialog.element().querySelector('h3')!.previousElementSibling!.querySelector('svg')!;
      return { drawn: getComputedStyle(drawn).visibility, image: image() && getComputedStyle(image()!).opacity };
    };
    const showPicture = (value: string) => read({ avatar: { is: 'known', value } });
    const broken = 'data:image/png;base64,broken';
    await read({});
    await expect.element(name).toHaveTextContent('amina.eth');
    expect(look()).toEqual({ drawn: 'visible', image: null });
    for (let nth = 0; nth < 2; nth++) {
      await showPicture(broken);
      await expect.poll(() => image()?.src).toBe(broken);
      expect(look()).toEqual({ drawn: 'visible', image: '0' });
      await expect.poll(() => image()?.complete).toBe(true);
      expect(look()).toEqual({ drawn: 'visible', image: '0' });
      await showPicture(dotImage);
      await expect.poll(look).toEqual({ drawn: 'hidden', image: '1' });
    }
    expect(image()).toMatchObject({ alt: '', referrerPolicy: 'no-referrer' });
  });
});

describe('a balance that cannot be read', () => {
  const lacking: Partial<Profile> = { balance: { is: 'failed' } };

  test('announces an unreadable balance once for each read, with a large Retry button', async () => {
    const { read } = await visited();
    const said = collectAnnouncements(status);
    for (let nth = 0; nth < 2; nth++) {
      await read(lacking);
      await expect.element(status).toHaveTextContent(unread);
      await read({ ...lacking, name: { is: 'failed' } });
      expect(said()).toEqual([unread]);
      const { width, height } = getComputedStyle(button(retry).element(), '::after');
      expect(Math.min(Number.parseFloat(width), Number.parseFloat(height))).toBeGreaterThanOrEqual(44);
      await read({ balance: { is: 'loading' } });
      await expect.element(status).toHaveTextContent('');
    }
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
});

const world: PathSamples<typeof clipboardMachine> = { samples: [{ type: 'copy', text: address }] };
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
      'xstate.done.actor.copyText': () => copied(true),
      'xstate.error.actor.copyText': () => copied(false),
    },
    controls: { copy },
    others: besideIt,
    seen: async (model) => {
      const { copied, label } = presentClipboard(model, 'account.copy');
      const heard = copied ? wordsAt(`account.copySaid.${copied}`) : '';
      await expectAnnouncement(heard, () => listLiveTexts(dialog.element()));
      const texts = byHand.elements().map((text) => (text as HTMLTextAreaElement).value);
      expect([copy()[0]?.textContent, texts]).toEqual([formatPhrase(label), copied === 'refused' ? [address] : []]);
    },
  };
});

describe('copying the address', () => {
  test('a successful copy is announced once, and the button keeps size and focus', async () => {
    const { clock, answer } = await visited();
    const said = collectAnnouncements(status);
    const element = button(copyAddress).element() as HTMLElement;
    const { width } = element.getBoundingClientRect();
    element.focus();
    for (let nth = 0; nth < 2; nth++) {
      await userEvent.keyboard('{Enter}');
      await answer(true);
      await expect.element(button(wordsAt('copied'))).toHaveFocus();
      expect(element).toHaveFocus();
      expect(element.getBoundingClientRect().width).toBe(width);
      clock.increment(1_500);
      await expect.element(button(copyAddress)).toHaveFocus();
      expect(said()).toEqual([wordsAt('account.copySaid.copied')]);
    }
  });

  test.each([1000, 320])('a refused copy is announced once, and shows the whole address in %i px', async (width) => {
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
    expect([text.scrollHeight <= text.clientHeight, shows(text)]).toEqual([true, true]);
    text.focus();
    expect([text.selectionStart, text.selectionEnd]).toEqual([0, address.length]);
  });
});

const lineOf = ({ description, status }: Transaction) => wordsAt('transactions.line', { name: description }, status);

testView(transactionsMachine, transactionsSamples, async ({ coverage }) => {
  const keeper = perform(transactionsMachine, { coverage });
  const { snapshot, stop } = await visited({ keeper });
  const rows = () => [...document.querySelectorAll('dialog li')].map(({ textContent }) => textContent);
  const seen = async ({ context: { list } }: SnapshotFrom<typeof transactionsMachine>) => {
    const lists = () => dialog.getByRole('list').elements().length;
    await expect.poll(() => [rows(), lists()], { interval: 5 }).toEqual([list.map(lineOf), list.length ? 1 : 0]);
    const heard = presentOutcomes(snapshot().children.outcomes?.getSnapshot());
    const due = heard.map(({ text }) => formatPhrase(text)).join('');
    await expectAnnouncement(due, () => listLiveTexts(dialog.element()));
  };
  const end = () => {
    keeper.stop();
    stop();
  };
  const beside = () => [...besideIt(), ...copy(), ...document.querySelectorAll('li a')];
  return { ...keeper, stop: end, controls: { clear: createControlsByName(clear) }, others: beside, seen };
});

describe('the list of transactions', () => {
  test.each([
    ['pending', 4],
    ['confirmed', 2],
    ['failed', 2],
  ] as const)('the status of a transaction has a text and an icon: %s', async (status, strokes) => {
    await visited({ list: [nthTransaction(7, status)] });
    const name = `${lineOf(nthTransaction(7, status))} ${wordsAt('newTab')}`;
    const link = dialog.getByRole('link', { name, exact: true });
    await expect.element(link).toHaveAttribute('href', `https://etherscan.io/tx/${nthTransactionHash(7)}`);
    expect(link.element().querySelector('svg')!.querySelectorAll('path')).toHaveLength(strokes);
    await expect.element(link.getByText(wordsAt(`transactions.status.${status}`))).toBeVisible();
  });

  test.each([
    '<img src=x onerror=alert(1)>',
    'W'.repeat(200),
    'توريد اثني عشر رمزا إلى العقد الذي لا ينتهي اسمه',
    '\u202eLOS 21 ylppuS',
    'a\u0301'.repeat(50),
    'Line one\nline two\tand\u2028three',
  ])('lists a transaction with any description: %s', async (text) => {
    const { description, ...one } = createTransaction({ hash: nthTransactionHash(1), description: text });
    await visited({ list: [{ description, ...one }, nthTransaction(2, 'failed')] });
    const rows = [
      ...dialog
        .getByRole('list', { name: wordsAt('transactions.title') })
        .element()
        .querySelectorAll('bdi'),
    ];
    for (const width of [1000, 320]) {
      await page.viewport(width, 640);
      expect(rows.map((words) => words.scrollHeight > words.clientHeight)).toEqual([false, false]);
      expect(overflows()).toBe(false);
    }
    expect(rows[0]).toMatchObject({ textContent: description, title: description, childElementCount: 0 });
  });
});
