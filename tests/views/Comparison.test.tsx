import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SnapshotFrom } from 'xstate';
import { formatDollars } from '#copy/numbers';
import { comparisonMachine } from '#machines/comparison';
import { ComparisonView } from '#views/landing/Comparison';
import { presentComparison } from '../../src/views/landing/comparison.present';
import { perform } from '../engine/perform';
import { comparisonSamples } from '../samples/page';
import { formatPhrase, wordsAt } from '../support/words';
import { expectAnnouncement, listLiveTexts } from './said';
import { showView, write } from './support';
import { testView } from './testView';

const section = page.getByRole('region', { name: wordsAt('comparison.title') });
const field = section.getByRole('textbox', { name: wordsAt('comparison.amount') });
const costs = section.getByRole('definition');
/** The paragraphs. The last three are the saving, its explanation, and the footnote. */
const sayings = section.getByRole('paragraph');
const quick = section.getByRole('button');

/** Replaces all white space by single spaces, because some spaces in the text are non-breaking. */
const plain = (text: string) => text.replace(/\s+/g, ' ');
const texts = (elements: Element[]) => elements.map(({ textContent }) => plain(textContent));

/** Returns the heights of the two bars, in px. The bars are hidden from screen readers. */
function bars() {
  const { style } = section.element().querySelector<HTMLElement>('[aria-hidden]:has(.rival)')!;
  return ['--rival-height', '--our-height'].map((name) => style.getPropertyValue(name));
}

const perceived = () => ({
  field: (field.element() as HTMLInputElement).value,
  costs: texts(costs.elements()),
  sayings: texts(sayings.elements()).slice(-3, -1),
  above: section.element().querySelector('.saved')!.textContent,
  bars: bars(),
  pressed: quick.elements().map((one) => one.ariaPressed),
});

function due(model: SnapshotFrom<typeof comparisonMachine>): ReturnType<typeof perceived> {
  const shown = presentComparison(model);
  return {
    field: shown.text,
    costs: [shown.costs.kaminoCost, shown.costs.iABorrowCost].map(formatDollars),
    sayings: [shown.saving, shown.words].map(formatPhrase).map(plain),
    above: formatPhrase(shown.less),
    bars: [`${shown.heights.kamino}px`, `${shown.heights.iABorrow}px`],
    pressed: shown.quick.map(({ isPressed }) => `${isPressed}`),
  };
}

/** The elements that can send each event. The field sends any amount, and each button the amount on its label. */
const controls = { write: () => [...field.elements(), ...quick.elements()], leave: () => field.elements() };

async function asked(options: Parameters<typeof perform<typeof comparisonMachine>>[1] = {}) {
  const life = perform(comparisonMachine, { input: { initial: 50, decimal: '.' }, ...options });
  await showView(<ComparisonView actor={life.actor} />);
  return life;
}

async function leave() {
  (field.element() as HTMLInputElement).focus();
  await userEvent.tab();
}

testView(comparisonMachine, comparisonSamples, async ({ input, coverage }) => {
  const life = await asked({ input, coverage });
  const seen = async (model: SnapshotFrom<typeof comparisonMachine>) => {
    await expect.poll(perceived, { interval: 5 }).toEqual(due(model));
    await expectAnnouncement(formatPhrase(presentComparison(model).heard), () => listLiveTexts(section.element()));
  };
  return { ...life, controls, events: { write: ({ text }) => write(field, text), leave }, seen };
});

describe('the comparison', () => {
  beforeEach(async () => {
    await asked();
  });

  test('a preset button fills the field, and is pressed until another amount is typed', async () => {
    const [, middle] = quick.all();
    await middle!.click();
    await expect.poll(perceived).toMatchObject({ field: '10,000', pressed: ['false', 'true', 'false'] });
    await field.fill('50000');
    await expect.poll(() => perceived().pressed).toEqual(['false', 'false', 'true']);
  });

  test('the bars are only outlines if both costs are zero', async () => {
    const drawn = () => section.element().querySelector('[aria-hidden]:has(.rival)')!;
    expect(drawn()).not.toHaveAttribute('data-none');
    await field.fill('0');
    await expect.poll(() => drawn().hasAttribute('data-none')).toBe(true);
    expect(getComputedStyle(drawn().querySelector('.rival')!).backgroundColor).toBe('rgba(0, 0, 0, 0)');
  });

  test('the field is named by its label and unit, and described by the footnote', async () => {
    await expect.element(field).toHaveAccessibleDescription(wordsAt('comparison.footnote'));
    await section.getByText(wordsAt('comparison.unit'), { exact: true }).click();
    await expect.element(field).toHaveFocus();
  });
});
