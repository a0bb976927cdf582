import type { MachineWorld } from '../engine/properties';
import { accountWorld } from './account';
import { addressWorld } from './address';
import { alphaWorld } from './alpha';
import { appWorld } from './app';
import { approvalWorld } from './approval';
import { attemptWorld } from './attempt';
import { chainWorld } from './chain';
import { clipboardWorld } from './clipboard';
import { comparisonWorld } from './comparison';
import { connectWorld } from './connect';
import { connectionWorld } from './connection';
import { identityWorld } from './identity';
import { manageWorld } from './manage';
import { mobileConnectWorld } from './mobileConnect';
import { newsWorld } from './news';
import { noticeWorld } from './notice';
import { outcomesWorld } from './outcomes';
import { pairingWorld } from './pairing';
import { recheckWorld } from './recheck';
import { refreshWorld } from './refresh';
import { relayWorld } from './relay';
import { restoreWorld } from './restore';
import { sessionWorld } from './session';
import { signInWorld } from './signIn';
import { transactionWorld } from './transaction';
import { transactionsWorld } from './transactions';
import { walletWorld } from './wallet';
import { walletLoaderWorld } from './walletLoader';

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
