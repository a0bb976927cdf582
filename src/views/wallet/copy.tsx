import { Fragment, type ReactNode } from 'react';
import type { Reason } from '#domain/attempt';
import type { Notice } from '#domain/connection';
import type { Failure } from '#domain/signIn';
import type { Transaction } from '#domain/transaction';
import type { Instructions, Wallet } from '#domain/wallet';
import { isDownloadable } from '#domain/wallets';

/** A name that someone else has chosen: it may run in another direction than the words around it. */
const isolated = ({ name }: { name: string }) => <bdi>{name}</bdi>;
type Named = Pick<Wallet, 'name'>;
type Called = Pick<Wallet, 'id' | 'name' | 'connector'>;

const listed = (parts: string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : `${parts[0]} only`;
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Telling<About = Named> = (wallet: About) => { title: ReactNode; text: ReactNode };

const failed: Telling = (wallet) => ({
  title: <>{isolated(wallet)} could not connect</>,
  text: 'Something went wrong on its side. Retry, or choose another wallet.',
});

/** Names the wallets that work without the connection service, if there are any. */
const stillWork = (others: Wallet[]) =>
  others.length > 0 && (
    <>
      {' '}
      {others.map((wallet, i) => (
        <Fragment key={wallet.id}>
          {i > 0 && (i < others.length - 1 ? ', ' : ' and ')}
          {isolated({ name: wallet.shortName })}
        </Fragment>
      ))}{' '}
      still {others.length > 1 ? 'work' : 'works'}.
    </>
  );

/** Why a wallet that is not in this browser cannot connect: it can be got, or it cannot. */
const status = {
  not_installed: (wallet) => ({
    title: <>{isolated(wallet)} is not installed</>,
    text: 'Turn the extension on or install it, then retry.',
  }),
  not_available: (wallet) => ({
    title: <>{isolated(wallet)} is not available in this browser</>,
    text: 'Choose another wallet, or open this page in another browser.',
  }),
} satisfies Record<string, Telling>;

/** A sentence with a name in it: as it is shown, and as bare text. */
export interface Sentence {
  marked: ReactNode;
  plain: string;
}

const bare = (text: string): Sentence => ({ marked: text, plain: text });

/**
 * `text` with the name of the wallet for `{wallet}`, and `end` right after that. WalletConnect is the line to a wallet,
 * and not its name.
 */
function about({ id, name }: Called, text: string, end = ''): Sentence {
  const [before, after] = text.split('{wallet}');
  if (after === undefined) return bare(text);
  if (id === 'walletConnect') return bare(sentence(`${before}your wallet${end}${after}`));
  return {
    marked: (
      <>
        {before}
        {isolated({ name: name + end })}
        {after}
      </>
    ),
    plain: `${before}${name}${end}${after}`,
  };
}

/** Where a wallet keeps what is to be signed. */
const SIGN_HINTS: Record<Wallet['connector'], string> = {
  injected: 'Click the icon of the wallet in the toolbar and approve.',
  walletConnect: 'Open the app of {wallet} and approve.',
  coinbase: 'Approve in the window of {wallet}.',
  safe: 'Approve in {wallet}, around this page.',
};

/** All wording of the wallet half. */
export const words = {
  back: 'Back',
  search: 'Search wallets',
  noneFound: 'No wallet found',
  nothing: (query: string) => `No wallet is called “${query.trim()}”.`,
  recent: 'Recent',
  latest: 'Last chosen',
  unsupported: '(unsupported)',
  what: 'What is a wallet?',
  points: [
    { title: 'It holds your money', text: 'A wallet is an app that keeps your digital money. Only you can open it.' },
    {
      title: 'It lets you in',
      text: 'No new account and no password here. You approve each step in your wallet.',
    },
  ],
  browse: 'Get a wallet',
  more: 'Learn more',
  moreAbout: 'about wallets',
  get: 'Get',
  getName: (wallet: Named) => <>Get {isolated(wallet)}</>,
  kinds: ({ extension, desktop, mobile, qrCode }: Wallet['get']) =>
    sentence(
      listed([
        ...(mobile || qrCode ? ['phone'] : []),
        ...(extension ? ['browser'] : []),
        ...(desktop ? ['desktop'] : []),
      ]),
    ),
  phoneApp: 'Phone app',
  getAfter: 'All of them work here, and you can change later.',
  getOwnBrowser: ({ shortName }: Wallet) => `Install it, then open this page in the browser of ${shortName}.`,
  getAfterOnPhone: 'Install one, then come back to this page and connect.',
  nowhere: 'None of the wallets here can be had for this device.',
  options: {
    extension: { title: 'Browser extension', text: 'Quickest on this computer.' },
    desktop: { title: 'Desktop app', text: 'macOS, Windows, Linux.' },
    mobile: { title: 'Mobile app', text: 'Scan a code to get the app.' },
  },
  getApp: (wallet: Named) => <>Get the {isolated(wallet)} app</>,
  point: 'Point your phone’s camera at the code to open the app store.',
  store: ({ name }: Named) => `QR code to the app store page of ${name}`,
  continue: 'Continue',
  haveIt: 'I have it, continue',
  setUp: (wallet: Named) => <>Set up {isolated(wallet)}</>,
  refresh: 'Refresh page',
  refreshing: 'Refreshing…',
  step: {
    install: 'Install',
    create: 'Create',
    scan: 'Scan',
    refresh: 'Refresh',
    connect: 'Connect',
  } as Record<string, string>,
  how: {
    installExtension: () => 'Add the extension and pin it to the toolbar.',
    installMobile: () => 'Put the app on the home screen, where you find it again.',
    installDesktop: () => 'Put the app on this computer and start it.',
    create: () => 'Make a wallet. Write its backup words on paper and show them to nobody.',
    scan: (wallet) => <>Continue here, and scan the code with {isolated(wallet)}.</>,
    refresh: (wallet) => <>Refresh this page so that it finds {isolated(wallet)}.</>,
    connect: (wallet) => <>Continue here, and connect {isolated(wallet)}.</>,
  } as Record<string, (wallet: Named) => ReactNode>,
  scan: (wallet: Named & { id?: string }) =>
    wallet.id === 'walletConnect' ? 'Scan with your wallet app' : <>Scan with {isolated(wallet)}</>,
  code: ({ name }: Named) => `QR code to connect ${name}`,
  tooLong: 'This link is too long for a code.',
  newCode: 'New code',
  newIn: 'New code in ',
  lapsed: { title: 'This code has expired', text: 'Show a new one when you’re ready to scan it.' },
  renew: 'Show a new code',
  copy: 'Copy link',
  copied: 'Copied',
  copySaid: { copied: 'Link copied', refused: 'Copying isn’t allowed here. Select the link and copy it yourself.' },
  preparing: ((wallet) => ({
    title: 'Making a code…',
    text: <>You will scan it with {isolated(wallet)} on your phone.</>,
  })) as Telling,
  opening: ((wallet) => ({
    title: <>Opening {isolated(wallet)}…</>,
    text: <>Confirm the connection in {isolated(wallet)}.</>,
  })) as Telling,
  still: 'Still waiting.',
  hint: {
    injected: (wallet) => <>No window? Click the {isolated(wallet)} icon in your browser’s toolbar.</>,
    coinbase: () => 'No window? The browser may have held it back: allow pop-ups here, then choose it again.',
    safe: (wallet) => <>Look for the question of {isolated(wallet)} around this page.</>,
    walletConnect: (wallet) => <>Open {isolated(wallet)} on your phone.</>,
  } satisfies Record<Wallet['connector'], (wallet: Named) => ReactNode>,
  failure: {
    rejected: (wallet) => ({
      title: 'You declined the request',
      text: <>Nothing has changed. Retry, then approve it in {isolated(wallet)}.</>,
    }),
    elsewhere: (wallet) => ({
      title: 'A request is already open',
      text: <>Answer it in {isolated(wallet)} first, then retry.</>,
    }),
    notFound: (wallet) => (isDownloadable(wallet) ? status.not_installed : status.not_available)(wallet),
    timedOut: (wallet) => ({
      title: <>{isolated(wallet)} did not answer</>,
      text: <>We waited two minutes. Unlock {isolated(wallet)}, then retry.</>,
    }),
    unreachable: (wallet) => ({
      title: <>{isolated(wallet)} cannot be reached</>,
      text: 'The connection service is not answering. Check your internet, then retry.',
    }),
    refused: () => ({
      title: 'Phones can’t be reached from this site',
      text: 'The connection service doesn’t accept this site. Choose a wallet in this browser instead.',
    }),
    expired: failed,
    failed,
  } satisfies Record<Reason, Telling<Named & Pick<Wallet, 'get'>>>,
  phone: {
    list: 'Wallets',
    title: 'New to wallets?',
    text: 'A wallet is an app that keeps your digital money. Only you can open it.',
    preparing: ((wallet) => ({
      title: 'One moment…',
      text: <>Getting your link to {isolated(wallet)} ready.</>,
    })) as Telling,
    ready: ((wallet) => ({
      title: <>{isolated(wallet)} is ready</>,
      text: 'Open it, approve the connection, then come back here.',
    })) as Telling,
    open: (wallet: Named) => <>Open {isolated(wallet)}</>,
    opening: 'Approve the connection in the app, then come back here.',
    confirm: (wallet: Named) => <>Confirm the connection in {isolated(wallet)}.</>,
    stuck: 'Still waiting. If the app did not open, retry.',
    asking: (wallet: Named) => <>Still waiting. Look for the request from {isolated(wallet)}.</>,
    unreachable: (others: Wallet[]) => ({
      title: 'We can’t reach wallet apps',
      text: <>Check your internet connection, then retry.{stillWork(others)}</>,
    }),
    refused: (others: Wallet[]) => ({
      title: 'Wallet apps can’t be reached from this site',
      text: <>The connection service doesn’t accept this site.{stillWork(others)}</>,
    }),
    lapsed: () => ({
      title: 'The links to wallet apps have expired',
      text: 'Make new ones when you’re ready to connect.',
    }),
    renew: 'Make new links',
    checkInternet: 'Check your internet connection, then retry.',
  },
  whose: (address: string) => `Account ${address}`,
  signIn: {
    title: 'Sign in',
    headings: { idle: 'Show that this wallet is yours', elsewhere: 'Wrong network' },
    sentences: (wallet: Called) => ({
      idle: about(wallet, 'Send a short message to {wallet} and sign it there. That is all it takes.'),
      signing: about(wallet, 'Open {wallet} and approve the message. This page will notice.'),
      slow: about(wallet, `Still waiting. ${SIGN_HINTS[wallet.connector]}`),
      verifying: about(wallet, 'You signed. We are checking the signature.'),
    }),
    astray: (wallet: Called, chain: string) => ({
      elsewhere: about(wallet, `{wallet} is on a network that is not used here. Switch to ${chain} to sign in.`),
    }),
    free: 'Free. No money moves.',
    failure: {
      preparing: 'Error preparing message, please retry',
      signing: 'Error signing message, please retry',
      verifying: 'Error verifying signature, please retry',
      oops: 'Oops, something went wrong',
      switching: 'The network was not changed. You can try again.',
      expired: 'The message was too old. Please send the new one.',
      clock: "This device's clock looks wrong. Set it, then retry.",
    } satisfies Record<Failure, string>,
    acts: (wallet: Called) => ({
      preparing: 'Preparing message…',
      ready: 'Send message',
      unprepared: 'Retry',
      signing: 'Waiting for signature…',
      slow: 'Waiting for signature…',
      verifying: 'Verifying signature…',
      elsewhere: 'Switch network',
      // Where the name is cut, one ellipsis will do.
      switching: about(wallet, 'Confirm in {wallet}', '…').marked,
    }),
  },
  cancel: 'Cancel',
  checking: {
    title: 'One moment…',
    sentences: {
      checking: bare('Looking whether you are signed in.'),
      signingOut: bare('Signing you out first.'),
    },
  },
  account: {
    title: 'Account',
    through: 'Connected with ',
    network: 'Network: ',
    balance: { failed: 'Balance not available', absent: 'Wrong network' },
    copy: 'Copy address',
    copySaid: {
      copied: 'Address copied',
      refused: 'Copying isn’t allowed here. Select the address and copy it yourself.',
    },
    explorer: 'View on explorer',
  },
  transactions: {
    title: 'Recent transactions',
    status: { pending: 'Pending', confirmed: 'Confirmed', failed: 'Failed' } satisfies Record<
      Transaction['status'],
      string
    >,
    clear: 'Clear all',
    cleared: 'Transactions cleared',
  },
  chain: {
    title: 'Network',
    connected: 'Connected',
    confirm: 'Confirm in wallet',
    astray: { title: 'Wrong network.', text: 'Your wallet is on one that is not used here. Pick one below.' },
  },
  leave: 'Disconnect',
  news: {
    connected: 'Connected',
    signedIn: 'Signed in',
    signedOut: 'Signed out',
    disconnected: 'Disconnected',
    moved: 'Network changed',
  },
  confirmed: {
    label: 'Notice',
    of: {
      connected: (wallet) => <>Connected with {isolated(wallet)}</>,
      signedIn: ({ address }) => (
        <>
          Signed in as <bdi>{address}</bdi>
        </>
      ),
      signedOut: () => 'Signed out',
      disconnected: () => 'Disconnected',
    } satisfies Record<Notice['code'], (notice: Notice) => ReactNode>,
  },
  trouble: {
    signOut: 'Signing out could not be confirmed. The sign-in server may still know you here.',
    switch: 'The network was not changed. You can try again.',
  },
};

/** What is said of a wallet beside its name, if anything. */
export function markOf({ ready, latest, recent }: Wallet) {
  if (!ready) return words.unsupported;
  if (latest) return words.latest;
  return recent ? words.recent : null;
}

/** What a step of `Instructions` is called, and how it is done; the key itself for one without wording. */
export const stepWords = ({ title, description }: Instructions['steps'][number], wallet: Named) => ({
  title: words.step[title] ?? title,
  text: words.how[description]?.(wallet) ?? description,
});
