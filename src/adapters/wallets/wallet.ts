import { walletMachine } from '#machines/wallet';
import type { LoadedWallet } from '#machines/walletLoader';
import { site } from '#site';
import { chains } from './config';
import { connection } from './connection';
import { pairing } from './pairing';
import { session } from './session';

export const wallet: LoadedWallet = {
  machine: walletMachine.provide({ actors: { connection, pairing, session } }),
  input: { mustSignIn: site.wallet.signIn === 'required', chains },
  toJSON: () => 'loaded',
};
