import { fromCallback } from 'xstate';
import { catalogue } from '#domain/catalogue';
import { visitorOf } from '#domain/visitor';
import type { Wallet } from '#domain/wallet';
import { listWallets } from '#domain/wallets';
import { site } from '#site';
import { isPhone } from '../browser/browser';
import { records } from '../browser/records';
import { announced, askProviders, onAnnounced } from './providers';

/** The browser and the device that the page is looked at with. */
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

/** The last list and what it was made of: while that is the same, so is the list, and nothing renders. */
const last = { source: '', list: [] as Wallet[] };

/** The wallets that the visitor can choose from: as things stand, or if this were all that announces itself. */
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

/** Tells which wallets there are: at once, and whenever one announces itself late. */
export const watchWallets = fromCallback(({ sendBack }) => {
  let isDue = true;
  const tell = () => {
    if (isDue) sendBack({ type: 'wallets.found', wallets: listed() });
    isDue = false;
  };
  // Many that announce themselves in one go are listed in one go.
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
