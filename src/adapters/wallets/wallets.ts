import { fromCallback } from 'xstate';
import { catalogue } from '#domain/catalogue';
import { visitorOf } from '#domain/visitor';
import type { Wallet } from '#domain/wallet';
import { listWallets } from '#domain/wallets';
import { site } from '#site';
import { isPhone } from '../browser/browser';
import { records } from '../browser/records';
import { announced, askProviders, onAnnounced } from './providers';

/** Returns the browser and the device of the visitor. */
function visitor() {
  const { userAgent, maxTouchPoints, platform } = navigator;
  const bridges = ['TelegramWebviewProxy', 'TelegramWebview', 'TelegramWebviewProxyProto', 'ReactNativeWebView'];
  const here = visitorOf(userAgent, {
    maxTouchPoints,
    platform,
    framed: window.parent !== window,
    coarse: matchMedia('(pointer: coarse)').matches,
    bridged: bridges.some((name) => name in window),
    standalone: 'standalone' in navigator && navigator.standalone === true,
    brave: 'brave' in navigator,
  });
  // Devices that are held like a phone open apps like one.
  return isPhone() && here.os !== 'ios' ? { ...here, os: 'android' as const } : here;
}

/** The last list and its sources. The list stays the same object while its sources do, so nothing renders. */
const last = { source: '', list: [] as Wallet[] };

/** Returns the wallets that the visitor can choose from, by all announcements or by the given ones. */
export function listed(those = announced()) {
  const changing = {
    visitor: visitor(),
    announced: those,
    recents: records.recents.get(),
    latest: records.latest.get(),
  };
  const source = JSON.stringify(changing);
  if (source !== last.source)
    Object.assign(last, { source, list: listWallets({ ...changing, groups: site.wallet.groups, known: catalogue }) });
  return last.list;
}

/** Tells the list of wallets, at once and after each late announcement. */
export const watchWallets = fromCallback(({ sendBack }) => {
  let isDue = true;
  const tell = () => {
    if (isDue) sendBack({ type: 'wallets.found', wallets: listed() });
    isDue = false;
  };
  // Announcements of one moment are listed in one go.
  const schedule = () => {
    if (!isDue) queueMicrotask(tell);
    isDue = true;
  };
  askProviders();
  tell();
  const undo = [onAnnounced(schedule), records.recents.watch(schedule), () => (isDue = false)];
  return () => {
    for (const stop of undo) stop();
  };
});
