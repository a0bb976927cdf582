import { fromCallback } from 'xstate';
import { catalogue } from '#domain/catalogue';
import { visitorOf } from '#domain/visitor';
import { listWallets } from '#domain/wallets';
import { site } from '#site';
import { isPhone } from '../browser/browser';
import { records } from '../browser/records';
import { announced, askProviders, onAnnounced } from './providers';

/** The browser and the device that the page is looked at with. */
function visitor() {
  const { userAgent, maxTouchPoints, platform } = navigator;
  const here = visitorOf(userAgent, {
    maxTouchPoints,
    platform,
    framed: window.parent !== window,
    brave: 'brave' in navigator,
  });
  // Whatever is held like a phone is led into apps like one.
  return isPhone() && here.os !== 'ios' ? { ...here, os: 'android' as const } : here;
}

/** The wallets that the visitor can choose from: as things stand, or if this were all that announces itself. */
export const listed = (those = announced()) =>
  listWallets({
    groups: site.wallet.groups,
    known: catalogue,
    visitor: visitor(),
    announced: those,
    recents: records.recents.get(),
  });

/** Tells which wallets there are: at once, and whenever one announces itself late. */
export const watchWallets = fromCallback(({ sendBack }) => {
  askProviders();
  const tell = () => sendBack({ type: 'wallets.found', wallets: listed() });
  tell();
  const undo = [onAnnounced(tell), records.recents.watch(tell)];
  return () => {
    for (const stop of undo) stop();
  };
});
