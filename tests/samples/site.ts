import { ETHEREUM } from '#domain/chain';
import { type Site, type SupporterProfile, validateSite } from '#domain/site';

/* The fixed site of the tests, so that an operator's changes to `src/site.ts` change no test. */

const product = 'borrow';

/** Parses a number from the environment. Vite replaces only variables that are written in full. */
const figure = (text: string | undefined, otherwise: number) => (text?.trim() ? Number(text) : otherwise);

/** The smallest amount of a request, in whole USDC. */
const smallest = figure(import.meta.env.VITE_ALPHA_MIN, 10_000);

const sample = (name: string): SupporterProfile => {
  const handle = name.toLowerCase().replaceAll(' ', '_');
  return { name, handle: `@${handle}`, image: '', link: `https://example.com/${handle}` };
};

/** The WalletConnect project id of this repository, for trying the site out without an own id. */
export const DEFAULT_PROJECT_ID = '21fef48091f12692cad574a6f7753643';
const project = import.meta.env.VITE_WALLETCONNECT_PROJECT_ID ?? 'YOUR_PROJECT_ID';

const draft: Site = {
  product,
  languages: (import.meta.env.VITE_LANGUAGES || 'en').split(',').map((tag: string) => tag.trim()),
  url: import.meta.env.VITE_SITE_URL || 'https://iaborrow.example',
  httpsOnly: import.meta.env.VITE_HTTPS_ONLY || 'subdomains',
  instanceId: import.meta.env.VITE_INSTANCE_ID || `ia${product}`,
  app: {
    description: {
      en: `Interest-free: ${product} USDC against SOL.`,
      ar: 'بلا فوائد: اقترِض USDC بضمان SOL.',
      ur: 'بلا سود: SOL کی ضمانت پر USDC قرض لیں۔',
      id: 'Tanpa bunga: pinjam USDC dengan agunan SOL.',
      ms: 'Tanpa faedah: pinjam USDC dengan cagaran SOL.',
      tr: 'Faizsiz: SOL teminatıyla USDC borç alın.',
      fr: 'Sans intérêt\u00a0: empruntez des USDC avec vos SOL en garantie.',
    },
    icon: '/icon-180.png',
  },
  security: { contact: import.meta.env.VITE_SECURITY_CONTACT || '', policy: '' },
  messaging: {
    handle: import.meta.env.VITE_TELEGRAM_HANDLE || 'example',
    request: {
      en: `I would like to join the alpha and ${product} {amount} USDC.`,
      ar: 'أودّ الانضمام إلى ألفا واقتراض {amount} USDC.',
      ur: 'مجھے الفا میں شامل ہونا اور {amount} USDC قرض لینا ہے۔',
      id: 'Saya ingin bergabung dengan alpha dan meminjam {amount} USDC.',
      ms: 'Saya ingin menyertai alpha dan meminjam {amount} USDC.',
      tr: 'Alfaya katılmak ve {amount} USDC borç almak istiyorum.',
      fr: 'Je souhaite rejoindre l’alpha et emprunter {amount} USDC.',
    },
    greeting: {
      en: 'I would like to join the alpha.',
      ar: 'أودّ الانضمام إلى ألفا.',
      ur: 'مجھے الفا میں شامل ہونا ہے۔',
      id: 'Saya ingin bergabung dengan alpha.',
      ms: 'Saya ingin menyertai alpha.',
      tr: 'Alfaya katılmak istiyorum.',
      fr: 'Je souhaite rejoindre l’alpha.',
    },
  },
  litepaper: import.meta.env.VITE_LITEPAPER_URL || 'https://example.com/litepaper',
  allocation: {
    total: figure(import.meta.env.VITE_ALPHA_TOTAL, 100_000),
    allocated: figure(import.meta.env.VITE_ALPHA_ALLOCATED, 12_025),
    min: smallest,
    max: figure(import.meta.env.VITE_ALPHA_MAX, 50_000),
    initial: smallest,
  },
  backer: sample('Sample Backer'),
  supporters: ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine', 'Ten'].map((n) =>
    sample(`Supporter ${n}`),
  ),
  wallet: {
    control: import.meta.env.VITE_WALLET_CONTROL || 'hidden',
    groups: [
      { groupName: 'Popular', wallets: ['safe', 'rainbow', 'coinbase', 'metaMask', 'walletConnect'] },
      {
        groupName: 'More',
        wallets: [
          ...['coinbaseSmart', 'ledger', 'trust', 'zerion', 'okx', 'phantom', 'rabby', 'uniswap', 'kraken', 'binance'],
          ...['bitget', 'bybit', '1inch', 'imToken', 'tokenPocket', 'ronin', 'mew', 'core', 'ready', 'frame'],
        ],
      },
    ],
    projectId: project === 'YOUR_PROJECT_ID' ? DEFAULT_PROJECT_ID : project,
    relayUrl: import.meta.env.VITE_WALLETCONNECT_RELAY_URL || 'wss://relay.walletconnect.org',
    networks: [
      {
        ...ETHEREUM,
        rpcUrls: (import.meta.env.VITE_RPC_URL || 'https://ethereum-rpc.publicnode.com,https://eth.drpc.org')
          .split(',')
          .map((url: string) => url.trim()),
      },
    ],
    signIn: import.meta.env.VITE_SIGN_IN || 'required',
    transactions: import.meta.env.VITE_TRANSACTIONS || 'on',
    authUrl: import.meta.env.VITE_AUTH_URL || '',
    nameServiceUrl: import.meta.env.VITE_NAME_SERVICE_URL || '',
    learnMoreUrl: 'https://ethereum.org/wallets/',
    disclaimer: '',
  },
  theme: {},
};

/** The site of the tests. In the browser, its values need no validation, because the build has validated them. */
export const site = import.meta.env.PROD && !import.meta.env.SSR ? draft : validateSite(draft);
