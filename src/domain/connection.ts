import type { Wallet } from './wallet';

/** Who is connected, and through which wallet. */
export interface Connection {
  /** With its checksum (EIP-55). */
  address: string;
  chainId: number;
  wallet: Pick<Wallet, 'id' | 'name' | 'icon' | 'connector'>;
}

/** A connector that the wallet library reports as connected. */
export interface OpenConnector {
  /** As `connectorKey` writes it. */
  key: string;
  /** Null if it names no account, or a network that cannot be one. */
  account: Pick<Connection, 'address' | 'chainId'> | null;
}

/** Names the connector that reaches `wallet`. Wallets on phones share one. */
export const connectorKey = ({ connector, announcement }: Pick<Wallet, 'connector' | 'announcement'>) =>
  `${connector} ${announcement ?? ''}`;

/** The connection that `wallet` makes with `account`. */
export const connectionOf = (
  { id, name, icon, connector }: Wallet,
  { address, chainId }: NonNullable<OpenConnector['account']>,
): Connection => ({ address, chainId, wallet: { id, name, icon, connector } });
