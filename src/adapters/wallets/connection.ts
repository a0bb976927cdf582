import type { Connector } from 'wagmi';
import { connect } from 'wagmi/actions';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { isChainId } from '#domain/chainId';
import { type Connection, markIfAbandoned, type OpenConnector, toStoredConnection } from '#domain/connection';
import { InsecureContextError, WalletAnswerError } from '#domain/errors';
import type { StoredConnection } from '#domain/records';
import type { Wallet } from '#domain/wallet';
import { appUrlOf } from '#domain/wallets';
import { approvalMachine } from '#machines/approval';
import { connectionMachine } from '#machines/connection';
import { recheckMachine } from '#machines/recheck';
import { restoreMachine } from '#machines/restore';
import { findActor, type PageSystem } from '#machines/system';
import { storedRecords } from '../browser/records';
import { createReturnWatcher } from '../browser/visibility';
import { wagmiConfig } from './config';
import { connectorKeyOf, connectorOf, findConnector } from './connectors';
import { requestAnnouncements, subscribeToAnnouncements } from './providers';
import { relayLogic } from './relay';
import { listCurrentWallets } from './wallets';

function accountOf({ uid }: Connector): OpenConnector['account'] {
  const { accounts: [address] = [], chainId } = wagmiConfig.state.connections.get(uid) ?? {};
  return address && isChainId(chainId) ? { address, chainId } : null;
}

function openConnectors(): OpenConnector[] {
  return [...wagmiConfig.state.connections.values()].flatMap(({ connector }) => {
    const reach = connectorKeyOf(connector);
    return reach ? [{ ...reach, account: accountOf(connector) }] : [];
  });
}

/** Drops the connection as if the wallet had ended it. wagmi's own `disconnect` would wait for the wallet. */
const clearConnector = (connector: Connector) => connector.emitter.emit('disconnect');

const watchWagmi = fromCallback<AnyEventObject>(({ receive, sendBack }) => {
  receive(({ type, reach }) => {
    const connector = findConnector(reach);
    if (!connector) return;
    clearConnector(connector);
    // Disconnecting revokes the permission of all tabs, and another tab may be connected to the same wallet.
    const stored = storedRecords.session.get();
    const isKept = stored?.connector === 'injected' && stored.id === connector.id;
    // The connection has ended, whatever the wallet answers.
    if (type === 'connector.close' && !isKept) connector.disconnect().catch(() => {});
  });
  return wagmiConfig.subscribe(
    ({ connections }) => connections,
    () => sendBack({ type: 'wagmi.changed', open: openConnectors() }),
  );
});

function storeConnection(connection: Connection) {
  const { id } = connection.wallet;
  storedRecords.session.set({ ...toStoredConnection(connection), connectedAt: Date.now() });
  storedRecords.recents.set([id, ...storedRecords.recents.get()].filter((one, i, all) => all.indexOf(one) === i));
}

function clearConnection() {
  storedRecords.session.clear();
  storedRecords.latest.clear();
  storedRecords.deepLink.clear();
}

/** Stores the app whose link the visitor has followed, so that a signature can be requested in it. */
function storeApp(wallet: Wallet) {
  storedRecords.latest.set(wallet.id);
  const href = appUrlOf(wallet);
  if (href) storedRecords.deepLink.set({ href, name: wallet.name });
  else storedRecords.deepLink.clear();
}

/** Safe frames its apps, and connects there without a dialog. Only Safe and this site may frame the page. */
const safeRecord = (): StoredConnection | null => (window.parent === window ? null : { id: 'safe', connector: 'safe' });

const watchRecord = fromCallback<AnyEventObject>(({ receive, sendBack }) => {
  receive(({ type, connection, wallet }) => {
    if (type === 'record.store') storeConnection(connection);
    if (type === 'record.clear') clearConnection();
    if (type === 'app.store') storeApp(wallet);
  });
  const tell = () => {
    const record = markIfAbandoned(storedRecords.session.get(), Date.now()) ?? safeRecord();
    sendBack({ type: 'record.changed', record });
  };
  tell();
  return storedRecords.session.watch(tell);
});

const watchAnnouncements = fromCallback<AnyEventObject, { record: StoredConnection }>(({ input, sendBack }) => {
  const { id, connector } = input.record;
  const isHere = connector === 'injected';
  if (isHere) requestAnnouncements();
  // Lists no announced wallets if the stored wallet is remote: an announced one with its id would take its entry.
  const among = () => (isHere ? listCurrentWallets() : listCurrentWallets([]));
  const look = () => {
    const wallet = among().find((one) => one.ready && one.id === id && one.connector === connector);
    if (wallet) sendBack({ type: 'wallets.announced', wallet });
  };
  look();
  return subscribeToAnnouncements(look);
});

/** Reports that a wallet without an open connection has accounts again: its connector emits `connect` or `change`. */
const watchAccounts = fromCallback<AnyEventObject, { wallet: Wallet }>(({ input: { wallet }, sendBack }) => {
  const tell = () => sendBack({ type: 'accounts.named' });
  const { emitter } = connectorOf(wallet);
  const hear = ({ accounts = [] }: { accounts?: readonly string[] | undefined }) => accounts.length && tell();
  emitter.on('connect', tell);
  emitter.on('change', hear);
  return () => {
    emitter.off('connect', tell);
    emitter.off('change', hear);
  };
});

const watchReturn = createReturnWatcher('pageshow', 'focus');

/** Removes the notice that Coinbase's library shows for a blocked popup. The page's CSP leaves that notice unstyled. */
const removeNotice = () => document.querySelector('.-cbwsdk-css-reset')?.remove();

async function openWallet(wallet: Wallet, signal: AbortSignal) {
  const connector = connectorOf(wallet);
  // Coinbase's library needs both functions, which browsers have only on https pages and on localhost.
  if (wallet.connector === 'coinbase' && !(crypto.subtle && crypto.randomUUID)) throw new InsecureContextError();
  if (wallet.connector === 'coinbase') signal.addEventListener('abort', removeNotice);
  try {
    await connect(wagmiConfig, { connector });
  } finally {
    if (wallet.connector === 'coinbase') removeNotice();
  }
  if (!accountOf(connector)) throw new WalletAnswerError(wallet.name);
}

async function reopenWallet(wallet: Wallet, system: PageSystem) {
  const connector = connectorOf(wallet);
  // wagmi reports only changes, so a connector that stayed open while the wallet bundle started again is reported anew.
  if (accountOf(connector))
    return wagmiConfig.setState((state) => ({ ...state, connections: new Map(state.connections) }));
  if (!(await connector.isAuthorized())) return;
  // The visitor or another tab may have changed the wallet meanwhile.
  if (findActor(system, 'connection').getSnapshot().context.wallet?.id !== wallet.id) return;
  await connect(wagmiConfig, { connector, ...{ isReconnecting: true } });
}

/** Asks a wallet for missed changes. wagmi updates its state from the answers. */
async function recheckWallet(wallet: Wallet) {
  const connector = connectorOf(wallet);
  const [accounts, chainId] = await Promise.all([connector.getAccounts(), connector.getChainId()]);
  if (!accountOf(connector)) return;
  connector.onAccountsChanged([...accounts]);
  connector.onChainChanged(String(chainId));
}

type Task = { wallet: Wallet };
const reopenConnector = fromPromise<void, Task>(({ input, system }) => reopenWallet(input.wallet, system));

export const connectionLogic = connectionMachine.provide({
  actors: {
    watchWagmi,
    watchRecord,
    restore: restoreMachine.provide({ actors: { watchAnnouncements, watchAccounts, watchReturn, reopenConnector } }),
    approval: approvalMachine.provide({
      actors: { openConnector: fromPromise<void, Task>(({ input, signal }) => openWallet(input.wallet, signal)) },
    }),
    relay: relayLogic,
    recheck: recheckMachine.provide({
      actors: { watchReturn, askWallet: fromPromise<void, Task>(({ input }) => recheckWallet(input.wallet)) },
    }),
  },
});

/** Whether the stored wallet is not connected, because it is locked or missing. */
export function isStoredWalletDisconnected(system: PageSystem) {
  const now = findActor(system, 'connection').getSnapshot();
  const { record, connection: current } = now.context;
  return record !== null && current === null && !now.matches('reading') && !now.matches({ stored: 'restoring' });
}

export const getCurrentConnection = (system: PageSystem) =>
  findActor(system, 'connection').getSnapshot().context.connection;

/** Returns the account of the open connector, for code outside of machines, or null. */
export const getCurrentAccount = () => openConnectors().find(({ account }) => account)?.account ?? null;

export const subscribeToConnection = (system: PageSystem, listen: () => void) =>
  findActor(system, 'connection').subscribe(listen).unsubscribe;

export const getCurrentConnector = (system: PageSystem) => {
  const { connection, wallet } = findActor(system, 'connection').getSnapshot().context;
  return connection && wallet && connectorOf(wallet);
};
