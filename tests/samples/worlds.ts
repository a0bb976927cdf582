import type { MachineSamples } from '../engine/properties';
import {
  accountSamples,
  chainSamples,
  clipboardSamples,
  manageSamples,
  outcomesSamples,
  transactionSamples,
  transactionsSamples,
} from './account';
import { attemptSamples, connectSamples, mobileConnectSamples } from './connect';
import {
  approvalSamples,
  connectionSamples,
  pairingSamples,
  recheckSamples,
  relaySamples,
  restoreSamples,
} from './connection';
import {
  addressSamples,
  alphaSamples,
  appSamples,
  comparisonSamples,
  walletLoaderSamples,
  walletSamples,
} from './page';
import { identitySamples, newsSamples, noticeSamples, refreshSamples, sessionSamples } from './session';
import { signInSamples } from './signIn';

/** The samples (inputs and outside events) of all machines, by the machine's id. */
export const worlds: Record<string, MachineSamples> = {
  address: addressSamples,
  alpha: alphaSamples,
  comparison: comparisonSamples,
  walletLoader: walletLoaderSamples,
  wallet: walletSamples,
  session: sessionSamples,
  identity: identitySamples,
  connection: connectionSamples,
  approval: approvalSamples,
  restore: restoreSamples,
  recheck: recheckSamples,
  relay: relaySamples,
  refresh: refreshSamples,
  notice: noticeSamples,
  news: newsSamples,
  connect: connectSamples,
  mobileConnect: mobileConnectSamples,
  attempt: attemptSamples,
  pairing: pairingSamples,
  account: accountSamples,
  clipboard: clipboardSamples,
  signIn: signInSamples,
  manage: manageSamples,
  chain: chainSamples,
  outcomes: outcomesSamples,
  transaction: transactionSamples,
  transactions: transactionsSamples,
  app: appSamples,
};
