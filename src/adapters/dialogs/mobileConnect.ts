import { mobileConnectMachine } from '#machines/mobileConnect';
import { watchVisibility } from '../browser/visibility';
import { watchWallets } from '../wallets/wallets';
import { attempt } from './attempt';

export const mobileConnect = mobileConnectMachine.provide({
  actors: { attempt, watchWallets, watchPage: watchVisibility },
});
