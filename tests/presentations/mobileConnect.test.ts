import { expect, test } from 'vitest';
import { attemptMachine } from '#machines/attempt';
import { mobileConnectMachine } from '#machines/mobileConnect';
import { type AttemptPresentation, presentAttempt } from '../../src/views/wallet/attempt.present';
import { presentMobileConnect } from '../../src/views/wallet/mobileConnect.present';
import type { StateTable } from '../../src/views/wallet/shownState';
import {
  inAppBrowserWallet,
  installedWallet,
  nthPairingUri,
  samplePhoneWallets,
  scannedWallet,
} from '../samples/wallets';
import { expectCopyKeys, freshAttemptContext, snapshotAt } from './state';

type Context = NonNullable<Parameters<typeof presentMobileConnect>[0]>['context'];

const fresh: Context = {
  wallets: samplePhoneWallets,
  query: '',
  chosen: null,
  requested: null,
  remembered: null,
  resumes: false,
};
const chosen = { chosen: scannedWallet.id };
const requested = { chosen: scannedWallet.id, requested: scannedWallet.id };

const triedAt = (path: string, context: Partial<AttemptPresentation> = {}) =>
  presentAttempt(snapshotAt(attemptMachine, path, { ...freshAttemptContext, ...context }), null);
const code = triedAt('asking.scanning.ticking', { uri: nthPairingUri(1), left: 300, code: 1 });
const opening = triedAt('asking.opening.fresh');
const slow = triedAt('asking.opening.slow');
const lapsed = triedAt('lapsed');
const failedBy = (reason: NonNullable<AttemptPresentation['reason']>) => triedAt('failed', { reason });

const shownAt = (path: string, context: Partial<Context> = {}, tried: AttemptPresentation | null = code) =>
  presentMobileConnect(snapshotAt(mobileConnectMachine, path, { ...fresh, ...context }), tried);

/** By state: the step, its depth, and its title. The title of a wallet's step is its name. */
const STATES: StateTable<typeof mobileConnectMachine, [step: string, depth: number, title: string], 'done'> = {
  loading: ['none', 0, 'wallet.title'],
  remembering: ['none', 0, 'wallet.title'],
  'attempting.none.row': ['none', 0, 'wallet.title'],
  'attempting.none.all': ['all', 1, 'phone.all'],
  'attempting.get': ['get', 1, 'browse'],
  'attempting.downloadOptions': ['downloadOptions', 1, 'getName'],
  'attempting.preparing': ['connect', 2, 'Arc'],
  'attempting.connect.leaving': ['connect', 2, 'Arc'],
  'attempting.connect.stuck': ['connect', 2, 'Arc'],
  'attempting.waiting': ['connect', 2, 'Arc'],
};

/**
 * By the state of the sheet and of the attempt: the title and the text of the message. In `leaving` and `stuck`, the
 * visitor has opened a link. In `waiting`, there is none.
 */
const TOLD: [path: string, tried: AttemptPresentation, title: string | null, text: string | null][] = [
  ['leaving', triedAt('asking.preparing'), 'phone.preparing.title', 'phone.preparing.text'],
  ['leaving', code, 'phone.ready.title', 'phone.ready.text'],
  ['leaving', opening, 'connect.status.opening.title', 'phone.opening'],
  ['leaving', slow, 'connect.status.opening.title', 'phone.stuck'],
  ['stuck', opening, 'connect.status.opening.title', 'phone.stuck'],
  ['stuck', triedAt('asking.opening.slow', { cutOff: true }), 'connect.status.opening.title', 'cutOff'],
  ['leaving', lapsed, 'phone.lapsed.title', 'phone.lapsed.text'],
  ['leaving', failedBy('rejected'), 'failure.rejected.title', 'failure.rejected.text'],
  ['leaving', failedBy('unreachable'), 'failure.unreachable.title', 'phone.checkInternet'],
  ['waiting', code, null, null],
  ['waiting', opening, 'connect.status.opening.title', 'phone.confirm'],
  ['waiting', slow, 'connect.status.opening.title', 'phone.asking'],
  ['waiting', lapsed, 'lapsed.title', 'lapsed.text'],
];

const ROW = 'attempting.none.row';

test.each(Object.entries(STATES))('shows the step and its title in the state %s', (path, [step, depth, title]) => {
  const shown = shownAt(path, depth === 2 || step === 'downloadOptions' ? chosen : {});
  const called = 'name' in shown.title ? shown.title.name : shown.title.key;
  expect([shown.step, shown.depth, called]).toEqual([step, depth, title]);
  expectCopyKeys(shown.browse).toEqual({ label: 'browse', event: path === 'loading' ? null : { type: 'browse' } });
});

test.each(TOLD)('shows the message about the connection attempt in the state %s', (path, tried, title, text) => {
  const isWaiting = path === 'waiting';
  const shown = shownAt(
    isWaiting ? 'attempting.waiting' : `attempting.connect.${path}`,
    isWaiting ? requested : chosen,
    tried,
  );
  expectCopyKeys(shown.telling).toEqual(title && { title, text });
  if (!title) expectCopyKeys([shown.isCode, shown.heard]).toEqual([true, { 1: 'scan', copied: null, cutOff: null }]);
});

test.each<[string, AttemptPresentation, string, object | null]>([
  ['unreachable', failedBy('unreachable'), 'unreachable', { label: 'wallet.retry', event: { type: 'retry' } }],
  ['refused', failedBy('refused'), 'refused', { label: 'wallet.retry', event: { type: 'retry' } }],
  ['expired', lapsed, 'lapsed', { label: 'phone.renew', event: { type: 'renew' } }],
])('says in the wallet list that links are %s, and which wallets still work', (_, tried, why, remedy) => {
  const shown = shownAt(ROW, {}, tried);
  expectCopyKeys(shown.telling).toEqual({ title: `phone.${why}.title`, text: `phone.${why}.text` });
  expect(shown.telling?.text.values).toEqual([[{ name: installedWallet.shortName }]]);
  expectCopyKeys([shown.remedy, shown.tiles.cutOff]).toEqual([remedy, true]);
});

test('offers to renew an expired code while waiting, and not beside downloads', () => {
  expectCopyKeys(shownAt('attempting.waiting', requested, lapsed).remedy).toMatchObject({ label: 'renew' });
  expect(shownAt('attempting.get', {}, lapsed).remedy).toBeNull();
});

test('links to the app, and to its store if the app does not open', () => {
  const first = shownAt('attempting.connect.leaving', chosen);
  expectCopyKeys([first.link, first.store]).toMatchObject([
    { isAgain: false, label: 'phone.open', event: { type: 'open', id: scannedWallet.id } },
    null,
  ]);
  const open = { ...opening, uri: nthPairingUri(1), left: 300 };
  const again = shownAt('attempting.connect.stuck', chosen, open);
  expectCopyKeys([again.link, again.store]).toMatchObject([
    { isAgain: true, label: 'wallet.retry' },
    scannedWallet.get.mobile,
  ]);
  expect(shownAt('attempting.connect.leaving', chosen, { ...code, left: 0 }).link).toBeNull();
  expect(shownAt('attempting.waiting', requested, open).link).toBeNull();
});

test('offers the downloads of several wallets, or of the chosen one', () => {
  const all = shownAt('attempting.get');
  expectCopyKeys([all.after, all.offers[0]?.kind]).toEqual(['getAfterOnPhone', 'phoneApp']);
  const one = shownAt('attempting.downloadOptions', { chosen: inAppBrowserWallet.id });
  expectCopyKeys([one.after, one.offers.map(({ wallet }) => wallet.id)]).toEqual([
    'getOwnBrowser',
    [inAppBrowserWallet.id],
  ]);
});

test('offers Forget only at the step of the stored wallet', () => {
  const { forget } = shownAt('attempting.connect.leaving', { ...chosen, remembered: scannedWallet.id });
  expectCopyKeys(forget).toEqual({ label: 'forget', event: { type: 'forget' } });
  expect(shownAt('attempting.connect.leaving', chosen).forget).toBeNull();
});

test('has links in the wallet list only while a pairing code is valid', () => {
  expect(shownAt(ROW).tiles.uri).toBe(nthPairingUri(1));
  expect(shownAt(ROW, {}, opening).tiles.uri).toBeNull();
});
