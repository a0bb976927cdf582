import type { MachineWorld } from '../engine/properties';
import {
  accountWorld,
  chainWorld,
  clipboardWorld,
  manageWorld,
  outcomesWorld,
  transactionsWorld,
  transactionWorld,
} from './account';
import { attemptWorld, connectWorld, mobileConnectWorld } from './connect';
import { approvalWorld, connectionWorld, pairingWorld, recheckWorld, relayWorld, restoreWorld } from './connection';
import { addressWorld, alphaWorld, appWorld, comparisonWorld, walletLoaderWorld, walletWorld } from './page';
import { identityWorld, newsWorld, noticeWorld, refreshWorld, sessionWorld } from './session';
import { signInWorld } from './signIn';

/** Inputs and outside events of each machine, by its id. */
export const worlds: Record<string, MachineWorld> = {
  address: addressWorld,
  alpha: alphaWorld,
  comparison: comparisonWorld,
  walletLoader: walletLoaderWorld,
  wallet: walletWorld,
  session: sessionWorld,
  identity: identityWorld,
  connection: connectionWorld,
  approval: approvalWorld,
  restore: restoreWorld,
  recheck: recheckWorld,
  relay: relayWorld,
  refresh: refreshWorld,
  notice: noticeWorld,
  news: newsWorld,
  connect: connectWorld,
  mobileConnect: mobileConnectWorld,
  attempt: attemptWorld,
  pairing: pairingWorld,
  account: accountWorld,
  clipboard: clipboardWorld,
  signIn: signInWorld,
  manage: manageWorld,
  chain: chainWorld,
  outcomes: outcomesWorld,
  transaction: transactionWorld,
  transactions: transactionsWorld,
  app: appWorld,
};
