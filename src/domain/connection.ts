import type { Wallet } from './wallet';

/** Who is connected, and through which wallet. */
export interface Connection {
  /** With its checksum (EIP-55). */
  address: string;
  chainId: number;
  wallet: Pick<Wallet, 'id' | 'name' | 'icon' | 'connector'>;
}

/** The dialogs that an address of the page can ask for: `/#connect`. */
export type DialogName = 'connect' | 'sign-in' | 'account' | 'chain';

const NAMES: DialogName[] = ['connect', 'sign-in', 'account', 'chain'];

/** The dialog that a hash asks for, if it asks for one. */
export const dialogOf = (hash: string): DialogName | null => NAMES.find((name) => hash === `#${name}`) ?? null;
