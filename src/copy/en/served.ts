import { type Brand, NOT_FOUND } from './page';

/** Returns the sentences of the static HTML. No script contains them. */
export const createServedTexts = ({ verb, capital, brand }: Brand) => ({
  brand,
  control: {
    connect: 'Connect wallet',
    account: 'Account',
    reconnect: 'Reconnect {wallet}',
    pending: '(transaction pending)',
  },
  home: `${brand} home`,
  skip: 'Skip to content',
  noScript: 'Turn on JavaScript to connect a wallet.',
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
  steps: {
    title: 'How it Works',
    lead: 'Three steps, no interest.',
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
    /** The end of the link text `more`, for screen readers only. */
    moreAbout: `about how ${brand} works, in the litepaper (opens in a new tab)`,
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
    risk: 'The value of SOL and its staking rewards can fall. This is a limited alpha: join only with what you can afford to lose. Nothing here is financial or religious advice.',
    rights: `© ${brand}`,
    licenses: 'Licenses',
    language: 'Language',
    commit: 'Commit',
    root: 'root',
  },
  error: {
    title: 'Unexpected Application Error!',
    notFound: NOT_FOUND,
    crashed: 'Something went wrong. Nothing was sent. Please go back and try again.',
    home: 'Back to the home page',
    damaged:
      'This copy of the page is damaged or was changed on its way, so it does not run. Please do not connect a wallet here, and come back later.',
  },
});

export type ServedTexts = ReturnType<typeof createServedTexts>;
