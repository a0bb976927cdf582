import type { FailureReason } from '#domain/attempt';
import type { Notice } from '#domain/notice';
import type { SignInFailure } from '#domain/signIn';
import type { Transaction } from '#domain/transaction';
import type { StepDescription, StepKind } from '#domain/wallet';
import type {
  Connector,
  DeviceKinds,
  IsolatedName,
  Sentence,
  SentenceWriter,
  SpokenWallet,
  StateTexts,
} from '../writer';

/** Returns the sentences of the wallet bundle. `Node` is the type of a sentence with markup. */
export const createDialogTexts = <Node>({ named, around, told, plain, listed, plural }: SentenceWriter<Node>) => {
  type Text = Node | string;
  type About = (wallet: SpokenWallet) => StateTexts<Node>;
  type AboutNamed = (wallet: IsolatedName) => StateTexts<Node>;

  const steps: Record<StepKind, string> = {
    install: 'Install',
    create: 'Create',
    scan: 'Scan',
    refresh: 'Refresh',
    connect: 'Connect',
  };
  const how: Record<StepDescription, (wallet: IsolatedName) => Text> = {
    installExtension: () => 'Add the extension, then pin it to your toolbar.',
    installMobile: () => 'Keep the app on your home screen so you can find it again.',
    installDesktop: () => 'Install the app on this computer and open it.',
    create: () => 'Create a wallet. Write its backup words on paper and never share them.',
    scan: (wallet) => named`Press Continue, then scan the code with ${wallet}.`,
    refresh: (wallet) => named`Refresh this page so it can find ${wallet}.`,
    connect: (wallet) => named`Press Continue, then connect ${wallet}.`,
  };
  const kinds: Record<DeviceKinds, string> = {
    phone: 'Phone only',
    browser: 'Browser only',
    desktop: 'Desktop only',
    phoneBrowser: 'Phone and browser',
    phoneDesktop: 'Phone and desktop',
    browserDesktop: 'Browser and desktop',
    phoneBrowserDesktop: 'Phone, browser and desktop',
  };
  const status: { opening: About } & Record<'not_installed' | 'not_available', AboutNamed> = {
    opening: (wallet) => ({
      title: wallet ? named`Opening ${wallet}…` : 'Opening your wallet…',
      text: wallet ? named`Confirm the connection in ${wallet}.` : 'Confirm the connection in your wallet.',
    }),
    not_installed: (wallet) => ({
      title: named`${wallet} is not installed`,
      text: 'Turn the extension on or install it, then retry.',
    }),
    not_available: (wallet) => ({
      title: named`${wallet} is not available in this browser`,
      text: 'Choose another wallet, or open this page in another browser.',
    }),
  };
  const preparing: About = (wallet) => ({
    title: 'Creating your code…',
    text: wallet ? named`Have ${wallet} ready on your phone.` : 'Have your wallet app ready on your phone.',
  });
  const hint: Record<Connector, (wallet: SpokenWallet) => Text> = {
    injected: (wallet) =>
      wallet
        ? named`No window? Click the ${wallet} icon in your browser’s toolbar.`
        : 'No window? Click your wallet’s icon in your browser’s toolbar.',
    coinbase: () => 'No window? Your browser may have blocked it. Allow pop-ups for this page, then choose it again.',
    safe: (wallet) =>
      wallet ? named`Look for the request from ${wallet} around this page.` : 'Look for the request around this page.',
    walletConnect: (wallet) => (wallet ? named`Open ${wallet} on your phone.` : 'Open your wallet app on your phone.'),
  };
  const failed: About = (wallet) => ({
    title: wallet ? named`${wallet} could not connect` : 'Your wallet could not connect',
    text: 'Something went wrong in the wallet. Retry, or choose another one.',
  });
  const failure: Record<Exclude<FailureReason, 'notFound'>, About> = {
    rejected: (wallet) => ({
      title: 'You declined the request',
      text: wallet
        ? named`Nothing has changed. Retry, then approve it in ${wallet}.`
        : 'Nothing has changed. Retry, then approve it in your wallet.',
    }),
    elsewhere: (wallet) => ({
      title: 'A request is already open',
      text: wallet ? named`Answer it in ${wallet} first, then retry.` : 'Answer it in your wallet first, then retry.',
    }),
    timedOut: (wallet) => ({
      title: wallet ? named`${wallet} did not answer` : 'Your wallet did not answer',
      text: wallet
        ? named`We waited two minutes. Unlock ${wallet}, then retry.`
        : 'We waited two minutes. Unlock your wallet, then retry.',
    }),
    unreachable: (wallet) => ({
      title: wallet ? named`${wallet} cannot be reached` : 'Your wallet app cannot be reached',
      text: 'Check your internet connection, then retry.',
    }),
    refused: () => ({
      title: 'Phones can’t be reached from this site',
      text: 'The connection service doesn’t accept this site. Choose a wallet in this browser instead.',
    }),
    insecure: (wallet) => ({
      title: wallet ? named`${wallet} needs a secure page` : 'Your wallet needs a secure page',
      text: 'Open this page with https, or choose another wallet.',
    }),
    expired: failed,
    failed,
  };
  /** Returns `text`, and adds which wallets work without the relay, if there are any. */
  const exceptFor = (others: IsolatedName[], text: string): Text =>
    plural<Text>(others.length, {
      zero: text,
      one: named`${text} ${listed(others)} still works.`,
      other: named`${text} ${listed(others)} still work.`,
    });
  const phonePreparing: About = (wallet) => ({
    title: 'One moment…',
    text: wallet ? named`Getting your link to ${wallet} ready.` : 'Getting your link ready.',
  });
  const phoneReady: About = (wallet) => ({
    title: wallet ? named`${wallet} is ready` : 'Your link is ready',
    text: 'Open it, approve the connection, then come back here.',
  });
  /** Returns the texts that say where each kind of wallet shows a message to sign. */
  const slow = (wallet: SpokenWallet): Record<Connector, Sentence<Node>> => ({
    injected: plain('Still waiting. Click your wallet’s icon in the browser toolbar, then approve.'),
    walletConnect: wallet
      ? told`Still waiting. Open the ${wallet} app and approve.`
      : plain('Still waiting. Open your wallet app and approve.'),
    coinbase: wallet
      ? told`Still waiting. Approve it in the ${wallet} window.`
      : plain('Still waiting. Approve it in the window of your wallet.'),
    safe: wallet
      ? told`Still waiting. Approve it in ${wallet}, in the window around this page.`
      : plain('Still waiting. Approve it in the window around this page.'),
  });
  const signature: Record<`${SignInFailure}_error`, string> = {
    preparing_error: 'Error preparing message, please retry',
    signing_error: 'Error signing message, please retry',
    verifying_error: 'Error verifying signature, please retry',
    oops_error: 'Oops, something went wrong',
    switching_error: 'The network was not changed. Please try again.',
    expired_error: 'The message was too old. Please send the new one.',
    clock_error: "This device's clock looks wrong. Set it, then retry.",
  };
  const transactionStatus: Record<Transaction['status'], string> = {
    pending: 'Pending',
    confirmed: 'Confirmed',
    failed: 'Failed',
  };
  const confirmed: Record<Notice['code'], (notice: Notice) => Text> = {
    connected: (wallet) => named`Connected with ${wallet}`,
    signedIn: ({ address }) => named`Signed in as ${{ name: address }}`,
    signedOut: () => 'Signed out',
    disconnected: () => 'Disconnected',
  };

  return {
    back: 'Back',
    search: 'Search wallets',
    noneFound: 'No wallet found',
    nothing: (query: IsolatedName): Text =>
      named`No wallets match “${query}”. Try WalletConnect: it works with most wallet apps.`,
    recent: 'Recent',
    latest: 'Last chosen',
    unsupported: '(unsupported)',
    installed: 'Installed',
    /** Translations of the usual group names. Any other name is shown as the operator wrote it. */
    groups: {
      Recommended: 'Recommended',
      Popular: 'Popular',
      More: 'More',
      Other: 'Other',
      Others: 'Others',
    } as Record<string, string>,
    what: 'What is a wallet?',
    points: [
      {
        title: 'It holds your money',
        text: 'A wallet is an app that keeps your digital money safe. Only you can open it.',
      },
      {
        title: 'It lets you in',
        text: 'No new password. You sign in with an Ethereum account, and approve each step in your wallet.',
      },
    ],
    browse: 'Get a wallet',
    more: 'Learn more',
    /** The end of the link text `more`, for screen readers only. */
    moreAbout: 'about wallets (opens in a new tab)',
    get: 'Get',
    /** The button that deletes the stored connection to a wallet that is locked or missing. */
    forget: (wallet: SpokenWallet): Text => (wallet ? named`Forget ${wallet}` : 'Forget this wallet'),
    getName: (wallet: IsolatedName): Text => named`Get ${wallet}`,
    kinds,
    phoneApp: 'Phone app',
    getAfter: 'Any of these can sign you in here. You can switch later.',
    getOwnBrowser: (wallet: IsolatedName): Text => named`Install it, then open this page in the browser of ${wallet}.`,
    getAfterOnPhone: 'Install one, then come back to this page and connect.',
    nowhere: 'None of these wallets is available for this device.',
    options: {
      extension: { title: 'Browser extension', text: 'The quickest way on this computer.' },
      desktop: { title: 'Desktop app', text: 'macOS, Windows, Linux.' },
      mobile: { title: 'Mobile app', text: 'Scan a code to get the app.' },
    },
    getApp: (wallet: IsolatedName): Text => named`Get the ${wallet} app`,
    point: 'Point your phone’s camera at the code to open the app store.',
    store: (wallet: IsolatedName) => told`QR code to the app store page of ${wallet}`.plain,
    continue: 'Continue',
    haveIt: 'I’ve installed it',
    setUp: (wallet: IsolatedName): Text => named`Set up ${wallet}`,
    refresh: 'Refresh page',
    refreshing: 'Refreshing…',
    steps,
    how,
    scan: (wallet: SpokenWallet): Text => (wallet ? named`Scan with ${wallet}` : 'Scan with your wallet app'),
    code: (wallet: SpokenWallet) =>
      wallet ? told`QR code to connect ${wallet}`.plain : 'QR code to connect your wallet app',
    tooLong: 'This link is too long for a QR code. Use Copy link instead.',
    newCode: 'New code',
    newIn: (time: IsolatedName): Text => around`New code in ${time}`,
    cutOff: 'Connection lost. Reconnecting…',
    lapsed: { title: 'This code has expired', text: 'Show a new one when you’re ready to scan it.' },
    renew: 'Show a new code',
    copy: 'Copy link',
    copied: 'Copied',
    copySaid: { copied: 'Link copied', refused: 'Copying isn’t allowed here. Select the link and copy it yourself.' },
    preparing,
    connect: { status },
    /** Explains to visitors with a wallet known for Solana that the page asks for an Ethereum account. */
    ethereumOnly: (wallet: IsolatedName): Text =>
      named`This page asks ${wallet} for an Ethereum account, not for a Solana one.`,
    still: 'Still waiting.',
    hint,
    failure,
    phone: {
      list: 'Wallets',
      title: 'New to wallets?',
      text: 'A wallet is an app that keeps your digital money safe. You sign in here with its Ethereum account.',
      preparing: phonePreparing,
      ready: phoneReady,
      open: (wallet: SpokenWallet): Text => (wallet ? named`Open ${wallet}` : 'Open your wallet app'),
      opening: 'Approve the connection in the app, then come back here.',
      confirm: (wallet: SpokenWallet): Text =>
        wallet ? named`Confirm the connection in ${wallet}.` : 'Confirm the connection in your wallet.',
      stuck: 'Still waiting. If the app did not open, retry.',
      asking: (wallet: SpokenWallet): Text =>
        wallet
          ? named`Still waiting. Look for the request from ${wallet}.`
          : 'Still waiting. Look for the request from your wallet.',
      unreachable: (others: IsolatedName[]): StateTexts<Node> => ({
        title: 'We can’t reach wallet apps',
        text: exceptFor(others, 'Check your internet connection, then retry.'),
      }),
      refused: (others: IsolatedName[]): StateTexts<Node> => ({
        title: 'Wallet apps can’t be reached from this site',
        text: exceptFor(others, 'The connection service doesn’t accept this site.'),
      }),
      lapsed: (): StateTexts<Node> => ({
        title: 'The links to wallet apps have expired',
        text: 'Make new ones when you’re ready to connect.',
      }),
      all: 'All wallets',
      expand: (count: number) => `All ${count}`,
      renew: 'Make new links',
      checkInternet: 'Check your internet connection, then retry.',
    },
    whose: (address: string): Text => named`Account ${{ name: address }}`,
    sign_in: {
      title: 'Sign in',
      headings: { idle: 'Confirm that this wallet is yours', elsewhere: 'Wrong network' },
      sentences: (wallet: SpokenWallet, connector: Connector) => ({
        idle: wallet
          ? told`Sign a short message in ${wallet}. That’s all it takes.`
          : plain('Sign a short message in your wallet. That’s all it takes.'),
        signing: wallet
          ? told`Open ${wallet} and sign the message. This page continues on its own.`
          : plain('Open your wallet and sign the message. This page continues on its own.'),
        slow: slow(wallet)[connector],
        verifying: plain('Signed. Checking your signature…'),
      }),
      astray: (wallet: SpokenWallet, network: IsolatedName) => ({
        elsewhere: wallet
          ? told`${wallet} is on a network this page doesn’t use. Switch to ${network} to sign in.`
          : told`Your wallet is on a network this page doesn’t use. Switch to ${network} to sign in.`,
      }),
      /** Other languages add an explanation of the message to sign, because it is always in English (EIP-4361). */
      free: 'It’s free, and no money is moved.',
      signature,
      acts: (wallet: SpokenWallet) => ({
        preparing: 'Preparing message…',
        ready: 'Send message',
        unprepared: 'Retry',
        signing: 'Waiting for signature…',
        slow: 'Waiting for signature…',
        verifying: 'Verifying signature…',
        elsewhere: 'Switch network',
        switching: (wallet ? named`Confirm in ${wallet}…` : 'Confirm in your wallet…') as Text,
      }),
    },
    cancel: 'Cancel',
    checking: {
      title: 'One moment…',
      sentences: {
        checking: plain('Checking whether you are signed in.'),
        signingOut: plain('Signing you out first.'),
      },
    },
    account: {
      title: 'Account',
      through: (wallet: IsolatedName): Text => around`Connected with ${wallet}`,
      /** `network` is null for a network that the page does not support. */
      network: (network: IsolatedName | null): Text =>
        around`Network: ${network ?? { name: 'Wrong network', translate: 'yes' }}`,
      unread: 'Balance not available',
      copy: 'Copy address',
      copySaid: {
        copied: 'Address copied',
        refused: 'Copying isn’t allowed here. Select the address and copy it yourself.',
      },
      explorer: 'View on explorer',
    },
    transactions: {
      title: 'Recent transactions',
      status: transactionStatus,
      /** The text between the description of a transaction and its status. */
      comma: ', ',
      /**
       * A transaction's description and status as one text, because a screen reader would pause before a separate
       * comma.
       */
      line: (description: IsolatedName, status: Transaction['status']) =>
        told`${description}, ${transactionStatus[status]}`,
      clear: 'Clear all',
      cleared: 'Transactions cleared',
    },
    chain: {
      title: 'Network',
      connected: 'Connected',
      confirm: 'Confirm in wallet',
      astray: { title: 'Wrong network.', text: 'Your wallet is on a network this page doesn’t use. Choose one below.' },
    },
    leave: 'Disconnect',
    news: {
      connected: 'Connected',
      signedIn: 'Signed in',
      signedOut: 'Signed out',
      disconnected: 'Disconnected',
      moved: 'Network changed',
    },
    confirmed: { label: 'Notice', of: confirmed },
    trouble: {
      signOut: 'We couldn’t confirm that you are signed out. You may still be signed in on this browser.',
      unchanged: 'The network was not changed. Please try again.',
    },
  };
};

/** All sentences of the wallet dialogs. `Node` is the type of a sentence with markup. */
export type DialogTexts<Node> = ReturnType<typeof createDialogTexts<Node>>;
