export type ReadState<T> = { is: 'loading' | 'absent' | 'failed' } | { is: 'known'; value: T };

export interface Balance {
  formatted: string;
  decimals: number;
  symbol: string;
}

export interface Profile {
  /** The ENS name, checked in both directions: address to name, and name to address. */
  name: ReadState<string>;
  avatar: ReadState<string>;
  balance: ReadState<Balance>;
}

export const UNREAD_PROFILE: Profile = {
  name: { is: 'loading' },
  avatar: { is: 'loading' },
  balance: { is: 'loading' },
};
