import { dollars, grouped } from '#domain/amount';
import { brandOf } from '#domain/brand';
import type { Comparison } from '#domain/comparison';
import { site } from '#site';

const { verb, capital, brand } = brandOf(site.product);
const { min, max } = site.allocation;

const RIVAL = 'Kamino';
const EMPTY = 'Enter an amount to compare.';

/** All wording of the page. Verb and brand come from `site.product`. */
export const copy = {
  brand,
  home: `${brand} home`,
  skip: 'Skip to content',
  newTab: '(opens in a new tab)',
  close: 'Close',
  meta: {
    title: `${brand}: ${verb} USDC interest-free`,
    description: `Supply SOL. ${capital} USDC. No interest: your SOL is staked, and you share the staking rewards with lenders.`,
    picture: `${capital} USDC interest-free. ${brand}.`,
  },
  hero: {
    headline: `${capital} USDC interest-free.`,
    subline: `Supply SOL. ${capital} USDC.`,
    join: 'Join Alpha',
    how: 'How it Works',
  },
  comparison: {
    title: `50% cheaper to ${verb}`,
    lead: 'Instead of paying interest, you share staking rewards. Enter an amount and see what a year would cost.',
    amount: `Amount to ${verb}`,
    unit: 'USDC',
    cost: 'Cost for 1 year',
    rival: RIVAL,
    saving: 'You save',
    footnote: 'Based on a 5% competitor interest rate and 8% SOL staking APY.',
    percent: (amount: number, { savingsPercentage }: Comparison) => (amount ? `${savingsPercentage}%` : '%'),
    less: ({ difference }: Comparison) => (difference ? `−${dollars(difference)}` : ''),
    words: (amount: number, { difference }: Comparison) => {
      if (!amount) return EMPTY;
      return difference
        ? `${dollars(difference)} less than ${RIVAL}, over 1\u00a0year.`
        : 'No difference at this amount.';
    },
    spoken: (amount: number, { iABorrowCost, kaminoCost, difference, savingsPercentage }: Comparison) =>
      amount
        ? `${grouped(amount)} USDC for 1 year costs ${dollars(kaminoCost)} at ${RIVAL} and ${dollars(iABorrowCost)} at ${brand}. You save ${dollars(difference)}, ${savingsPercentage}%.`
        : EMPTY,
  },
  steps: {
    title: 'How it Works',
    lead: 'Three steps, and no interest in any of them.',
    list: [
      { title: 'Supply SOL', text: `Your SOL is the collateral for the USDC you ${verb}.` },
      {
        title: 'Your SOL is staked',
        text: 'It earns staking rewards. You share them with lenders instead of paying interest.',
      },
      {
        title: 'Receive USDC',
        text: 'Your USDC comes through an over-the-counter market. This could take 3-4\u00a0days.',
      },
    ],
    more: 'Learn More',
    moreAbout: `about how ${brand} works, in the litepaper`,
  },
  halal: {
    title: '100% halal',
    list: [
      { title: 'No interest (riba)', text: 'You pay no interest on the USDC you receive.' },
      { title: 'Fair profit-sharing', text: 'Staking rewards are shared between you and the lenders.' },
      { title: 'Sharia-compliant', text: 'Lenders earn a share of the rewards, not interest.' },
    ],
  },
  backers: { title: 'Backed by the best' },
  footer: {
    risk: 'Values and rewards can fall. This is a limited alpha: join only with what you can afford to lose. Nothing here is financial or religious advice.',
    rights: `© ${brand}`,
  },
  alpha: {
    title: `How much USDC do you want to ${verb}?`,
    field: 'Amount',
    slider: 'Amount of USDC',
    unit: 'USDC',
    valueText: (amount: number) => `${grouped(amount)} USDC`,
    more: (by: number) => `${grouped(by)} more`,
    less: (by: number) => `${grouped(by)} less`,
    help: `Slide or type an amount between ${dollars(min)} and ${dollars(max)}`,
    limit: {
      min: `Set to ${grouped(min)} USDC, the smallest amount.`,
      max: `Set to ${grouped(max)} USDC, the largest amount.`,
    },
    stepped: (amount: number, rest: number) => `${grouped(amount)} USDC. ${dollars(rest)} remaining.`,
    remaining: 'Limited alpha allocation remaining!',
    request: 'Request to Join Alpha',
    exceeds: 'Amount Exceeds Allocation',
    after: 'Opens Telegram with your request written. You decide whether to send it.',
  },
  error: {
    title: 'Unexpected Application Error!',
    notFound: '404 Not Found',
    crashed: 'Something went wrong on this page. Nothing was sent.',
    home: 'Back to the start page',
  },
};
