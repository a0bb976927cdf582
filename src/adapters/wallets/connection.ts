import type { Connector } from 'wagmi';
import { connect } from 'wagmi/actions';
import { fromCallback, fromPromise } from 'xstate';
import { isChainId } from '#domain/chainId';
import type { Connection } from '#domain/connection';
import { WalletAnswerError } from '#domain/errors';
import type { Session } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { records } from '../browser/records';
import { config } from './config';
import { connectorOf } from './connectors';
import { askProviders, onAnnounced } from './providers';
import { dropConnection } from './wagmiInternals';
import { listed } from './wallets';

/*
 * wagmi cannot take a request back: a wallet may say yes long after its visitor has turned to another, and wagmi would
 * make that the connection. So it is decided here which one counts: the wallet that is connected, or else the one that
 * was asked last and not left since. Whatever else gets connected is disconnected again at once. What is restored counts
 * only as long as its session is the one that is kept: another tab may end it, or have another.
 */

interface Counted {
  connector: Connector;
  wallet: Wallet;
  /** What it is asked for, where it is no visitor. */
  session: Session | null;
}
let asked: Counted | null = null;
let connected: Counted | null = null;

function isKept({ id, connector }: Session) {
  const kept = records.session.get();
  return kept?.id === id && kept.connector === connector;
}

/** The one that is asked, if that still counts. */
const inQuestion = () => (!asked?.session || isKept(asked.session) ? asked : null);

/** Lets go of a connection: here at once, and then in the wallet, whatever that makes of it. */
async function release(connector: Connector) {
  dropConnection(connector);
  await connector.disconnect().catch(() => {});
}

/** The connection of `counted`, if there is one with an account and a network. */
function connectionOf({ connector, wallet }: Counted): Connection | null {
  const { id, name, icon, connector: kind } = wallet;
  const { accounts: [address] = [], chainId } = config.state.connections.get(connector.uid) ?? {};
  return address && isChainId(chainId) ? { address, chainId, wallet: { id, name, icon, connector: kind } } : null;
}

function settle() {
  const counted = connected ?? inQuestion();
  const connection = counted && connectionOf(counted);
  for (const [uid, { connector }] of config.state.connections)
    if (!connection || uid !== counted?.connector.uid) release(connector);
  return connection;
}

/** Makes `wallet` the one that counts, until it is left, another one is asked, or `session` is no longer kept. */
export function ask(wallet: Wallet, session: Session | null = null) {
  const asking: Counted = { connector: connectorOf(wallet), wallet, session };
  asked = asking;
  return {
    counts: () => inQuestion() === asking,
    leave: () => {
      if (asked === asking) asked = null;
    },
  };
}

/** On a phone several apps share one pairing; which of them it was shows only when its link is followed. */
export function name(wallet: Wallet) {
  if (asked) asked.wallet = wallet;
}

/**
 * Asks `wallet` to connect. Resolves when it has, for good or for having been left meanwhile.
 * Rejects with what the wallet, or its library, has to say.
 */
export async function request(wallet: Wallet, again = false) {
  const connector = connectorOf(wallet);
  // Asked before, and only now, while nobody asked, it said yes.
  if (config.state.connections.has(connector.uid)) return;
  await connect(config, { connector, ...(again && { isReconnecting: true }) });
  const { accounts: [account] = [], chainId } = config.state.connections.get(connector.uid) ?? {};
  const counts = (connected ?? inQuestion())?.connector === connector;
  if (counts && !(account && isChainId(chainId))) throw new WalletAnswerError(wallet.name);
}

/** Resolves with the wallet of `session` once it is there; with null, once the session is no more. */
function comeBack(session: Session): Promise<Wallet | null> {
  const isHere = session.connector === 'injected';
  if (isHere) askProviders();
  // One that is reached in another way may have been installed since, and the installed one has taken its place.
  const among = () => (isHere ? listed() : listed([]));
  return new Promise((resolve) => {
    const undo: (() => void)[] = [];
    const look = () => {
      const lasts = isKept(session);
      const wallet = among().find(
        ({ id, connector, ready }) => ready && id === session.id && connector === session.connector,
      );
      if (lasts && !wallet) return;
      for (const stop of undo) stop();
      resolve(lasts && wallet ? wallet : null);
    };
    undo.push(onAnnounced(look), records.session.watch(look));
    look();
  });
}

let restoring: { session: Session; done: Promise<void> } | null = null;
let passed = false;

/** Whether a session was passed over because the visitor was asking a wallet; asked once, it is forgotten. */
export function missed() {
  const was = passed;
  passed = false;
  return was;
}

async function restoreSession(session: Session) {
  const wallet = await comeBack(session);
  passed = Boolean(wallet && inQuestion());
  if (!wallet || connected || inQuestion()) return;
  const { counts, leave } = ask(wallet, session);
  // Meanwhile, the visitor may have turned to another wallet.
  const restored = async () => (await connectorOf(wallet).isAuthorized()) && counts() && request(wallet, true);
  let stop = () => {};
  const ended = new Promise<void>((resolve) => {
    stop = records.session.watch(() => isKept(session) || resolve());
  });
  try {
    await Promise.race([restored(), ended]);
  } finally {
    stop();
    leave();
  }
}

/** Restores the connection of the last visit, or of another tab, if there is one; once, however often it is asked. */
export function restore() {
  const session = records.session.get();
  if (!session || connected) return Promise.resolve();
  if (restoring && isKept(restoring.session)) return restoring.done;
  const begun = {
    session,
    done: restoreSession(session).finally(() => {
      if (restoring === begun) restoring = null;
    }),
  };
  restoring = begun;
  return begun.done;
}

export const restoreConnection = fromPromise(restore);

/** Tells what becomes of the connection, also when another tab, or the wallet by itself, has done it. */
export const watchConnection = fromCallback(({ sendBack }) => {
  const follow = () => {
    const connection = settle();
    if (connection) {
      connected ??= asked!;
      const { id, connector } = connected.wallet;
      records.session.set({ id, connector });
      records.recents.set([id, ...records.recents.get()].filter((one, i, all) => all.indexOf(one) === i));
      sendBack({ type: 'wallet.connected', connection });
    } else if (connected) {
      connected = null;
      forget();
      sendBack({ type: 'wallet.disconnected' });
    }
    for (const listen of listeners) listen();
  };
  const compare = () => {
    if (!records.session.get()) leave();
    else restore().catch(() => {});
  };
  const undo = [config.subscribe(({ connections }) => connections, follow), records.session.watch(compare)];
  // It may stand already: the wallet half can be started a second time.
  follow();
  return () => {
    for (const stop of undo) stop();
  };
});

function forget() {
  records.session.clear();
  records.latest.clear();
  records.deepLink.clear();
}

async function leave() {
  if (connected) await release(connected.connector);
}

/** The connection as it is now; null without one. */
export const connectionNow = () => connected && connectionOf(connected);

const listeners = new Set<() => void>();

/** Calls `listen` whenever the connection may be another. Returns the undo. */
export function onConnection(listen: () => void) {
  listeners.add(listen);
  return () => {
    listeners.delete(listen);
  };
}

/** What speaks to the wallet that is connected; null if none is. */
export const connectorInUse = () => connected?.connector ?? null;

/** Disconnects the wallet. */
export const disconnect = fromPromise(leave);
