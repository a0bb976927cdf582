import { expect, test } from 'vitest';
import type { Wallet } from '#domain/wallet';
import { connectMachine } from '#machines/connect';
import { presentConnect } from '../../src/views/wallet/connect.present';
import type { StateTable } from '../../src/views/wallet/shownState';
import {
  installedWallet,
  mobileOnlyWallet,
  sampleWallets,
  scannedWallet,
  walletWithoutInstructions,
} from '../samples/wallets';
import { expectCopyKeys, snapshotAt } from './state';

type Context = NonNullable<Parameters<typeof presentConnect>[0]>['context'];

const fresh: Context = {
  wallets: sampleWallets,
  query: '',
  chosen: scannedWallet.id,
  trail: [],
  remembered: null,
  resumes: false,
};
const shownAt = (path: string, context: Partial<Context> = {}) =>
  presentConnect(snapshotAt(connectMachine, path, { ...fresh, ...context }), null);

/** By state: the depth of the step, its title, the label and event of the button to the next step, the instructions. */
const STATES: StateTable<
  typeof connectMachine,
  [depth: number, title: string, next: string | null, event: string | null, way?: keyof Wallet['explains']],
  'picked' | 'wanted' | 'returning' | 'done'
> = {
  none: [0, 'what', 'browse', 'browse'],
  learnCompact: [1, 'what', 'browse', 'browse'],
  get: [2, 'browse', null, null],
  connect: [3, 'Arc', null, null],
  downloadOptions: [4, 'getName', null, null],
  download: [5, 'getApp', 'haveIt', 'continue'],
  instructionsMobile: [6, 'setUp', 'continue', 'continue', 'mobile'],
  instructionsExtension: [6, 'setUp', 'refresh', 'refresh', 'extension'],
  instructionsDesktop: [6, 'setUp', 'continue', 'continue', 'desktop'],
  refreshing: [6, 'setUp', 'refreshing', null, 'extension'],
};

test.each(Object.entries(STATES))(
  'has title and controls in the state %s',
  (path, [depth, title, next, event, way]) => {
    const shown = shownAt(path);
    const busy = path === 'refreshing';
    const called = 'name' in shown.title ? shown.title.name : shown.title.key;
    expect([shown.depth, called, shown.isInside, shown.busy]).toEqual([depth, title, path !== 'none', busy]);
    if (next) expectCopyKeys(shown.next).toEqual({ label: next, event: event && { type: event } });
    expectCopyKeys(shown.heard).toBe(busy ? 'refreshing' : null);
    expect(shown.way).toBe(way ? scannedWallet.explains[way] : null);
  },
);

test('offers the downloads of the chosen wallet, and its app on this computer', () => {
  const { get, open } = shownAt('connect');
  expectCopyKeys([get, open]).toEqual([
    { label: 'getName', event: { type: 'get', id: 'arc' } },
    { label: 'phone.open', event: { type: 'open', id: 'arc' } },
  ]);
  const none = shownAt('connect', { chosen: installedWallet.id });
  expect([none.get, none.open]).toEqual([null, null]);
});

test('offers wallets to download, with a direct link if there is only one store', () => {
  const { offers } = shownAt('get', {
    wallets: [
      scannedWallet,
      mobileOnlyWallet,
      installedWallet,
      { ...walletWithoutInstructions, get: { ...walletWithoutInstructions.get, qrCode: null } },
    ],
  });
  expectCopyKeys(offers.map(({ wallet, ...offer }) => ({ id: wallet.id, ...offer }))).toEqual([
    { id: 'arc', kind: 'kinds.phoneBrowserDesktop', store: null, event: { type: 'get', id: 'arc' } },
    { id: 'cove', kind: 'kinds.phone', store: null, event: { type: 'get', id: 'cove' } },
    {
      id: 'bay',
      kind: 'kinds.phoneBrowserDesktop',
      store: walletWithoutInstructions.get.desktop,
      event: { type: 'get', id: 'bay' },
    },
  ]);
});

test('offers Forget only at the step of the stored wallet', () => {
  expect(shownAt('connect', { remembered: 'arc' }).forget).toMatchObject({ event: { type: 'forget' } });
  expect(shownAt('connect', { remembered: 'bay' }).forget).toBeNull();
  expect(shownAt('none', { remembered: 'arc', chosen: null }).forget).toBeNull();
});

test('shows the explanation of wallets if the chosen wallet is no longer listed', () => {
  const { step, title, next } = shownAt('download', { wallets: [] });
  expectCopyKeys([step, title, next.label]).toEqual([null, 'what', 'browse']);
});

test('shows the step with the wallet list before the dialog first opens', () => {
  const { step, isInside, forget } = presentConnect(null, null, sampleWallets);
  expect([step, isInside, forget]).toEqual([null, false, null]);
});
