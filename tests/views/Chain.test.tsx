import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AnyEventObject, InputFrom, SnapshotFrom } from 'xstate';
import { ETHEREUM, type Chain as Network } from '#domain/chain';
import { chainMachine } from '#machines/chain';
import { outcomesMachine } from '#machines/outcomes';
import { ChainView } from '../../src/views/wallet/Chain';
import { presentChain } from '../../src/views/wallet/chain.present';
import { perform } from '../engine/perform';
import { chainSamples } from '../samples/account';
import { SEPOLIA } from '../samples/connections';
import { formatPhrase, wordsAt } from '../support/words';
import { type ControlsByEvent, createControlsByName } from './controls';
import { listLiveTexts } from './said';
import { click, collectAnnouncements, dotImage, locateDialog, measurePlaces, showDialog } from './support';
import { testView } from './testView';

const { dialog, title, status, button, shows, overflows } = locateDialog('chain.title');
const current = () => dialog.element().querySelector<HTMLElement>('[aria-current=true]');
const rows = () => dialog.getByRole('listitem').elements();

type Options = Parameters<typeof perform<typeof chainMachine>>[1];
const both = [ETHEREUM, SEPOLIA];

async function visited(input: InputFrom<typeof chainMachine> = { chains: both, current: 1 }, options: Options = {}) {
  const life = perform(chainMachine, {
    ...options,
    input,
    actors: (scripted) => ({ outcomes: scripted(outcomesMachine) }),
  });
  await showDialog(life.actor, 'narrow', <ChainView actor={life.actor} />);
  return life;
}

const networks = (count: number): Network[] =>
  Array.from({ length: count }, (_, i) => ({
    ...ETHEREUM,
    id: i + 1,
    name: i ? `Network ${i + 1}` : 'Ethereum',
  }));

const sentence = `${wordsAt('chain.astray.title')} ${wordsAt('chain.astray.text')}`;
const [confirm, leave] = [wordsAt('chain.confirm'), wordsAt('leave')];

const controls: ControlsByEvent = {
  pick: () => [...document.querySelectorAll('dialog li button')],
  close: createControlsByName(wordsAt('close')),
  leave: createControlsByName(leave),
};

testView(chainMachine, chainSamples, async ({ input, coverage }) => {
  const life = await visited(input, { coverage });
  await expect.element(title).toHaveFocus();
  const look = () => ({
    live: listLiveTexts(dialog.element()),
    rows: rows().map((row) => [row.textContent, row.querySelector('button')?.ariaDisabled !== 'true']),
    current: current()?.textContent,
    isPressable: current()?.matches('button, a, [tabindex]'),
    asked: dialog.element().querySelector('[data-asked]')?.textContent,
  });
  const seen = async (model: SnapshotFrom<typeof chainMachine>) => {
    const shown = presentChain(model);
    const nameOf = ({ chain, mark }: (typeof shown.rows)[number]) =>
      `${chain === SEPOLIA ? 'S' : ''}${chain.name}${formatPhrase(mark)}`;
    const named = (row: (typeof shown.rows)[number] | undefined) => row && nameOf(row);
    await expect.poll(look, { interval: 5 }).toEqual({
      live: [shown.isAstray && sentence, formatPhrase(shown.heard)].filter(Boolean).join(' '),
      rows: shown.rows.map((row) => [nameOf(row), row.isCurrent || row.event !== null]),
      current: named(shown.rows.find(({ isCurrent }) => isCurrent)),
      isPressable: shown.isAstray ? undefined : false,
      asked: named(shown.rows.find(({ isAsked }) => isAsked)),
    });
  };
  const pick = async ({ id }: AnyEventObject) => {
    const at = both.findIndex((chain) => chain.id === id);
    if (at < 0) await life.send({ type: 'pick', id });
    else await click(dialog.getByRole('listitem').nth(at));
  };
  return { ...life, controls, events: { pick }, seen };
});

describe('the network dialog', () => {
  test('a requested switch is announced once, moves nothing, and disables the other rows', async () => {
    const { snapshot } = await visited({ chains: networks(3), current: 1 });
    const said = collectAnnouncements(status);
    const places = () => measurePlaces([...rows(), button(wordsAt('close')).element()]);
    const before = places();
    expect(before.slice(0, 3).map(([, height]) => height)).toEqual([60, 60, 60]);
    const row = button(/^Network 2/);
    const element = row.element();
    await click(row);
    await expect.element(button(`Network 2 ${confirm}`)).toHaveFocus();
    expect(row.element()).toBe(element);
    for (const name of [/^Network 2/, /^Network 3/]) {
      await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
      expect(button(name).element()).toHaveProperty('disabled', false);
      await click(button(name));
    }
    expect(snapshot().context.target).toBe(2);
    expect(said()).toEqual([confirm]);
    expect(places()).toEqual(before);
  });

  test.each([
    [1000, 700, 20, 1],
    [1000, 700, 20, 20],
    [360, 640, 20, 2],
    [320, 568, 20, 10],
    [320, 568, 2, 2],
  ])('in %i × %i px, the list of %i networks shows the current one, number %i', async (width, height, count, at) => {
    await visited({ chains: networks(count), current: at });
    await page.viewport(width, height);
    const box = dialog.element().getBoundingClientRect();
    expect([box.top >= 0, box.bottom <= height, overflows()]).toEqual([true, true, false]);
    const scroller = rows()[0]!.closest('[data-scrolls]')!;
    expect(scroller.scrollHeight > scroller.clientHeight).toBe(count === 20);
    const list = scroller.getBoundingClientRect();
    await expect.poll(() => current()!.getBoundingClientRect().bottom).toBeLessThanOrEqual(list.bottom);
    expect(current()!.getBoundingClientRect().top).toBeGreaterThanOrEqual(list.top);
    await expect.element(title).toHaveFocus();
  });

  test('on an unsupported network, Disconnect is visible without scrolling', async () => {
    await visited({ chains: networks(20), current: 137 });
    await page.viewport(320, 568);
    expect(shows(button(leave).element())).toBe(true);
  });

  test.each(['N'.repeat(60), 'شبكة ذات اسم طويل جدا لا ينتهي أبدا هنا ولا هناك', 'a b '.repeat(30)])(
    'the name of a network fits, however long it is: %s',
    async (name) => {
      await visited({ chains: [ETHEREUM, { ...SEPOLIA, name }], current: 1 });
      await page.viewport(320, 568);
      await click(dialog.getByRole('listitem').last());
      await expect.element(dialog.getByRole('listitem').last().getByText(confirm)).toBeVisible();
      expect(overflows()).toBe(false);
      // Two lines of text are at most 62 px high, in any font.
      expect(rows()[1]!.getBoundingClientRect().height).toBeLessThanOrEqual(62);
    },
  );
});

describe('network icons', () => {
  const broken = 'data:image/png;base64,broken';
  test.each([
    ['its icon', dotImage, { letter: 'hidden', icon: '1' }],
    ['its first letter if it has no icon', null, { letter: 'visible', icon: null }],
    ['its first letter if its icon is broken', broken, { letter: 'visible', icon: '0' }],
  ])('a network shows %s', async (_, icon, look) => {
    await visited({ chains: [{ ...SEPOLIA, icon }], current: 0 });
    const image = () => dialog.element().querySelector('img');
    await expect.poll(() => image()?.complete).toBe(icon ? true : undefined);
    const letter = getComputedStyle(dialog.getByText('S', { exact: true }).element());
    await expect
      .poll(() => ({ letter: letter.visibility, icon: image() && getComputedStyle(image()!).opacity }))
      .toEqual(look);
  });

  test.each([
    ['#10213A', 100],
    ['#FFFFFF', 0],
    ['#F2E6C4', 0],
  ])('the first letter has enough contrast on each colour: %s', async (iconBackground, lightness) => {
    await visited({ chains: [{ ...SEPOLIA, icon: null, iconBackground }], current: 0 });
    const { color } = getComputedStyle(dialog.getByText('S', { exact: true }).element());
    expect(color).toMatch(new RegExp(`^lch\\(${lightness}[ .]`));
  });
});
