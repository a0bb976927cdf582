import type { Connection, OpenConnector, Reach } from '#domain/connection';
import type { Wallet } from '#domain/wallet';
import type { connectionMachine } from '#machines/connection';
import type { World } from '../engine/paths';
import type { Claims } from '../engine/properties';
import { failed } from '../engine/words';
import { connection, elsewhere, rejection } from './connections';
import { installed, scanning, terse } from './wallets';

export const otherInstalled: Wallet = {
  ...installed,
  id: 'io.owl',
  name: 'Owl',
  announcement: '1f0c9cf0-0000-4000-8000-000000000002',
};

export const reachOf = ({ connector, announcement }: Wallet): Reach => ({ connector, announcement });

export const openOf = (wallet: Wallet, account: OpenConnector['account']): OpenConnector => ({
  ...reachOf(wallet),
  account,
});

const accountOf = ({ address, chainId }: Connection) => ({ address, chainId });

export const account = accountOf(connection);

const polygonAccount = accountOf(elsewhere);

export const recordOf = ({ id, connector }: Wallet) => ({ id, connector });

export const connectionWorld: World<typeof connectionMachine> & Claims = {
  names: {
    none: [],
    installed,
    otherInstalled,
    scanning,
    terse,
    rejection,
    locked: [openOf(installed, null)],
    account: [openOf(installed, account!)],
    unsupportedNetwork: [openOf(installed, polygonAccount!)],
    onPhone: [openOf(scanning, account!)],
    both: [openOf(installed, account!), openOf(otherInstalled, account!)],
    phoneRecord: { id: scanning.id, connector: scanning.connector },
    phoneRecordWithAccount: { id: scanning.id, connector: scanning.connector, account },
    installedRecord: recordOf(installed),
    otherRecord: recordOf(otherInstalled),
  },
  samples: [
    { type: 'record.changed', record: null },
    { type: 'record.changed', record: { id: scanning.id, connector: scanning.connector } },
    { type: 'record.changed', record: { id: scanning.id, connector: scanning.connector, account } },
    ...[installed, otherInstalled].map(({ id, connector }) => ({ type: 'record.changed', record: { id, connector } })),
    ...[installed, scanning].map((wallet, i) => ({ type: 'claim', wallet, attempt: `attempt ${i}` })),
    ...['withdraw', 'leave'].flatMap((type) => [0, 1].map((nth) => ({ type, attempt: `attempt ${nth}` }))),
    ...[0, 1].flatMap((nth) => [
      { type: 'pairing.approved', attempt: `attempt ${nth}` },
      { type: 'pairing.refused', attempt: `attempt ${nth}`, reason: 'rejected' },
    ]),
    { type: 'name', wallet: terse },
    ...[installed, otherInstalled, scanning].map((wallet) => ({ type: 'wallet.found', wallet })),
    { type: 'wagmi.changed', open: [] },
    { type: 'wagmi.changed', open: [openOf(installed, null)] },
    ...[account, polygonAccount].map((one) => ({ type: 'wagmi.changed', open: [openOf(installed, one!)] })),
    { type: 'wagmi.changed', open: [openOf(scanning, account!)] },
    { type: 'wagmi.changed', open: [openOf(installed, account!), openOf(otherInstalled, account!)] },
    failed('openConnector', rejection),
  ],
  possible: (
    { type, wallet, record: other },
    { value, context: { record, wallet: counted, open, connection: now } },
  ) => {
    // Older records occur when the page loads.
    if (other?.id === scanning.id && !other.account) return value === 'reading';
    // Before any other event of a wallet, the browser finds it.
    if (type === 'wallet.found') return counted === null && wallet.id === record?.id;
    if (type === 'wallet.remembered') return now === null && counted !== null && record?.account !== undefined;
    if (type === 'wallet.locked' || type === 'wallet.gone') return counted !== null;
    if (type === 'name') return counted?.connector === 'walletConnect';
    // wagmi finishes a call before it reports other changes.
    return type === 'wagmi.changed' || open.length < 2;
  },
  homes: ['connected', 'stored.restoring', 'stored.settled', 'claimed.unasked'],
};
