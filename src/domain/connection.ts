import { isSameAddress } from './address';
import type { Wallet } from './wallet';

/** The connected account, and the wallet that it is connected through. */
export interface Connection {
  /** With its checksum (EIP-55). */
  address: string;
  chainId: number;
  wallet: Pick<Wallet, 'id' | 'name' | 'icon' | 'connector'>;
}

/** Whether `next` is another account than the one of `connection`, or on another network. */
export const isElsewhere = (connection: Connection | null, next: Connection) =>
  !isSameAddress(next.address, connection?.address ?? '') || next.chainId !== connection?.chainId;

/** The part of a wallet that names its connector. Wallets on phones share one. */
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

/** A change of the connection, to be confirmed in sight. */
export interface Notice {
  code: 'connected' | 'signedIn' | 'signedOut' | 'disconnected';
  /** The address of the account. */
  address: string;
  /** The name of the wallet. */
  name: string;
}
