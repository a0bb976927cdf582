import type { Reason } from '#domain/attempt';
import type { Notice } from '#domain/notice';
import type { Failure } from '#domain/signIn';
import type { Transaction } from '#domain/transaction';
import type { Wallet } from '#domain/wallet';

/** A name, which is not translated. It may have another text direction than the sentence. */
export interface Named {
  name: string;
}

/** A sentence with a name: once with the name marked, and once as plain text. */
export interface Sentence<Node> {
  marked: Node | string;
  plain: string;
}

/** Builds sentences with names. */
interface Writer<Node> {
  /** Returns a sentence with names in it. */
  named: (texts: readonly string[], ...names: Named[]) => Node;
  /** Joins texts and names into one sentence. */
  joined: (parts: (string | Named)[]) => Node;
  /** Replaces `{wallet}` in `text` by a name or other words, followed directly by `end`. */
  filled: (text: string, name: Named | string, end?: string) => Sentence<Node>;
}

type Called = Pick<Wallet, 'id' | 'name' | 'connector'>;

const listed = (parts: string[]) =>
  parts.length > 1 ? `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}` : `${parts[0]} only`;
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Tells where each kind of wallet shows a message to sign. */
const SIGN_HINTS: Record<Wallet['connector'], string> = {
  injected: 'Click your wallet’s icon in the browser toolbar, then approve.',
  walletConnect: 'Open the {wallet} app and approve.',
  coinbase: 'Approve it in the {wallet} window.',
  safe: 'Approve it in {wallet}, in the window around this page.',
};

/** Returns the sentences of the wallet bundle. `Node` is a sentence as the views render it. */
export const dialogs = <Node>({ named, joined, filled }: Writer<Node>) => {
  type Text = Node | string;
  type Telling = (wallet: Named) => { title: Text; text: Text };

  const plain = (text: string): Sentence<Node> => ({ marked: text, plain: text });

  /** WalletConnect is a protocol, and not the name of a wallet. */
  const about = ({ id, name }: Called, text: string, end?: string) =>
    filled(text, id === 'walletConnect' ? 'your wallet' : { name }, end);

  const failed: Telling = (wallet) => ({
    title: named`${wallet} could not connect`,
    text: 'Something went wrong in the wallet. Retry, or choose another one.',
  });

  /** Returns `text` with the wallets that work without the relay, if there are any. */
  const exceptFor = (others: Wallet[], text: string) => {
    const between = (i: number) => (i < others.length - 1 ? ', ' : ' and ');
    const names = others.flatMap(({ shortName: name }, i) => [i ? between(i) : ' ', { name }]);
    return joined([text, ...names, others.length ? ` still ${others.length > 1 ? 'work' : 'works'}.` : '']);
  };

  return {
    back: 'Back',
    search: 'Search wallets',
    noneFound: 'No wallet found',
    nothing: (query: string) =>
      `No wallets match “${query.trim()}”. Try WalletConnect: it works with most wallet apps.`,
    recent: 'Recent',
    latest: 'Last chosen',
    unsupported: '(unsupported)',
    installed: 'Installed',
    what: 'What is a wallet?',
    points: [
      {
        title: 'It holds your money',
        text: 'A wallet is an app that keeps your digital money safe. Only you can open it.',
      },
      {
        title: 'It lets you in',
        text: 'No new account, no new password. You approve each step in your wallet.',
      },
    ],
    browse: 'Get a wallet',
    more: 'Learn more',
    moreAbout: 'about wallets',
    get: 'Get',
    getName: (wallet: Named) => named`Get ${wallet}`,
    kinds: ({ extension, desktop, mobile, qrCode }: Wallet['get']) =>
      capitalized(
        listed([
          ...(mobile || qrCode ? ['phone'] : []),
          ...(extension ? ['browser'] : []),
          ...(desktop ? ['desktop'] : []),
        ]),
      ),
    phoneApp: 'Phone app',
    getAfter: 'Any of these can sign you in here. You can switch later.',
    getOwnBrowser: ({ shortName }: Wallet) => `Install it, then open this page in the browser of ${shortName}.`,
    getAfterOnPhone: 'Install one, then come back to this page and connect.',
    nowhere: 'None of these wallets is available for this device.',
    options: {
      extension: { title: 'Browser extension', text: 'The quickest way on this computer.' },
      desktop: { title: 'Desktop app', text: 'macOS, Windows, Linux.' },
      mobile: { title: 'Mobile app', text: 'Scan a code to get the app.' },
    },
    getApp: (wallet: Named) => named`Get the ${wallet} app`,
    point: 'Point your phone’s camera at the code to open the app store.',
    store: ({ name }: Named) => `QR code to the app store page of ${name}`,
    continue: 'Continue',
    haveIt: 'I’ve installed it',
    setUp: (wallet: Named) => named`Set up ${wallet}`,
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
      installExtension: () => 'Add the extension, then pin it to your toolbar.',
      installMobile: () => 'Keep the app on your home screen so you can find it again.',
      installDesktop: () => 'Install the app on this computer and open it.',
      create: () => 'Create a wallet. Write its backup words on paper and never share them.',
      scan: (wallet) => named`Press Continue, then scan the code with ${wallet}.`,
      refresh: (wallet) => named`Refresh this page so it can find ${wallet}.`,
      connect: (wallet) => named`Press Continue, then connect ${wallet}.`,
    } as Record<string, (wallet: Named) => Text>,
    scan: (wallet: Named & { id?: string }) =>
      wallet.id === 'walletConnect' ? 'Scan with your wallet app' : named`Scan with ${wallet}`,
    code: ({ name }: Named) => `QR code to connect ${name}`,
    tooLong: 'This link is too long for a QR code. Use Copy link instead.',
    newCode: 'New code',
    newIn: 'New code in ',
    lapsed: { title: 'This code has expired', text: 'Show a new one when you’re ready to scan it.' },
    renew: 'Show a new code',
    copy: 'Copy link',
    copied: 'Copied',
    copySaid: { copied: 'Link copied', refused: 'Copying isn’t allowed here. Select the link and copy it yourself.' },
    preparing: ((wallet) => ({
      title: 'Creating your code…',
      text: named`Have ${wallet} ready on your phone.`,
    })) as Telling,
    connect: {
      status: {
        opening: (wallet) => ({
          title: named`Opening ${wallet}…`,
          text: named`Confirm the connection in ${wallet}.`,
        }),
        not_installed: (wallet) => ({
          title: named`${wallet} is not installed`,
          text: 'Turn the extension on or install it, then retry.',
        }),
        not_available: (wallet) => ({
          title: named`${wallet} is not available in this browser`,
          text: 'Choose another wallet, or open this page in another browser.',
        }),
      } satisfies Record<string, Telling>,
    },
    still: 'Still waiting.',
    hint: {
      injected: (wallet) => named`No window? Click the ${wallet} icon in your browser’s toolbar.`,
      coinbase: () => 'No window? Your browser may have blocked it. Allow pop-ups for this page, then choose it again.',
      safe: (wallet) => named`Look for the request from ${wallet} around this page.`,
      walletConnect: (wallet) => named`Open ${wallet} on your phone.`,
    } satisfies Record<Wallet['connector'], (wallet: Named) => Text>,
    failure: {
      rejected: (wallet) => ({
        title: 'You declined the request',
        text: named`Nothing has changed. Retry, then approve it in ${wallet}.`,
      }),
      elsewhere: (wallet) => ({
        title: 'A request is already open',
        text: named`Answer it in ${wallet} first, then retry.`,
      }),
      timedOut: (wallet) => ({
        title: named`${wallet} did not answer`,
        text: named`We waited two minutes. Unlock ${wallet}, then retry.`,
      }),
      unreachable: (wallet) => ({
        title: named`${wallet} cannot be reached`,
        text: 'Check your internet connection, then retry.',
      }),
      refused: () => ({
        title: 'Phones can’t be reached from this site',
        text: 'The connection service doesn’t accept this site. Choose a wallet in this browser instead.',
      }),
      expired: failed,
      failed,
    } satisfies Record<Exclude<Reason, 'notFound'>, Telling>,
    phone: {
      list: 'Wallets',
      title: 'New to wallets?',
      text: 'A wallet is an app that keeps your digital money safe. Only you can open it.',
      preparing: ((wallet) => ({
        title: 'One moment…',
        text: named`Getting your link to ${wallet} ready.`,
      })) as Telling,
      ready: ((wallet) => ({
        title: named`${wallet} is ready`,
        text: 'Open it, approve the connection, then come back here.',
      })) as Telling,
      open: (wallet: Named) => named`Open ${wallet}`,
      opening: 'Approve the connection in the app, then come back here.',
      confirm: (wallet: Named) => named`Confirm the connection in ${wallet}.`,
      stuck: 'Still waiting. If the app did not open, retry.',
      asking: (wallet: Named) => named`Still waiting. Look for the request from ${wallet}.`,
      unreachable: (others: Wallet[]) => ({
        title: 'We can’t reach wallet apps',
        text: exceptFor(others, 'Check your internet connection, then retry.'),
      }),
      refused: (others: Wallet[]) => ({
        title: 'Wallet apps can’t be reached from this site',
        text: exceptFor(others, 'The connection service doesn’t accept this site.'),
      }),
      lapsed: () => ({
        title: 'The links to wallet apps have expired',
        text: 'Make new ones when you’re ready to connect.',
      }),
      all: 'All wallets',
      expand: (count: number) => `All ${count}`,
      renew: 'Make new links',
      checkInternet: 'Check your internet connection, then retry.',
    },
    whose: (address: string) => named`Account ${{ name: address }}`,
    sign_in: {
      title: 'Sign in',
      headings: { idle: 'Confirm that this wallet is yours', elsewhere: 'Wrong network' },
      sentences: (wallet: Called) => ({
        idle: about(wallet, 'Sign a short message in {wallet}. That’s all it takes.'),
        signing: about(wallet, 'Open {wallet} and sign the message. This page continues on its own.'),
        slow: about(wallet, `Still waiting. ${SIGN_HINTS[wallet.connector]}`),
        verifying: about(wallet, 'Signed. Checking your signature…'),
      }),
      astray: (wallet: Called, chain: string) => ({
        elsewhere: about(wallet, `{wallet} is on a network this page doesn’t use. Switch to ${chain} to sign in.`),
      }),
      free: 'It’s free, and no money is moved.',
      signature: {
        preparing_error: 'Error preparing message, please retry',
        signing_error: 'Error signing message, please retry',
        verifying_error: 'Error verifying signature, please retry',
        oops_error: 'Oops, something went wrong',
        switching_error: 'The network was not changed. Please try again.',
        expired_error: 'The message was too old. Please send the new one.',
        clock_error: "This device's clock looks wrong. Set it, then retry.",
      } satisfies Record<`${Failure}_error`, string>,
      acts: (wallet: Called) => ({
        preparing: 'Preparing message…',
        ready: 'Send message',
        unprepared: 'Retry',
        signing: 'Waiting for signature…',
        slow: 'Waiting for signature…',
        verifying: 'Verifying signature…',
        elsewhere: 'Switch network',
        // A shortened name already has an ellipsis.
        switching: about(wallet, 'Confirm in {wallet}', '…').marked,
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
      through: 'Connected with ',
      network: 'Network: ',
      unread: 'Balance not available',
      astray: 'Wrong network',
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
    confirmed: {
      label: 'Notice',
      of: {
        connected: (wallet) => named`Connected with ${wallet}`,
        signedIn: ({ address }) => named`Signed in as ${{ name: address }}`,
        signedOut: () => 'Signed out',
        disconnected: () => 'Disconnected',
      } satisfies Record<Notice['code'], (notice: Notice) => Text>,
    },
    trouble: {
      signOut: 'We couldn’t confirm that you are signed out. You may still be signed in on this browser.',
      switch: 'The network was not changed. Please try again.',
    },
  };
};
