import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { InputFrom, SnapshotFrom } from 'xstate';
import { ETHEREUM, type Chain as Network } from '#domain/chain';
import { chainMachine } from '#machines/chain';
import { ChainView } from '../../src/views/wallet/Chain';
import { presentChain } from '../../src/views/wallet/chain.present';
import { perform } from '../engine/perform';
import { chainWorld } from '../samples/chain';
import { SEPOLIA } from '../samples/connections';
import { formatPhrase, wordsAt } from '../support/words';
import { createControlsByName } from './attempt';
import { type ControlsByEvent, expectControls } from './controls';
import { listLiveTexts } from './said';
import { click, collectAnnouncements, FramedDialog, locateDialog, measurePlaces, showWithColours } from './support';
import { testView } from './testView';
import { silentOutcomesMachine } from './transactions';

const { dialog, title, status, button, overflows } = locateDialog('chain.title');
const current = () => dialog.element().querySelector<HTMLElement>('[aria-current=true]');
const rows = () => dialog.getByRole('listitem').elements();

type Options = Parameters<typeof perform<typeof chainMachine>>[1];
const both = [ETHEREUM, SEPOLIA];

async function visited(input: InputFrom<typeof chainMachine> = { chains: both, current: 1 }, options: Options = {}) {
  const life = perform(chainMachine, {
    ...options,
    input,
    actors: { outcomes: silentOutcomesMachine, ...options.actors },
  });
  await showWithColours(
    <FramedDialog actor={life.actor} form="narrow">
      <ChainView actor={life.actor} />
    </FramedDialog>,
  );
  return life;
}

const networks = (count: number): Network[] =>
  Array.from({ length: count }, (_, i) => ({
    ...ETHEREUM,
    id: i + 1,
    name: i ? `Network ${i + 1}` : 'Ethereum',
    iconBackground: `hsl(${i * 36} 40% ${20 + i * 4}%)`,
  }));

const sentence = `${wordsAt('chain.astray.title')} ${wordsAt('chain.astray.text')}`;
const [confirm, leave] = [wordsAt('chain.confirm'), wordsAt('leave')];

const controls: ControlsByEvent = {
  pick: () => [...document.querySelectorAll('dialog li button')],
  close: createControlsByName(wordsAt('close')),
  leave: createControlsByName(leave),
};

testView(chainMachine, chainWorld, async ({ input, coverage }) => {
  const { actor, snapshot, send, stop } = await visited(input, { coverage });
  await expect.element(title).toHaveFocus();
  const look = () => ({
    live: listLiveTexts(document.querySelector('dialog:modal')),
    rows: rows().map((row) => [row.textContent, row.querySelector('button')?.ariaDisabled !== 'true']),
    current: current()?.textContent,
    asked: dialog.element().querySelector('[data-asked]')?.textContent,
  });
  const seen = async (model: SnapshotFrom<typeof chainMachine>) => {
    await expectControls(chainMachine, chainWorld, model, controls);
    if (model.status !== 'active') return expect(listLiveTexts(document.querySelector('dialog:modal'))).toBe('');
    const shown = presentChain(model);
    const nameOf = ({ chain, mark }: (typeof shown.rows)[number]) =>
      `${chain === SEPOLIA ? 'S' : ''}${chain.name}${formatPhrase(mark)}`;
    const named = (row: (typeof shown.rows)[number] | undefined) => row && nameOf(row);
    await expect.poll(look, { interval: 5 }).toEqual({
      live: [shown.isAstray && sentence, formatPhrase(shown.heard)].filter(Boolean).join(' '),
      rows: shown.rows.map((row) => [nameOf(row), row.isCurrent || row.event !== null]),
      current: named(shown.rows.find(({ isCurrent }) => isCurrent)),
      asked: named(shown.rows.find(({ isAsked }) => isAsked)),
    });
  };
  return {
    stop,
    send,
    snapshot,
    events: {
      pick: async ({ id }) => {
        const at = both.findIndex((chain) => chain.id === id);
        if (at < 0) actor.send({ type: 'pick', id });
        else await click(dialog.getByRole('listitem').nth(at));
      },
      close: () => click(button(wordsAt('close'))),
      leave: async () => {
        if (input.current === 1) actor.send({ type: 'leave' });
        else await click(button(leave));
      },
    },
    states: { '*': seen },
  };
});

describe('the network dialog', () => {
  test('neither mouse nor Tab reaches the current network', async () => {
    const { snapshot } = await visited();
    await expect.element(dialog.getByRole('list', { name: wordsAt('chain.title') })).toBeVisible();
    await click(dialog.getByText('Ethereum'));
    expect(snapshot().value).toBe('choosing');
    await userEvent.tab();
    await expect.element(button(wordsAt('close'))).toHaveFocus();
    await userEvent.tab();
    await expect.element(button('Sepolia')).toHaveFocus();
  });

  test('a requested switch is announced once, and disables the other rows', async () => {
    const { snapshot } = await visited({ chains: networks(3), current: 1 });
    const said = collectAnnouncements(status);
    const row = button(/^Network 2/);
    const element = row.element() as HTMLButtonElement;
    element.focus();
    await click(row);
    await expect.element(button(`Network 2 ${confirm}`)).toHaveFocus();
    expect(row.element()).toBe(element);
    for (const name of [/^Network 2/, /^Network 3/]) {
      await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
      expect((button(name).element() as HTMLButtonElement).disabled).toBe(false);
      await click(button(name));
    }
    expect(snapshot().context.target).toBe(2);
    expect(said()).toEqual([confirm]);
  });

  test('the closed network dialog keeps its content, also while a switch is requested', async () => {
    const { snapshot } = await visited();
    await click(button('Sepolia'));
    await expect.element(button(new RegExp(confirm))).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => snapshot().output).toBe('closed');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(document.querySelector('dialog')?.textContent).toContain(confirm);
  });

  test('the layout stays the same while a switch is requested', async () => {
    await visited({ chains: networks(3), current: 1 });
    const places = () => measurePlaces([...rows(), button(wordsAt('close')).element()]);
    const before = places();
    expect(before.slice(0, 3).map(([, height]) => height)).toEqual([60, 60, 60]);
    await click(button('Network 2'));
    await expect.element(button(new RegExp(confirm))).toBeVisible();
    expect(places()).toEqual(before);
  });
});

describe('many networks', () => {
  const sizes = [
    [1000, 700],
    [360, 640],
    [320, 568],
  ] as const;

  describe.each(sizes)('the network dialog in a window of %i × %i px', (width, height) => {
    test.each([1, 2, 20])('shows %i networks without overflow', async (count) => {
      await visited({ chains: networks(count), current: count });
      await page.viewport(width, height);
      expect(rows()).toHaveLength(count);
      const box = dialog.element().getBoundingClientRect();
      expect(box.bottom).toBeLessThanOrEqual(height);
      expect(box.top).toBeGreaterThanOrEqual(0);
      expect(overflows()).toBe(false);
      const { top, bottom } = title.element().getBoundingClientRect();
      expect([top >= box.top, bottom <= box.top + 60]).toEqual([true, true]);
      const inner = rows()[0]!.closest('ul')!.parentElement!.parentElement!;
      expect(inner.scrollHeight > inner.clientHeight).toBe(count === 20);
    });
  });

  test.each([1, 10, 20])('the current network is scrolled into view: number %i of 20', async (at) => {
    await visited({ chains: networks(20), current: at });
    const list = rows()[0]!.closest('ul')!.parentElement!.parentElement!.getBoundingClientRect();
    await expect.poll(() => current()!.getBoundingClientRect().bottom).toBeLessThanOrEqual(list.bottom);
    expect(current()!.getBoundingClientRect().top).toBeGreaterThanOrEqual(list.top);
    await expect.element(title).toHaveFocus();
  });

  test('on an unsupported network, Disconnect is visible without scrolling', async () => {
    await visited({ chains: networks(20), current: 137 });
    await page.viewport(320, 568);
    const { bottom } = dialog.element().getBoundingClientRect();
    expect(button(leave).element().getBoundingClientRect().bottom).toBeLessThan(bottom);
    await click(button(leave));
  });
});

describe('network icons', () => {
  const dot =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'><circle cx='4' cy='4' r='4'/></svg>";
  const of = (change: Partial<Network>) => visited({ chains: [{ ...SEPOLIA, ...change }], current: 0 });
  const image = () => dialog.element().querySelector('img');
  const letter = () => dialog.getByText('S', { exact: true }).element();

  test('the icon of a network replaces its first letter once it has loaded', async () => {
    await of({ icon: dot });
    await expect.poll(() => getComputedStyle(image()!).opacity).toBe('1');
    expect(getComputedStyle(letter()).visibility).toBe('hidden');
  });

  test.each([null, 'data:image/png;base64,broken'])(
    'a network without a valid icon shows its first letter: %s',
    async (icon) => {
      await of({ icon });
      if (icon) await expect.poll(() => image()?.complete).toBe(true);
      expect(getComputedStyle(letter()).visibility).toBe('visible');
      if (icon) expect(getComputedStyle(image()!).opacity).toBe('0');
    },
  );

  test.each([
    ['#10213A', 100],
    ['#FFFFFF', 0],
    ['#F2E6C4', 0],
  ])('the first letter has enough contrast on each colour: %s', async (iconBackground, lightness) => {
    await of({ iconBackground });
    expect(getComputedStyle(letter()).color).toMatch(new RegExp(`^lch\\(${lightness}[ .]`));
  });

  test.each(['N'.repeat(60), 'شبكة ذات اسم طويل جدا لا ينتهي أبدا هنا ولا هناك', 'a b '.repeat(30)])(
    'names of networks of any length fit: %s',
    async (name) => {
      await visited({ chains: [ETHEREUM, { ...SEPOLIA, name }], current: 1 });
      await page.viewport(320, 568);
      await click(dialog.getByRole('listitem').last());
      await expect.element(dialog.getByRole('listitem').last().getByText(confirm)).toBeVisible();
      expect(overflows()).toBe(false);
      // In px: two lines of text, in any font.
      expect(rows()[1]!.getBoundingClientRect().height).toBeLessThanOrEqual(62);
    },
  );
});
