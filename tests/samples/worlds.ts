import type { AnyEventObject, SnapshotFrom } from 'xstate';
import { clamp } from '#domain/amount';
import { type Chain, ETHEREUM } from '#domain/chain';
import type { Connection, OpenConnector, Reach } from '#domain/connection';
import { ClockError, MessageExpiredError } from '#domain/errors';
import type { Profile } from '#domain/profile';
import type { Prepared, SignedIn } from '#domain/signIn';
import type { Account, Transaction } from '#domain/transaction';
import type { Wallet } from '#domain/wallet';
import { isSearchable } from '#domain/wallets';
import type { accountMachine } from '#machines/account';
import type { addressMachine } from '#machines/address';
import type { alphaMachine } from '#machines/alpha';
import type { appMachine } from '#machines/app';
import type { attemptMachine } from '#machines/attempt';
import type { chainMachine } from '#machines/chain';
import type { clipboardMachine } from '#machines/clipboard';
import type { comparisonMachine } from '#machines/comparison';
import type { connectMachine } from '#machines/connect';
import type { connectionMachine } from '#machines/connection';
import type { doorMachine } from '#machines/door';
import type { identityMachine, VisitorNews } from '#machines/identity';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import type { newsMachine } from '#machines/news';
import type { noticeMachine } from '#machines/notice';
import type { pairingMachine } from '#machines/pairing';
import type { restoreMachine } from '#machines/restore';
import type { sessionMachine } from '#machines/session';
import type { signInMachine } from '#machines/signIn';
import type { transactionMachine } from '#machines/transaction';
import type { transactionsMachine } from '#machines/transactions';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { done, failed, legible } from '../engine/words';
import { installed, missing, mobileOnly, phoneWallets, scanning, terse, unsupported, uriOf, wallets } from './wallets';

/** The events that come to each machine from outside, by its id: enough to take every branch of it. */

export const usual = {
  total: 100_000,
  allocated: 12_025,
  min: 10_000,
  max: 50_000,
  initial: 10_000,
};
/** An amount within the range can still be more than is left. */
export const tightened = { ...usual, allocated: 70_000 };

const write = (text: string) => ({ type: 'write', text });

export const alphaWorld: World<typeof alphaMachine> = {
  inputs: [usual, tightened],
  samples: [
    ...['90000', '25,000', 'abc', '5', ''].map(write),
    { type: 'slide', amount: 25_000 },
    { type: 'step', by: 1_000 },
    { type: 'step', by: -1_000 },
  ],
  // Steps beside the limits tell all; to walk between them would take forty of them.
  possible: ({ type, by }, { context: { allocation, amount } }) => {
    const { min, max } = allocation;
    return type !== 'step' || [min, min + 1_000, max - 1_000, max].includes(clamp(amount + by, min, max));
  },
  identify: ({ allocation: _, ...context }) => context,
};

export const comparisonWorld: World<typeof comparisonMachine> & Claims = {
  inputs: [{ initial: 50 }],
  samples: ['1000', '-5', 'abc', ''].map(write),
  homes: ['answered'],
};

export const appWorld: World<typeof appMachine> = { inputs: [{ allocation: usual, compared: 50 }] };

/** Errors of wallets and their libraries when a visitor declines, and when a pairing is too old. */
export const rejection = Object.assign(new Error('User rejected the request.'), { code: 4001 });
export const expiry = Object.assign(new Error('The pairing expired.'), { name: 'PairingExpiredError' });

export const connection: Connection = {
  address: '0x52908400098527886E0F7030069857D2E4169EE7',
  chainId: 1,
  wallet: { id: installed.id, name: installed.name, icon: installed.icon, connector: installed.connector },
};

const asks = [true, false].map((phone) => ({ type: 'ask', phone }));
const askForChain = { type: 'ask', phone: false, dialog: 'chain' };

/** Entries of the browser's history: new ones, those that the page has marked, and one that it was loaded at. */
export const newEntry = { dialog: 'connect', goal: null, depth: null } as const;
export const newGoal = { dialog: 'account', goal: null, depth: null } as const;
export const landedEntry = { dialog: 'connect', goal: 'chain', depth: 0 } as const;
export const ownEntry = { dialog: 'connect', goal: null, depth: 1 } as const;
export const modalEntry = { dialog: null, goal: null, depth: 1 } as const;
export const plainEntry = { dialog: null, goal: null, depth: null } as const;
export const walletDialog = { id: 'wallet', dialog: 'connect' } as const;
export const accountDialog = { id: 'account', dialog: 'account' } as const;
export const alphaModal = { id: 'alpha', dialog: null } as const;

export const addressWorld: World<typeof addressMachine> & Claims = {
  samples: [
    ...[newEntry, newGoal, landedEntry, ownEntry, modalEntry, plainEntry].map((entry) => ({
      type: 'address.changed',
      entry,
    })),
    ...[walletDialog, accountDialog, alphaModal].map((holder) => ({ type: 'hold', holder })),
    ...[walletDialog, alphaModal].map(({ id }) => ({ type: 'release', id })),
    ...(['connect', 'account'] as const).map((dialog) => ({ type: 'request', dialog })),
  ],
  // Three entries over one another are as good as many.
  possible: ({ type, entry, holder }, { context: { depth } }) =>
    depth < 3 || (type === 'address.changed' ? entry.depth !== null || !entry.dialog : holder?.dialog !== null),
  homes: ['held'],
};

export const doorWorld: World<typeof doorMachine> & Claims = {
  samples: [
    ...asks,
    ...['loaded', 'offline', 'outdated', 'broken'].map((output) => done('loadWallet', output)),
    ...[true, false].map((shown) => ({ type: 'wallet.crashed', shown })),
  ],
  identify: ({ request, tries }) => ({ request, again: tries > 0 }),
  homes: ['open'],
};

/** Another account of the same wallet. */
export const otherAccount: Connection = { ...connection, address: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' };
/** The same account on a network that the page does not work on. */
export const elsewhere: Connection = { ...connection, chainId: 137 };

export const sessionOf = ({ address, chainId }: Connection, life = 1_000): SignedIn => ({ address, chainId, life });

/** The state of the session while `question` is open; `dialog` says whether a requested dialog waits. */
export const undecided = (question: string, dialog = 'none') => ({ undecided: { question, dialog } });

const outset = { mustSignIn: true, chains: [ETHEREUM] };

export const identityWorld: World<typeof identityMachine> & Claims = {
  inputs: [outset, { ...outset, mustSignIn: false }],
  samples: [
    ...[connection, otherAccount, elsewhere].map((connection) => ({ type: 'wallet.connected', connection })),
    ...[connection, otherAccount].map((one) => done('checkSession', sessionOf(one))),
    done('checkSession', null),
    ...[connection, otherAccount].map((one) => ({ type: 'prove', session: sessionOf(one) })),
  ],
  homes: ['disconnected', 'unauthenticated', 'signingIn', 'connected'],
};

/** The session's news of who the visitor is. */
export const news = (what: string, connection: Connection | null = null): VisitorNews => ({
  type: `visitor.${what}` as VisitorNews['type'],
  connection,
});

/** Whether `event` can be told of a visitor now: of a connection that there is, by an identity that knows it. */
export function canBeTold(event: AnyEventObject, { value, context }: SnapshotFrom<typeof sessionMachine>) {
  const status = statusOf({ value });
  const isSame = legible(event.connection) === legible(context.connection);
  const isSigningIn = 'unauthenticated' in value && value.unauthenticated === 'signingIn';
  switch (event.type) {
    case 'visitor.checking':
      if (isSigningIn) return false;
      return context.mustSignIn && event.connection !== null && !/^(checking|disconnecting|signingOut)/.test(status);
    case 'visitor.signingOut':
      return (
        context.mustSignIn &&
        status !== 'disconnected' &&
        (event.connection === null || (status === 'connected' && !isSame) || status === 'checkingSession')
      );
    case 'visitor.disconnected':
      return event.connection === null && status !== 'checkingSession';
    case 'visitor.unauthenticated':
      if (isSigningIn) return false;
      return context.mustSignIn && event.connection !== null && (isSame || status === 'unauthenticated');
    case 'visitor.connected':
      if (context.mustSignIn) return isSame && status === 'checkingSession';
      return event.connection !== null && (status === 'reconnecting' || status === 'disconnected');
    case 'visitor.moved':
      return status === 'signingOut' || (event.connection !== null && context.connection !== null);
    case 'signOut.failed':
      return status === 'signingOut';
    default:
      return true;
  }
}

/** The status of a visitor, or the question that is open. */
export const statusOf = ({ value }: Pick<SnapshotFrom<typeof sessionMachine>, 'value'>) =>
  'undecided' in value ? value.undecided.question : Object.keys(value)[0]!;

export const sessionWorld: World<typeof sessionMachine> & Claims = {
  inputs: [
    { ...outset, request: { phone: false } },
    { ...outset, request: null, mustSignIn: false },
  ],
  samples: [
    ...asks,
    askForChain,
    ...['checking', 'signingOut', 'unauthenticated', 'connected', 'moved'].flatMap((what) =>
      [connection, otherAccount, elsewhere].map((one) => news(what, one)),
    ),
    ...['signingOut', 'disconnected', 'moved'].map((what) => news(what)),
    done('account', { leave: true, networks: false }),
    done('account', { leave: false, networks: false }),
    done('account', { leave: false, networks: true }),
    ...['closed', 'switched', 'unchanged', 'left'].map((settlement) => done('chain', settlement)),
    ...[connection, otherAccount].map((one) => done('signIn', sessionOf(one))),
    done('signIn', null),
  ],
  // Controls beneath a dialog cannot be pressed.
  possible: (event, snapshot) => {
    const { value } = snapshot;
    if (event.type !== 'dismiss') return canBeTold(event, snapshot);
    return 'undecided' in value ? value.undecided.dialog === 'none' : Object.values(value).includes('none');
  },
  homes: ['disconnected.none', 'unauthenticated.none', 'connected.none'],
  timely: ['visitor.disconnected', 'visitor.unauthenticated'],
};

/** The message of an attempt to sign in. `latePrepared`: too long after the press to open a window. */
export const prepared: Prepared = {
  message: 'message',
  nonce: 'abcdefgh12345678',
  clockOffset: 0,
  provider: 'fox',
  preparedAt: 0,
  promptable: true,
};
export const latePrepared: Prepared = { ...prepared, promptable: false };
export const expiredMessage = new MessageExpiredError();
export const wrongClock = new ClockError();
export const signedInNotice = { code: 'signedIn', address: connection.address, name: connection.wallet.name };
export const noOnesNotice = { code: 'disconnected', address: '', name: '' };

export const noticeWorld: World<typeof noticeMachine> & Claims = {
  samples: [signedInNotice, noOnesNotice].map((notice) => ({ type: 'notice.posted', notice })),
  homes: ['none'],
};

const standings = [
  { status: 'disconnected', connection: null },
  { status: 'checkingSession', connection },
  { status: 'connected', connection },
  { status: 'connected', connection: elsewhere },
];

export const newsWorld: World<typeof newsMachine> & Claims = {
  inputs: [{ mustSignIn: true }],
  samples: standings.flatMap((one) =>
    [true, false].map((open) => ({ type: 'session.changed', now: { ...one, open } })),
  ),
  identify: ({ count: _, ...context }) => context,
  homes: ['told'],
};

export const signInWorld: World<typeof signInMachine> & Claims = {
  inputs: [connection, elsewhere].map((one) => ({ connection: one, chains: [ETHEREUM] })),
  samples: [
    ...[prepared, latePrepared].map((output) => done('prepareMessage', output)),
    failed('requestSignature', expiredMessage),
    failed('verify', wrongClock),
    failed('verify', { code: -32603 }),
    ...['0x5167', 'no signature'].map((answer) => done('requestSignature', answer)),
    failed('requestSignature', rejection),
    failed('requestSignature', { code: -32603 }),
    ...[true, false, 'yes'].map((verdict) => done('verify', verdict)),
    failed('switchChain', rejection),
    failed('switchChain', { code: -32603 }),
  ],
  // Whether a window may open matters only when the message is sent without another press.
  possible: ({ type, output }, { value }) =>
    type !== 'xstate.done.actor.prepareMessage' || output.promptable || value === 'renewing',
  identify: ({ prepared: _, ...context }) => context,
  homes: ['elsewhere'],
};

const finding = { type: 'wallets.found', wallets };

/** So many that they can be searched. The last ones are never picked. */
export const manyWallets = [...wallets, ...['Gale', 'Heath'].map((name) => ({ ...unsupported, id: name, name }))];

export const connectWorld: World<typeof connectMachine> = {
  samples: [
    { ...finding, wallets: manyWallets },
    ...['arc', ''].map((text) => ({ type: 'search', text })),
    ...wallets.flatMap(({ id }) => [
      { type: 'pick', id },
      { type: 'get', id },
      { type: 'open', id },
    ]),
  ],
  // A visitor cannot click a hidden control.
  possible: ({ type, id, text }, { value, context: { wallets, query, chosen } }) => {
    const { get } = wallets.find((wallet) => wallet.id === (id ?? chosen)) ?? {};
    // To search is a way of its own, and back: all others are the same with it.
    if (query) return type === 'search' && text !== query;
    switch (type) {
      case 'wallets.found':
        return !wallets.length;
      case 'search':
        return value === 'none' && text !== query;
      case 'pick':
        return Boolean(get) && (value === 'none' || value === 'connect');
      case 'get':
        return value === 'connect'
          ? id === chosen && Boolean(get?.qrCode || get?.desktop)
          : Boolean(get?.qrCode || get?.extension || get?.desktop);
      case 'open':
        return value === 'connect';
      case 'extension':
        return Boolean(get?.extension);
      case 'desktop':
        return Boolean(get?.desktop);
      case 'mobile':
        return Boolean(get?.qrCode);
      default:
        return true;
    }
  },
  identify: ({ wallets, ...context }) => ({ ...context, found: wallets.length > 0 }),
};

export const mobileConnectWorld: World<typeof mobileConnectMachine> = {
  samples: [
    { ...finding, wallets: phoneWallets },
    { ...finding, wallets: [...phoneWallets, { ...installed, id: 'owl', name: 'Owl', shortName: 'Owl' }] },
    ...[installed, scanning, missing].map(({ id }) => ({ type: 'pick', id })),
    ...[scanning, installed].map(({ id }) => ({ type: 'open', id })),
    { type: 'search', text: 'a' },
  ],
  // The list matters only by its length: a long one can be searched.
  identify: ({ wallets, ...context }) => ({ ...context, long: isSearchable(wallets) }),
};

export const attemptWorld: World<typeof attemptMachine> = {
  // Two seconds are as good as five minutes: one to count, and the last. One renewal is as good as three.
  inputs: [{ wallet: mobileOnly, codeLifetime: 2, renewalLimit: 1 }, { wallet: installed }],
  samples: [
    { type: 'code.arrived', uri: uriOf(1) },
    failed('requestConnection', rejection),
    failed('requestConnection', expiry),
  ],
  // Which of many codes it is makes no difference.
  identify: ({ code: _, ...context }) => context,
};

export const pairingWorld: World<typeof pairingMachine> & Claims = {
  samples: [
    ...['first', 'second'].flatMap((attempt) => [
      { type: 'request', attempt },
      { type: 'leave', attempt },
    ]),
    { type: 'code.shown', uri: uriOf(1) },
    { type: 'pairing.failed', reason: 'rejected' },
    { type: 'library.missed', online: true },
    { type: 'library.missed', online: false },
  ],
  // A finished attempt stays as it ended until another comes.
  homes: ['approved', 'failed'],
};

/** Another network that the page works on, in tests. */
export const SEPOLIA: Chain = { ...ETHEREUM, id: 11155111, name: 'Sepolia', explorer: 'https://sepolia.etherscan.io' };

/** Another wallet in the same browser. */
export const otherInstalled: Wallet = {
  ...installed,
  id: 'io.owl',
  name: 'Owl',
  announcement: '1f0c9cf0-0000-4000-8000-000000000002',
};

export const reachOf = ({ connector, announcement }: Wallet): Reach => ({ connector, announcement });
export const openOf = (wallet: Wallet, account: OpenConnector['account']): OpenConnector => ({
  ...reachOf(wallet),
  account,
});
const [account, polygonAccount] = [connection, elsewhere].map(({ address, chainId }) => ({ address, chainId }));

export const connectionWorld: World<typeof connectionMachine> & Claims = {
  samples: [
    { type: 'record.changed', record: null },
    { type: 'record.changed', record: { id: scanning.id, connector: scanning.connector } },
    { type: 'record.changed', record: { id: scanning.id, connector: scanning.connector, account } },
    ...[installed, otherInstalled].map(({ id, connector }) => ({ type: 'record.changed', record: { id, connector } })),
    ...[installed, scanning].map((wallet, i) => ({ type: 'claim', wallet, attempt: `attempt ${i}` })),
    ...['withdraw', 'leave'].flatMap((type) => [0, 1].map((nth) => ({ type, attempt: `attempt ${nth}` }))),
    { type: 'name', wallet: terse },
    ...[installed, otherInstalled, scanning].map((wallet) => ({ type: 'wallet.found', wallet })),
    { type: 'wagmi.changed', open: [] },
    { type: 'wagmi.changed', open: [openOf(installed, null)] },
    ...[account, polygonAccount].map((one) => ({ type: 'wagmi.changed', open: [openOf(installed, one!)] })),
    { type: 'wagmi.changed', open: [openOf(scanning, account!)] },
    { type: 'wagmi.changed', open: [openOf(installed, account!), openOf(otherInstalled, account!)] },
    failed('openConnector', rejection),
  ],
  possible: (
    { type, wallet, record: other },
    { value, context: { record, wallet: counted, open, connection: now } },
  ) => {
    // Older records are met when the page loads.
    if (other?.id === scanning.id && !other.account) return value === 'reading';
    // A wallet is found before anything else becomes of it.
    if (type === 'wallet.found') return counted === null && wallet.id === record?.id;
    if (type === 'wallet.remembered') return now === null && counted !== null && record?.account !== undefined;
    if (type === 'wallet.locked' || type === 'wallet.gone') return counted !== null;
    if (type === 'name') return counted?.connector === 'walletConnect';
    // The library has done what it was told before it says anything else.
    return type === 'wagmi.changed' || open.length < 2;
  },
  homes: ['connected.idle', 'stored.restoring', 'stored.settled', 'claimed.unasked'],
};

const recordOf = ({ id, connector }: Wallet) => ({ id, connector });

export const restoreWorld: World<typeof restoreMachine> & Claims = {
  inputs: [
    { record: recordOf(installed), wallet: null },
    { record: recordOf(scanning), wallet: null },
    { record: { ...recordOf(scanning), account: account! }, wallet: null },
    { record: recordOf(installed), wallet: installed },
  ],
  samples: [installed, scanning].map((wallet) => ({ type: 'wallets.announced', wallet })),
  possible: ({ type, wallet }, { context: { record } }) => type !== 'wallets.announced' || wallet.id === record.id,
  homes: ['waiting', 'remembered.idle', 'locked'],
};

export const chainWorld: World<typeof chainMachine> = {
  inputs: [1, elsewhere.chainId].map((current) => ({ chains: [ETHEREUM, SEPOLIA], current })),
  samples: [1, SEPOLIA.id, 5].map((id) => ({ type: 'pick', id })),
};

/** Whose transactions they are, in tests. */
export const sender: Account = { address: connection.address, chainId: 1 };
export const hashOf = (nth: number) => `0x${String(nth).padStart(64, '0')}`;
export const sentOf = (nth: number, status: Transaction['status'] = 'pending'): Transaction => ({
  hash: hashOf(nth),
  description: `Supply ${nth} SOL`,
  status,
  confirmations: 1,
});

export const transactionWorld: World<typeof transactionMachine> & Claims = {
  inputs: [{ ...sender, hash: hashOf(1), confirmations: 1 }],
  samples: ['confirmed', 'failed'].map((outcome) => done('awaitReceipt', outcome)),
};

export const transactionsWorld: World<typeof transactionsMachine> & Claims = {
  samples: [[], [sentOf(1)], [sentOf(2), sentOf(1, 'confirmed')]].map((list) => ({
    type: 'transactions.changed',
    account: sender,
    list,
  })),
};

export const profile: Profile = {
  name: { is: 'known', value: 'amina.eth' },
  avatar: { is: 'absent' },
  balance: { is: 'known', value: { formatted: '1.2345', decimals: 18, symbol: 'ETH' } },
};

/** One without its balance, which can be read again. */
export const lacking: Profile = { ...profile, balance: { is: 'failed' } };

export const accountWorld: World<typeof accountMachine> = {
  inputs: [sender],
  samples: [profile, lacking].map((profile) => ({ type: 'profile.read', profile })),
};

export const clipboardWorld: World<typeof clipboardMachine> = {
  samples: [sender.address, uriOf(1)].map((text) => ({ type: 'copy', text })),
};

export const worlds: Record<string, World & Claims> = {
  address: addressWorld,
  alpha: alphaWorld,
  comparison: comparisonWorld,
  door: doorWorld,
  session: sessionWorld,
  identity: identityWorld,
  connection: connectionWorld,
  restore: restoreWorld,
  notice: noticeWorld,
  news: newsWorld,
  connect: connectWorld,
  mobileConnect: mobileConnectWorld,
  attempt: attemptWorld,
  pairing: pairingWorld,
  account: accountWorld,
  clipboard: clipboardWorld,
  signIn: signInWorld,
  chain: chainWorld,
  transaction: transactionWorld,
  transactions: transactionsWorld,
  app: appWorld,
};
