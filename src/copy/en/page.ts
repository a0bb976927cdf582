import type { brandOf } from '#domain/brand';
import type { CostComparison } from '#domain/comparison';
import { formatDollars, formatNegativeDollars, formatPercent, formatUsdc, groupDigits } from './numbers';

/** The product's verb and the brand, both made from the operator's settings. */
export type Brand = ReturnType<typeof brandOf>;

/** The smallest and the largest amount of one request, in whole USDC. */
export interface AmountLimits {
  min: number;
  max: number;
}

export const NOT_FOUND = '404 Not Found';
const RIVAL = 'Kamino';
const EMPTY = 'Enter an amount to compare.';

/**
 * Returns the sentences of all parts of the page that React hydrates. `min` and `max` limit one request, in whole USDC.
 * `served.ts` has the sentences of the static HTML, and `dialogs.ts` those of the wallet bundle.
 */
export const createPageTexts = ({ verb, brand }: Brand, { min, max }: AmountLimits) => ({
  brand,
  notFound: NOT_FOUND,
  newTab: '(opens in a new tab)',
  close: 'Close',
  trace: 'Copy error details',
  traced: { copied: 'Error details copied.', refused: 'The details could not be copied. Select it below.' },
  comparison: {
    title: `50% cheaper to ${verb}`,
    lead: 'Instead of paying interest, you share staking rewards. Enter an amount to see what a year costs with each.',
    amount: `Amount to ${verb}`,
    unit: 'USDC',
    cost: 'Cost for 1 year',
    rival: RIVAL,
    saving: 'You save',
    footnote: 'Based on a 5% competitor interest rate and 8% SOL staking APY. Rounded to whole dollars.',
    quick: formatUsdc,
    percent: ({ savingsPercentage }: CostComparison) => formatPercent(savingsPercentage),
    empty: EMPTY,
    less: ({ difference }: CostComparison) => (difference ? formatNegativeDollars(difference) : ''),
    words: ({ difference }: CostComparison) =>
      difference
        ? `${formatDollars(difference)} less than ${RIVAL} over 1\u00a0year.`
        : `At this amount, both round to ${formatDollars(0)}.`,
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: CostComparison) =>
      amount
        ? `${formatUsdc(amount)} for 1 year costs ${formatDollars(kaminoCost)} at ${RIVAL} and ${formatDollars(iABorrowCost)} at ${brand}. You save ${formatDollars(difference)}, or ${formatPercent(savingsPercentage)}.`
        : EMPTY,
  },
  alpha: {
    title: `How much USDC do you want to ${verb}?`,
    lead: 'The alpha is a first, limited round. This only asks for a place: nothing is borrowed yet.',
    field: 'Amount',
    slider: 'Amount of USDC',
    unit: 'USDC',
    valueText: formatUsdc,
    more: (by: number) => `${groupDigits(by)} more`,
    less: (by: number) => `${groupDigits(by)} less`,
    help: `Slide or type an amount between ${formatDollars(min)} and ${formatDollars(max)}`,
    limit: {
      min: `The smallest amount is ${formatDollars(min)}.`,
      max: `The largest amount is ${formatDollars(max)}.`,
    },
    stepped: (amount: number, rest: number) => `${formatUsdc(amount)}. ${formatDollars(rest)} remaining.`,
    remaining: 'Limited alpha allocation remaining!',
    taken: (amount: number) => `Taken ${formatDollars(amount)}`,
    yours: (amount: number, total: number) => `You ${formatDollars(amount)} of ${formatDollars(total)}`,
    request: 'Request to Join Alpha',
    exceeds: 'Amount Exceeds Allocation',
    smaller: 'Choose a smaller amount to go on.',
    after: 'Opens Telegram with your message ready. Nothing is sent until you send it.',
    notice: 'Your request',
    requested: {
      opened: { text: 'Telegram opened in a new tab with your request.', link: 'Open again' },
      unopened: { text: 'Telegram did not open.', link: 'Open Telegram' },
    },
  },
  /**
   * The texts of the loading panel, until the wallet bundle has loaded. `dialogs.ts` has the other texts of the
   * dialogs.
   */
  wallet: {
    title: 'Connect a wallet',
    retry: 'Retry',
    slow: { title: 'One moment…', text: 'Loading your wallets.' },
    updating: { title: 'This page has been updated', text: 'Loading the new version…' },
    broken: { title: 'This did not load', text: 'Your wallet is fine and nothing was sent. Please try again.' },
    offline: { title: 'You are offline', text: 'Reconnect to the internet, then retry.' },
  },
});

export type PageTexts = ReturnType<typeof createPageTexts>;
