/* An operator's changes: other values for `src/site.ts`, and an `.env` file. They contain no real names. */

/** Texts of `src/site.ts`, and their replacements in the site of a simulated operator. */
export const siteFileChanges = [
  [`const product = 'borrow';`, `const product = 'finance';`],
  [`'https://iaborrow.example'`, `'https://finance.test'`],
  [
    /app: \{[\s\S]*?\n {2}\},\n/,
    `app: { description: 'Finance a project, without interest.', icon: '/favicon.svg' },\n`,
  ],
  [`|| 'example'`, `|| 'finance_team'`],
  [/request: \{[\s\S]*?\n {4}\}/, `request: 'Please let me join with {amount} USDC.'`],
  [/greeting: \{[\s\S]*?\n {4}\}/, `greeting: { en: 'Hello from your page.', ar: 'مرحبًا.' }`],
  [`'https://example.com/litepaper'`, `'https://finance.test/paper.pdf'`],
  ['initial: smallest', 'initial: 20_000'],
  [`sample('Sample Backer')`, `sample('Ada Example')`],
  [/supporters: \[[\s\S]*?\n {2}\),\n/, `supporters: ['Ben Example', 'Chiara Example', 'Dao Example'].map(sample),\n`],
  ['`https://example.com/', '`https://finance.test/'],
  [
    /groups: \[[\s\S]*?\n {4}\],\n/,
    `groups: [{ groupName: 'Wallets', wallets: ['metaMask', 'rabby', 'walletConnect', 'ledger'] }],\n`,
  ],
  [`disclaimer: ''`, `disclaimer: 'Wallets are made by others.'`],
  [
    'theme: {}',
    `theme: {
    light: { accent: '#1F4E9E', accentHover: '#173C7A', glaze: '#1F4E9E', paper: '#FAFAFC' },
    dark: { accent: '#9DBDF5', accentHover: '#BCD3F9', onAccent: '#0A1526', glaze: '#1F4E9E' },
  }`,
  ],
];

/** The environment variables of the operator's deployment. */
export const envFile = `VITE_ALPHA_TOTAL=2500000
VITE_ALPHA_ALLOCATED=40000
VITE_ALPHA_MIN=5000
VITE_ALPHA_MAX=80000
VITE_INSTANCE_ID=finance_1
VITE_WALLETCONNECT_PROJECT_ID=${'0123456789abcdef'.repeat(2)}
VITE_SIGN_IN=off
VITE_WALLET_CONTROL=header
VITE_NAME_SERVICE_URL=/names
`;
