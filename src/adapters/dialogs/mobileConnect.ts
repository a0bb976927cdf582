import { mobileConnectMachine } from '#machines/mobileConnect';
import { watchVisibility } from '../browser/visibility';
import { watchWallets } from '../wallets/wallets';
import { attemptLogic } from './attempt';

export const mobileConnectLogic = mobileConnectMachine.provide({
  actors: { attempt: attemptLogic, watchWallets, watchPage: watchVisibility },
});
