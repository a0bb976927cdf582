import { walletMachine } from '#machines/wallet';
import type { LoadedWallet } from '#machines/walletLoader';
import { site } from '#site';
import { wagmiChains } from './config';
import { connectionLogic } from './connection';
import { pairingLogic } from './pairing';
import { sessionLogic } from './session';

export const loadedWallet: LoadedWallet = {
  machine: walletMachine.provide({
    actors: { connection: connectionLogic, pairing: pairingLogic, session: sessionLogic },
  }),
  input: { mustSignIn: site.wallet.signIn === 'required', chains: wagmiChains },
  toJSON: () => 'loaded',
};
