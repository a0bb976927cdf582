import { ETHEREUM } from '#domain/chain';
import type { Profile } from '#domain/profile';
import type { Transaction } from '#domain/transaction';
import type { accountMachine } from '#machines/account';
import type { chainMachine } from '#machines/chain';
import type { clipboardMachine } from '#machines/clipboard';
import type { manageMachine } from '#machines/manage';
import type { outcomesMachine } from '#machines/outcomes';
import type { transactionMachine } from '#machines/transaction';
import type { transactionsMachine } from '#machines/transactions';
import type { MachineSamples } from '../engine/properties';
import { createDoneEvent, serializeValue } from '../engine/words';
import {
  namedConnections,
  otherAccount,
  SEPOLIA,
  sampleConnection,
  sampleIdentityInput,
  sampleSender,
  unsupportedNetworkConnection,
} from './connections';
import { nthPairingUri } from './wallets';

/** Returns a transaction hash that ends with the number `nth`. */
export const nthTransactionHash = (nth: number) => `0x${String(nth).padStart(64, '0')}`;

/** Returns the transaction number `nth` of a sample account. */
export const nthTransaction = (nth: number, status: Transaction['status'] = 'pending'): Transaction => ({
  hash: nthTransactionHash(nth),
  description: `Supply ${nth} SOL`,
  status,
  confirmations: 1,
});

export const transactionsSamples: MachineSamples<typeof transactionsMachine> = {
  names: {
    none: [],
    one: [nthTransaction(1)],
    two: [nthTransaction(2), nthTransaction(1, 'confirmed')],
    sender: sampleSender,
  },
  samples: [[], [nthTransaction(1)], [nthTransaction(2), nthTransaction(1, 'confirmed')]].map((list) => ({
    type: 'transactions.changed',
    account: sampleSender,
    list,
  })),
};

/** A profile whose name, picture and balance have all been read. */
export const sampleProfile: Profile = {
  name: { is: 'known', value: 'amina.eth' },
  avatar: { is: 'absent' },
  balance: { is: 'known', value: { formatted: '1.2345', decimals: 18, symbol: 'ETH' } },
};

/** A profile whose balance could not be read, so that Retry is possible. */
export const profileWithoutBalance: Profile = { ...sampleProfile, balance: { is: 'failed' } };

export const accountSamples: MachineSamples<typeof accountMachine> = {
  names: { profile: sampleProfile, profileWithoutBalance },
  inputs: [sampleSender],
  samples: [sampleProfile, profileWithoutBalance].map((profile) => ({ type: 'profile.read', profile })),
};

const { chains } = sampleIdentityInput;

export const manageSamples: MachineSamples<typeof manageMachine> = {
  names: { ...namedConnections, disconnect: 'left', close: 'closed', networks: 'networks' },
  inputs: [
    { connection: sampleConnection, chains, request: null },
    { connection: sampleConnection, chains, request: { phone: false, dialog: 'chain' } },
    { connection: unsupportedNetworkConnection, chains, request: null },
  ],
  // The identity machine reports only a connection that differs from the last one.
  possible: ({ type, connection }, { context }) =>
    type !== 'visitor.moved' || serializeValue(connection) !== serializeValue(context.connection),
  samples: [
    { type: 'dialog.request' },
    { type: 'dialog.request', dialog: 'chain' },
    ...[sampleConnection, otherAccount, unsupportedNetworkConnection].map((one) => ({
      type: 'visitor.moved',
      connection: one,
    })),
    ...['left', 'closed', 'networks'].map((output) => createDoneEvent('account', output)),
    ...['closed', 'switched', 'unchanged', 'left'].map((settlement) => createDoneEvent('chain', settlement)),
  ],
};

const starts = {
  onEthereum: { chains: [ETHEREUM, SEPOLIA], current: 1 },
  unsupportedNetwork: { chains: [ETHEREUM, SEPOLIA], current: unsupportedNetworkConnection.chainId },
};

export const chainSamples: MachineSamples<typeof chainMachine> = {
  names: { Ethereum: 1, Sepolia: SEPOLIA.id, unlisted: 5, ...starts },
  inputs: Object.values(starts),
  samples: [1, SEPOLIA.id, 5].map((id) => ({ type: 'pick', id })),
};

const pending = [nthTransaction(1)];
const settled = [nthTransaction(2), nthTransaction(1, 'confirmed')];

export const outcomesSamples: MachineSamples<typeof outcomesMachine> = {
  names: { none: [], pending, settled },
  samples: [
    ...[[], pending, settled].map((list) => ({ type: 'list.changed', list, clearing: false })),
    { type: 'list.changed', list: [], clearing: true },
    { type: 'list.changed', list: pending, clearing: true },
  ],
};

export const transactionSamples: MachineSamples<typeof transactionMachine> = {
  inputs: [{ ...sampleSender, hash: nthTransactionHash(1), confirmations: 1 }],
  samples: ['confirmed', 'failed'].map((outcome) => createDoneEvent('awaitReceipt', outcome)),
};

export const clipboardSamples: MachineSamples<typeof clipboardMachine> = {
  names: { address: sampleSender.address, code: nthPairingUri(1) },
  samples: [sampleSender.address, nthPairingUri(1)].map((text) => ({ type: 'copy', text })),
};
