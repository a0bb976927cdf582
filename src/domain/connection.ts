import { isSameAddress } from './address';
import type { Session } from './records';
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
  /** Null if the wallet names no account, or an invalid network. */
  account: Pick<Connection, 'address' | 'chainId'> | null;
}

/** Returns whether the same connector reaches both wallets. */
export const isReachedAlike = (one: Reach, other: Reach) =>
  one.connector === other.connector && one.announcement === other.announcement;

/** Whether a wallet is reached over the net, so that nobody asks it unless the visitor requests a dialog. */
export const isRemote = (wallet: Pick<Wallet, 'connector'> | null) =>
  wallet?.connector === 'walletConnect' || wallet?.connector === 'coinbase';

/** The account that `wallet` names; null if it names none, undefined if its connector is not among `open`. */
export const accountIn = (open: readonly OpenConnector[], wallet: Reach | null) =>
  wallet === null ? undefined : open.find((one) => isReachedAlike(one, wallet))?.account;

/** A task for the wallet library. */
interface Stray {
  type: 'connector.close' | 'connector.forget';
  reach: Reach;
}

/**
 * Returns the tasks that close each open connector but that of `wallet`. The latter is forgotten if it names no account.
 */
export const straysIn = (open: readonly OpenConnector[], wallet: Reach | null) =>
  open.flatMap(({ account, ...reach }): Stray[] => {
    const counts = wallet !== null && isReachedAlike(reach, wallet);
    if (!counts) return [{ type: 'connector.close', reach }];
    return account ? [] : [{ type: 'connector.forget', reach }];
  });

/** Whether both are the same address on the same network. */
export const isSameAccount = (
  one: OpenConnector['account'] | undefined,
  other: Pick<Connection, 'address' | 'chainId'> | null,
) => one?.address === other?.address && one?.chainId === other?.chainId;

/** Whether both are of one wallet, reached in the same way. */
export const isStoredAlike = (one: Pick<Session, 'id' | 'connector'> | null, other: typeof one) =>
  one?.id === other?.id && one?.connector === other?.connector;

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
