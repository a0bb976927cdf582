import { isSameAddress } from './address';
import type { StoredConnection } from './records';
import type { Wallet } from './wallet';

export interface Connection {
  /** The address with its checksum (EIP-55). */
  address: string;
  chainId: number;
  wallet: Pick<Wallet, 'id' | 'name' | 'icon' | 'connector'>;
}

export const isConnectionChanged = (connection: Connection | null, next: Connection) =>
  !isSameAddress(next.address, connection?.address ?? '') ||
  next.chainId !== connection?.chainId ||
  !isSameStoredWallet(next.wallet, connection.wallet);

/** The fields of a wallet that identify its connector. All wallets on phones share the connector of WalletConnect. */
export type ConnectorKey = Pick<Wallet, 'connector' | 'announcement'>;

export interface OpenConnector extends ConnectorKey {
  /** Null if the wallet reports no account, or an invalid network. */
  account: Pick<Connection, 'address' | 'chainId'> | null;
}

export const hasSameConnector = (one: ConnectorKey, other: ConnectorKey) =>
  one.connector === other.connector && one.announcement === other.announcement;

/** Whether a wallet is reached through a server. The page asks it only when the visitor requests a dialog. */
export const isRemoteWallet = (wallet: Pick<Wallet, 'connector'> | null) =>
  wallet?.connector === 'walletConnect' || wallet?.connector === 'coinbase';

/** Returns the account of `wallet`, null if the wallet reports none, or undefined if its connector is not in `open`. */
export const accountOfWallet = (open: readonly OpenConnector[], wallet: ConnectorKey | null) =>
  wallet === null ? undefined : open.find((one) => hasSameConnector(one, wallet))?.account;

/** Plans to close all connectors but that of `wallet`. If that has no account, wagmi clears it without asking it. */
export const planConnectorClosing = (open: readonly OpenConnector[], wallet: ConnectorKey | null) =>
  open.flatMap(({ account, ...reach }) => {
    const isCurrent = wallet !== null && hasSameConnector(reach, wallet);
    const type = isCurrent ? 'connector.clear' : 'connector.close';
    return isCurrent && account ? [] : [{ type, reach } as const];
  });

export const isSameAccount = (one: OpenConnector['account'] | undefined, other: OpenConnector['account']) =>
  one?.address === other?.address && one?.chainId === other?.chainId;

export const isSameStoredWallet = (one: Pick<StoredConnection, 'id' | 'connector'> | null, other: typeof one) =>
  one?.id === other?.id && one?.connector === other?.connector;

export const connectionOf = (
  { id, name, icon, connector }: Wallet,
  { address, chainId }: NonNullable<OpenConnector['account']>,
): Connection => ({ address, chainId, wallet: { id, name, icon, connector } });

export const toStoredConnection = ({ address, chainId, wallet }: Connection): StoredConnection => {
  const { id, connector, name } = wallet;
  return { id, connector, account: { address, chainId }, name };
};

/** 30 days, in ms. After that, a missing extension counts as removed, and not only as turned off for a while. */
const ABANDONED_AFTER = 2_592_000_000;

export const markIfAbandoned = (record: StoredConnection | null, now: number): StoredConnection | null =>
  record?.connector === 'injected' && now - (record.connectedAt ?? now) > ABANDONED_AFTER
    ? { ...record, abandoned: true }
    : record;
