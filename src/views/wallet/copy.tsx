import type { ReactNode } from 'react';
import type { Reason } from '#domain/attempt';
import type { Instructions, Wallet } from '#domain/wallet';

/** A name that someone else has chosen: it may run in another direction than the words around it. */
const isolated = ({ name }: { name: string }) => <bdi>{name}</bdi>;
type Named = Pick<Wallet, 'name'>;

const listed = (parts: string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : `${parts[0]} only`;
const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Telling = (wallet: Named) => { title: ReactNode; text: ReactNode };

const failed: Telling = (wallet) => ({
  title: <>{isolated(wallet)} could not connect</>,
  text: 'Something went wrong on its side. Retry, or choose another wallet.',
});

/** All wording of the wallet half. */
export const words = {
  back: 'Back',
  search: 'Search wallets',
  noneFound: 'No wallet found',
  nothing: (query: string) => `No wallet is called “${query.trim()}”.`,
  recent: 'Recent',
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
  copy: 'Copy link',
  copyDone: { copied: 'Copied', refused: 'Not copied' },
  copySaid: { copied: 'Link copied', refused: 'Copying was refused' },
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
    notFound: (wallet) => ({
      title: <>{isolated(wallet)} was not found</>,
      text: 'Switch the extension on or install it, then retry.',
    }),
    timedOut: (wallet) => ({
      title: <>{isolated(wallet)} did not answer</>,
      text: <>We waited two minutes. Unlock {isolated(wallet)}, then retry.</>,
    }),
    unreachable: (wallet) => ({
      title: <>{isolated(wallet)} cannot be reached</>,
      text: 'The connection service is not answering. Check your internet, then retry.',
    }),
    expired: failed,
    failed,
  } satisfies Record<Reason, Telling>,
  phone: {
    list: 'Wallets',
    title: 'New to wallets?',
    text: 'A wallet is an app that keeps your digital money. Only you can open it.',
    preparing: ((wallet) => ({
      title: 'One moment…',
      text: <>The link to {isolated(wallet)} is being made.</>,
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
    cutOff: { title: 'Wallet apps cannot be reached', text: 'Check your internet, then retry.' },
    unreachable: 'The line to it is not answering. Check your internet, then retry.',
  },
  account: 'Account',
  through: (wallet: Named) => <>Connected with {isolated(wallet)}</>,
  leave: 'Disconnect',
  connected: 'Connected',
  disconnected: 'Disconnected',
};

/** What a step of `Instructions` is called, and how it is done; the key itself for one without wording. */
export const stepWords = ({ title, description }: Instructions['steps'][number], wallet: Named) => ({
  title: words.step[title] ?? title,
  text: words.how[description]?.(wallet) ?? description,
});
