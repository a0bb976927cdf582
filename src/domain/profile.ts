/** The state of a value that is read from the network. */
export type ReadState<T> = { is: 'loading' | 'absent' | 'failed' } | { is: 'known'; value: T };

/** An amount of the network's currency. */
export interface Balance {
  /** Formatted; see `formatBalance`. */
  formatted: string;
  decimals: number;
  symbol: string;
}

/** The network's data about an account. Plain JSON, so that machines can contain it. */
export interface Profile {
  /** The ENS name, checked in both directions. */
  name: ReadState<string>;
  /** The URL of the picture of that name. */
  avatar: ReadState<string>;
  balance: ReadState<Balance>;
}

/** The profile of an account before its name and balance are read. */
export const UNREAD_PROFILE: Profile = {
  name: { is: 'loading' },
  avatar: { is: 'loading' },
  balance: { is: 'loading' },
};
