import { isSameAddress } from './address';
import type { Wallet } from './wallet';

/** Who is connected, and through which wallet. */
export interface Connection {
  /** With its checksum (EIP-55). */
  address: string;
  chainId: number;
  wallet: Pick<Wallet, 'id' | 'name' | 'icon' | 'connector'>;
}

/** Whether `next` is another account than the one of `connection`, or on another network. */
export const isElsewhere = (connection: Connection | null, next: Connection) =>
  !isSameAddress(next.address, connection?.address ?? '') || next.chainId !== connection?.chainId;

/** What of a wallet says by which connector it is reached. Wallets on phones share one. */
export type Reach = Pick<Wallet, 'connector' | 'announcement'>;

/** A connector that the wallet library reports as connected. */
export interface OpenConnector extends Reach {
  /** Null if it names no account, or a network that cannot be one. */
  account: Pick<Connection, 'address' | 'chainId'> | null;
}

/** Whether one connector reaches both. */
export const isReachedAlike = (one: Reach, other: Reach) =>
  one.connector === other.connector && one.announcement === other.announcement;

/** The connection that `wallet` makes with `account`. */
export const connectionOf = (
  { id, name, icon, connector }: Wallet,
  { address, chainId }: NonNullable<OpenConnector['account']>,
): Connection => ({ address, chainId, wallet: { id, name, icon, connector } });

/** What has become of a connection, to be confirmed in sight. */
export interface Notice {
  code: 'connected' | 'signedIn' | 'signedOut' | 'disconnected';
  /** Of the account that it is about. */
  address: string;
  /** Of the wallet. */
  name: string;
}
