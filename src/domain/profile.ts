/** The progress of a read from the network. Each of these looks different. */
export type Read<T> = { is: 'loading' | 'absent' | 'failed' } | { is: 'known'; value: T };

/** An amount of the network's own currency. */
export interface Balance {
  /** Formatted; see `formatBalance`. */
  formatted: string;
  decimals: number;
  symbol: string;
}

/** The network's facts about an account (spec 3, account summary). Plain JSON, so that machines can hold it. */
export interface Profile {
  /** The account's name (ENS), checked in both directions. */
  name: Read<string>;
  /** The address of its picture. */
  avatar: Read<string>;
  balance: Read<Balance>;
}

export const UNREAD: Profile = { name: { is: 'loading' }, avatar: { is: 'loading' }, balance: { is: 'loading' } };
