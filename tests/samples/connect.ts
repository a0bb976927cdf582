import { isSearchable } from '#domain/wallets';
import type { attemptMachine } from '#machines/attempt';
import type { connectMachine } from '#machines/connect';
import type { mobileConnectMachine } from '#machines/mobileConnect';
import type { MachineSamples } from '../engine/properties';
import {
  desktopOnlyWallet,
  inAppBrowserWallet,
  installedWallet,
  mobileOnlyWallet,
  nthPairingUri,
  samplePhoneWallets,
  sampleWallets,
  scannedWallet,
  unavailableWallet,
} from './wallets';

/** The event that lists the wallets of this browser. */
export const walletsFoundEvent = { type: 'wallets.found', wallets: sampleWallets };

/** A list of wallets that is long enough to have a search field. No sample event picks its last two wallets. */
export const manyWallets = [
  ...sampleWallets,
  ...['Gale', 'Heath'].map((name) => ({ ...unavailableWallet, id: name, name })),
];

export const connectSamples: MachineSamples<typeof connectMachine> = {
  inputs: [undefined, { resumes: true }],
  names: {
    manyWallets,
    resuming: { resumes: true },
    rememberedHere: installedWallet.id,
    rememberedMissing: desktopOnlyWallet.id,
  },
  samples: [
    { ...walletsFoundEvent, wallets: manyWallets },
    ...[installedWallet, desktopOnlyWallet].map(({ id }) => ({
      ...walletsFoundEvent,
      wallets: manyWallets,
      remembered: id,
    })),
    ...['arc', ''].map((text) => ({ type: 'search', text })),
    ...sampleWallets.flatMap(({ id }) => [
      { type: 'pick', id },
      { type: 'get', id },
      { type: 'open', id },
    ]),
  ],
  // A visitor can't click a hidden control.
  possible: ({ type, id, text, remembered }, { value, context: { wallets, query, chosen, resumes } }) => {
    if (type === 'wallets.found') return !wallets.length && resumes === Boolean(remembered);
    // With a stored wallet, only these events make a difference.
    if (resumes && /^[a-z]+$/.test(type)) return ['forget', 'back', 'close'].includes(type);
    const { get } = wallets.find((wallet) => wallet.id === (id ?? chosen)) ?? {};
    // Only `search` changes the query, so no other event is tried while the list is filtered.
    if (query) return type === 'search' && text !== query;
    switch (type) {
      case 'search':
        return value === 'none' && text !== query;
      case 'pick':
        return Boolean(get) && (value === 'none' || value === 'connect');
      case 'get':
        return value === 'connect'
          ? id === chosen && Boolean(get?.qrCode || get?.desktop)
          : Boolean(get?.qrCode || get?.extension || get?.desktop);
      case 'open':
        return value === 'connect';
      case 'extension':
        return Boolean(get?.extension);
      case 'desktop':
        return Boolean(get?.desktop);
      case 'mobile':
        return Boolean(get?.qrCode);
      default:
        return true;
    }
  },
  identify: ({ wallets, ...context }) => ({ ...context, found: wallets.length > 0 }),
  beginsLate: ({ context }) => context.remembered !== null,
};

const longList = [...samplePhoneWallets, { ...installedWallet, id: 'owl', name: 'Owl', shortName: 'Owl' }];

export const mobileConnectSamples: MachineSamples<typeof mobileConnectMachine> = {
  inputs: [undefined, { resumes: true }],
  names: { resuming: { resumes: true }, phoneWallets: samplePhoneWallets, longList },
  samples: [
    { ...walletsFoundEvent, wallets: samplePhoneWallets },
    { ...walletsFoundEvent, wallets: longList },
    ...[installedWallet, scannedWallet, inAppBrowserWallet].map(({ id }) => ({
      ...walletsFoundEvent,
      wallets: samplePhoneWallets,
      remembered: id,
    })),
    ...[installedWallet, scannedWallet, inAppBrowserWallet].map(({ id }) => ({ type: 'pick', id })),
    ...[scannedWallet, installedWallet].map(({ id }) => ({ type: 'open', id })),
    { type: 'search', text: 'a' },
  ],
  // With a stored wallet, only these events make a difference.
  possible: ({ type, remembered }, { context: { resumes } }) =>
    type === 'wallets.found'
      ? resumes === Boolean(remembered)
      : !resumes || !/^[a-z]+$/.test(type) || ['forget', 'back', 'close'].includes(type),
  // Lists count as equal, unless only one of them is long enough to have a search field.
  identify: ({ wallets, ...context }) => ({ ...context, long: isSearchable(wallets) }),
  beginsLate: ({ context }) => context.remembered !== null,
};

/** Inputs whose pairing codes last two seconds and are renewed once. Real codes last five minutes. */
const attempts = {
  byCode: { wallet: mobileOnlyWallet, codeLifetime: 2, renewalLimit: 1 },
  inBrowser: { wallet: installedWallet },
};

export const attemptSamples: MachineSamples<typeof attemptMachine> = {
  names: { code: nthPairingUri(1), ...attempts },
  inputs: Object.values(attempts),
  samples: [
    { type: 'code.arrived', uri: nthPairingUri(1) },
    { type: 'claim.refused', reason: 'rejected' },
    { type: 'claim.refused', reason: 'expired' },
  ],
  // States that differ only in the code count as equal.
  identify: ({ code: _, ...context }) => context,
};
