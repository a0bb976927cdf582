import type { Connection, ConnectorKey, OpenConnector } from '#domain/connection';
import type { Wallet } from '#domain/wallet';
import type { approvalMachine } from '#machines/approval';
import type { connectionMachine } from '#machines/connection';
import type { pairingMachine } from '#machines/pairing';
import type { recheckMachine } from '#machines/recheck';
import type { relayMachine } from '#machines/relay';
import type { restoreMachine } from '#machines/restore';
import type { MachineSamples } from '../engine/properties';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { rejectionError, sampleConnection, unsupportedNetworkConnection } from './connections';
import { installedWallet, nthPairingUri, scannedWallet, walletWithoutInstructions } from './wallets';

/** A second wallet that is installed in this browser. */
export const otherInstalledWallet: Wallet = {
  ...installedWallet,
  id: 'io.owl',
  name: 'Owl',
  announcement: '1f0c9cf0-0000-4000-8000-000000000002',
};

/** Returns the part of a wallet that identifies its connector. */
export const connectorKeyOfWallet = ({ connector, announcement }: Wallet): ConnectorKey => ({
  connector,
  announcement,
});

/** Returns the connector of `wallet` as if it were open for `account`. */
export const createOpenConnector = (wallet: Wallet, account: OpenConnector['account']): OpenConnector => ({
  ...connectorKeyOfWallet(wallet),
  account,
});

const accountOf = ({ address, chainId }: Connection) => ({ address, chainId });

/** The address and chain of `sampleConnection`. */
export const sampleAccount = accountOf(sampleConnection);

/** Returns what the page stores about a connection to `wallet`. */
export const createStoredConnection = ({ id, connector }: Wallet) => ({ id, connector });

const records = {
  phoneRecord: createStoredConnection(scannedWallet),
  phoneRecordWithAccount: { ...createStoredConnection(scannedWallet), account: sampleAccount },
  installedRecord: createStoredConnection(installedWallet),
  otherRecord: createStoredConnection(otherInstalledWallet),
};
/** Lists of the connectors that wagmi reports as open, with their accounts. */
const openings = {
  none: [],
  locked: [createOpenConnector(installedWallet, null)],
  account: [createOpenConnector(installedWallet, sampleAccount)],
  unsupportedNetwork: [createOpenConnector(installedWallet, accountOf(unsupportedNetworkConnection))],
  onPhone: [createOpenConnector(scannedWallet, sampleAccount)],
  both: [createOpenConnector(installedWallet, sampleAccount), createOpenConnector(otherInstalledWallet, sampleAccount)],
};

export const connectionSamples: MachineSamples<typeof connectionMachine> = {
  names: {
    installed: installedWallet,
    otherInstalled: otherInstalledWallet,
    scanning: scannedWallet,
    terse: walletWithoutInstructions,
    ...openings,
    ...records,
  },
  samples: [
    ...[null, ...Object.values(records)].map((record) => ({ type: 'record.changed', record })),
    ...[installedWallet, scannedWallet].map((wallet, i) => ({ type: 'claim', wallet, attempt: `attempt ${i}` })),
    ...['withdraw', 'leave'].flatMap((type) => [0, 1].map((nth) => ({ type, attempt: `attempt ${nth}` }))),
    { type: 'name', wallet: walletWithoutInstructions },
    ...[installedWallet, otherInstalledWallet, scannedWallet].map((wallet) => ({ type: 'wallet.found', wallet })),
    ...Object.values(openings).map((open) => ({ type: 'wagmi.changed', open })),
    createDoneEvent('approval', 'rejected'),
  ],
  possible: (
    { type, wallet, record: other },
    { value, context: { record, wallet: counted, open, connection: now } },
  ) => {
    // Records of older versions, which have no account, occur only when the page loads.
    if (other?.id === scannedWallet.id && !other.account) return value === 'reading';
    // `wallet.found` is always the first event of a wallet.
    if (type === 'wallet.found') return counted === null && wallet.id === record?.id;
    if (type === 'wallet.remembered') return now === null && counted !== null && record?.account !== undefined;
    if (type === 'wallet.locked' || type === 'wallet.gone') return counted !== null;
    if (type === 'name') return counted?.connector === 'walletConnect';
    // While two connectors are open, the only possible event is wagmi's next report.
    return type === 'wagmi.changed' || open.length < 2;
  },
  homes: ['connected', 'stored.restoring', 'stored.settled', 'claimed.unasked'],
};

export const approvalSamples: MachineSamples<typeof approvalMachine> = {
  names: { installed: installedWallet, scanning: scannedWallet, rejection: rejectionError },
  inputs: [installedWallet, scannedWallet].map((wallet) => ({ wallet, attempt: 'first' })),
  samples: [{ type: 'pairing.refused', reason: 'expired' }, createErrorEvent('openConnector', rejectionError)],
};

/** Inputs with a stored connection, and with its wallet if the wallet has already announced itself. */
const restored = {
  installedRecord: { record: records.installedRecord, wallet: null },
  phoneRecord: { record: records.phoneRecord, wallet: null },
  phoneRecordWithAccount: { record: records.phoneRecordWithAccount, wallet: null },
  abandonedRecord: { record: { ...records.installedRecord, abandoned: true as const }, wallet: null },
  foundWallet: { record: records.installedRecord, wallet: installedWallet },
};

export const restoreSamples: MachineSamples<typeof restoreMachine> = {
  names: { installed: installedWallet, scanning: scannedWallet, ...restored },
  inputs: Object.values(restored),
  samples: [installedWallet, scannedWallet].map((wallet) => ({ type: 'wallets.announced', wallet })),
  possible: ({ type, wallet }, { context: { record } }) => type !== 'wallets.announced' || wallet.id === record.id,
  homes: ['waiting', 'remembered.idle', 'locked'],
};

export const recheckSamples: MachineSamples<typeof recheckMachine> = {
  names: { installed: installedWallet },
  inputs: [{ wallet: installedWallet }],
};

export const relaySamples: MachineSamples<typeof relayMachine> = {
  inputs: [{ isNeeded: true }, { isNeeded: false }],
};

export const pairingSamples: MachineSamples<typeof pairingMachine> = {
  names: { code: nthPairingUri(1) },
  samples: [
    ...['first', 'second'].flatMap((attempt) => [
      { type: 'request', attempt },
      { type: 'leave', attempt },
    ]),
    { type: 'code.shown', uri: nthPairingUri(1) },
    { type: 'pairing.failed', reason: 'rejected' },
    { type: 'library.missed', online: true },
    { type: 'library.missed', online: false },
  ],
  // The machine stays in these states until another attempt starts.
  homes: ['approved', 'failed'],
};
