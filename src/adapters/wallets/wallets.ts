import { fromCallback } from 'xstate';
import { language } from '#copy/numbers';
import { walletCatalogue } from '#domain/catalogue';
import { hasWalletApps, recognizeDevice } from '#domain/visitor';
import type { Wallet } from '#domain/wallet';
import { listWallets } from '#domain/wallets';
import { site } from '#site';
import { isPhoneLayout } from '../browser/browser';
import { storedRecords } from '../browser/records';
import { listAnnouncedWallets, requestAnnouncements, subscribeToAnnouncements } from './providers';

function visitor() {
  const { userAgent, maxTouchPoints, platform } = navigator;
  const bridges = ['TelegramWebviewProxy', 'TelegramWebview', 'TelegramWebviewProxyProto', 'ReactNativeWebView'];
  const here = recognizeDevice(userAgent, {
    maxTouchPoints,
    platform,
    framed: window.parent !== window,
    coarse: matchMedia('(pointer: coarse)').matches,
    bridged: bridges.some((name) => name in window),
    standalone: 'standalone' in navigator && navigator.standalone === true,
    brave: 'brave' in navigator,
  });
  // Touch devices open apps by links, as phones do.
  return isPhoneLayout() && here.os !== 'ios' ? { ...here, os: 'android' as const } : here;
}

/** Whether requests open an app on this device: on phones, and on tablets with a desktop user agent. */
export const canOpenWalletApps = () => hasWalletApps(visitor());

/** The last list and its inputs. The same inputs return the same list, so that React does not render it again. */
const last = { source: '', list: [] as Wallet[] };

export function listCurrentWallets(those = listAnnouncedWallets()) {
  const changing = {
    visitor: visitor(),
    announced: those,
    recents: storedRecords.recents.get(),
    latest: storedRecords.latest.get(),
    remembered: storedRecords.session.get(),
  };
  const source = JSON.stringify(changing);
  if (source !== last.source) {
    const list = listWallets({ ...changing, groups: site.wallet.groups, language, known: walletCatalogue });
    Object.assign(last, { source, list });
  }
  return last.list;
}

export function findStoredWallet() {
  const { id } = storedRecords.session.get() ?? {};
  return listCurrentWallets().find((wallet) => wallet.id === id) ?? null;
}

export const watchWallets = fromCallback(({ sendBack }) => {
  let isDue = true;
  const tell = () => {
    // Reports the stored wallet as `remembered`, because the list is shown only while that wallet is not connected.
    if (isDue)
      sendBack({ type: 'wallets.found', wallets: listCurrentWallets(), remembered: findStoredWallet()?.id ?? null });
    isDue = false;
  };
  // Simultaneous announcements change the list once.
  const schedule = () => {
    if (!isDue) queueMicrotask(tell);
    isDue = true;
  };
  requestAnnouncements();
  tell();
  const undo = [subscribeToAnnouncements(schedule), storedRecords.recents.watch(schedule), () => (isDue = false)];
  return () => {
    for (const stop of undo) stop();
  };
});
