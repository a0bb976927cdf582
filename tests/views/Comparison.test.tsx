import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SnapshotFrom } from 'xstate';
import { barHeights, compareCosts } from '#domain/comparison';
import { comparisonMachine } from '#machines/comparison';
import { copy } from '#views/copy';
import { ComparisonView } from '#views/landing/Comparison';
import { pathsOf } from '../engine/paths';
import { perform } from '../engine/perform';
import { prove, testPaths } from '../engine/tier';
import { comparisonWorld } from '../samples/comparison';
import { expectControls } from './controls';
import { expectSaid, liveTextsIn, type Sayings } from './said';
import { showView, write } from './support';

const section = page.getByRole('region', { name: '50% cheaper to borrow' });
const field = section.getByRole('textbox', { name: 'Amount to borrow' });
const costs = section.getByRole('definition');
const status = section.getByRole('status');
/** The last three texts are the saving, its explanation, and the footnote. */
const sayings = section.getByRole('paragraph');
const quick = section.getByRole('button');

const grouped = (amount: number) => amount.toLocaleString('en-US', { maximumFractionDigits: 6 });
/** Some spaces in the text are non-breaking. */
const plain = (text: string) => text.replace(/\s+/g, ' ');
const texts = (elements: Element[]) => elements.map(({ textContent }) => plain(textContent));

/** Returns the widths of the bars, in px. The bars are hidden from screen readers. */
function bars() {
  const { style } = section.element().querySelector<HTMLElement>('[aria-hidden]:has(.rival)')!;
  return ['--rival-height', '--our-height'].map((name) => style.getPropertyValue(name));
}

const perceived = () => ({
  field: (field.element() as HTMLInputElement).value,
  costs: texts(costs.elements()),
  sayings: texts(sayings.elements()).slice(-3, -1),
  bars: bars(),
});

function due(snapshot: SnapshotFrom<typeof comparisonMachine>): ReturnType<typeof perceived> {
  const { amount, typed } = snapshot.context;
  const figures = compareCosts(amount);
  const { percent, words, empty } = copy.comparison;
  const { kamino, iABorrow } = barHeights(amount);
  return {
    field: typed ?? grouped(amount),
    costs: [figures.kaminoCost, figures.iABorrowCost].map((cost) => `$${grouped(cost)}`),
    sayings: amount ? [percent(figures), words(figures)].map(plain) : [empty, ''],
    bars: [`${kamino}px`, `${iABorrow}px`],
  };
}

/** Figures are announced only when the visitor pauses typing. */
const said: Sayings<typeof comparisonMachine> = {
  idle: '',
  typing: '',
  answered: ({ context: { amount } }) => copy.comparison.spoken(amount, compareCosts(amount)),
};

/** The field takes any amount. Each button below sets its own. */
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

describe('the comparison machine in its view', () => {
  testPaths(
    prove('view', comparisonMachine, pathsOf(comparisonMachine, comparisonWorld)),
    async ({ input, follow, coverage }) => {
      const { send, snapshot, stop } = await asked({ input, coverage });
      const agrees = async (model: SnapshotFrom<typeof comparisonMachine>) => {
        await expect.poll(perceived, { interval: 5 }).toEqual(due(model));
        await expectSaid(comparisonMachine, said, model, () => liveTextsIn(section.element()));
        await expectControls(comparisonMachine, comparisonWorld, model, controls);
      };
      await follow({
        send,
        snapshot,
        events: { write: ({ text }) => write(field, text), leave },
        states: { '*': agrees },
      });
      stop();
    },
  );
});

describe('the comparison', () => {
  beforeEach(async () => {
    await asked();
  });

  test.each([
    ['50', ['$3', '$0'], '100%', '$3 less than Kamino over 1 year.'],
    ['1000', ['$50', '$6'], '88%', '$44 less than Kamino over 1 year.'],
    ['9', ['$0', '$0'], '0%', 'At this amount, both round to $0.'],
    ['0', ['$0', '$0'], 'Enter an amount to compare.', ''],
    ['', ['$0', '$0'], 'Enter an amount to compare.', ''],
  ])('for the amount %j, the cost is %j and the saving %s', async (text, each, saved, words) => {
    await field.fill(text);
    await expect.poll(() => texts(costs.elements())).toEqual(each);
    const [saving, saying] = texts(sayings.elements()).slice(-3);
    expect(saving).toBe(saved);
    expect(saying).toBe(words);
  });

  test('the saving is shown above its bar, and not at all if it is zero', async () => {
    const saved = section.getByText(/^−/);
    await field.fill('1000');
    await expect.element(saved).toHaveTextContent('−$44');
    await field.fill('0');
    await expect.element(saved).not.toBeInTheDocument();
  });

  test('the result is announced as a sentence, and only after the visitor has typed', async () => {
    await expect.element(status).toHaveTextContent('');
    await field.fill('1000');
    await leave();
    await expect
      .element(status)
      .toHaveTextContent('1,000 USDC for 1 year costs $50 at Kamino and $6 at iABorrow. You save $44, or 88%.');
  });

  test('a preset button fills the field, updates the figures at once, and is pressed', async () => {
    const [, middle] = quick.all();
    await middle!.click();
    await expect.element(field).toHaveValue('10,000');
    await expect.poll(() => texts(costs.elements())).toEqual(['$500', '$60']);
    const pressed = () => quick.elements().map((one) => one.ariaPressed);
    expect(pressed()).toEqual(['false', 'true', 'false']);
    await expect.element(status).toHaveTextContent('10,000 USDC for 1 year costs $500 at Kamino and $60 at iABorrow.');
    await field.fill('50000');
    await expect.poll(pressed).toEqual(['false', 'false', 'true']);
  });

  test('the bars are proportional to the costs, and only outlines if both costs are zero', async () => {
    const drawn = () => section.element().querySelector('[aria-hidden]:has(.rival)')!;
    await field.fill('1000');
    await expect.poll(bars).toEqual([`${30 + 90_000 / 1050}px`, '15px']);
    await field.fill('83.333334');
    await expect.poll(bars).not.toContain('15px');
    const [rival = 0, ours = 0] = bars().map(Number.parseFloat);
    expect(ours / rival).toBeCloseTo(1 / 4);
    expect(drawn()).not.toHaveAttribute('data-none');
    await field.fill('0');
    await expect.poll(() => drawn().hasAttribute('data-none')).toBe(true);
    expect(getComputedStyle(drawn().querySelector('.rival')!).backgroundColor).toBe('rgba(0, 0, 0, 0)');
  });

  test('the field is named by its label and unit, and described by the footnote', async () => {
    await expect.element(field).toHaveAccessibleDescription(/5% competitor interest rate and 8% SOL staking APY/);
    await section.getByText('USDC', { exact: true }).click();
    await expect.element(field).toHaveFocus();
  });
});

/** Texts that people write or paste, and the compared amount. One without an amount keeps the earlier 1,000. */
const strange: [string, number][] = [
  ['', 0],
  ['-', 1000],
  ['.', 1000],
  ['abc', 1000],
  ['1e400', 1000],
  ['Infinity', 1000],
  ['NaN', 1000],
  ['💰', 1000],
  ['12 💰', 1000],
  ['<b>7</b>', 1000],
  ['-5', 0],
  ['-0', 0],
  ['−5', 0],
  ['٢٥٠٠٠', 25_000],
  ['۲۵', 25],
  ['1,000.50', 1000.5],
  [' \u00a0\t2 500\u2009 ', 2500],
  ['$ 1 000', 1000],
  ['40,23', 40.23],
  ['0,001', 0.001],
  ['.5', 0.5],
  ['1e-9', 0.000000001],
  ['999999999999999', 1e12],
];

describe('unusual amounts', () => {
  beforeEach(async () => {
    await asked();
    write(field, '1000');
  });

  test.each(strange)('the text %j is read as %d', async (text, amount) => {
    const within = () => {
      const [rival = Number.NaN, ours = Number.NaN] = bars().map(Number.parseFloat);
      expect(rival).toBeGreaterThanOrEqual(30);
      expect(rival).toBeLessThanOrEqual(120);
      expect(ours).toBeGreaterThanOrEqual(15);
      expect(ours).toBeLessThanOrEqual(60);
      expect(section.element().textContent).not.toMatch(/NaN|Infinity|undefined|null|\de[+-]?\d|-\d/);
      expect(document.documentElement.scrollWidth, 'nothing sticks out').toBeLessThanOrEqual(innerWidth);
    };
    write(field, text);
    await expect.poll(() => perceived().field).toBe(text);
    within();

    await leave();
    await expect.poll(() => perceived().field).toBe(grouped(amount));
    expect(perceived().costs).toEqual([`$${grouped(Math.round(amount / 20))}`, expect.stringMatching(/^\$[\d,]+$/)]);
    within();
  });
});
