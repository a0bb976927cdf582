import type { EIP1193Provider } from 'viem';
import { BROWSER_WALLET } from '#copy/names';
import { type Announcement, sanitizeAnnouncement } from '#domain/announcement';
import { walletCatalogue } from '#domain/catalogue';
import { identifyLegacyProvider, LEGACY_PROVIDER_ID } from '#domain/legacyProvider';
import { LISTED_WALLETS_LIMIT } from '#domain/wallets';

/** The announced wallets of this browser (EIP-6963), in the order of their announcements. */
const announcedByUuid = new Map<string, { announcement: Announcement; provider: EIP1193Provider }>();
const listeners = new Set<() => void>();
/** The limit of announcements with one rdns: a faulty extension must not fill the list. */
const MOST_PER_RDNS = 3;
/** The interval at which `window.ethereum` is checked while a listener waits for it, in ms. */
const LEGACY_INTERVAL = 500;

/** The rdns of known wallets, which are accepted even after a flood of others. */
const CATALOGUE_RDNS = new Set(walletCatalogue.flatMap(({ rdns = [], otherRdns = [] }) => [rdns, otherRdns].flat()));

function legacyProvider(): EIP1193Provider | undefined {
  try {
    const provider = Reflect.get(window, 'ethereum');
    return typeof provider?.request === 'function' ? provider : undefined;
  } catch {
    // Competing wallets may leave getters that throw.
    return undefined;
  }
}

/** The uuids announced until the next microtask. Two wallets with one rdns both answer in the same round. */
const round = new Set<string>();

/** A wallet that announces itself again with another uuid does so in a later round. */
const findRepeated = ({ rdns, name, icon }: Announcement) =>
  [...announcedByUuid.values()].find(
    ({ announcement: one }) => one.rdns === rdns && one.name === name && one.icon === icon && !round.has(one.uuid),
  );

function addAnnouncement({ detail }: CustomEventInit<{ provider?: EIP1193Provider }>) {
  const announcement = sanitizeAnnouncement(detail);
  if (!announcement || announcement.uuid === LEGACY_PROVIDER_ID) return;
  if (round.size === 0) queueMicrotask(() => round.clear());
  const known = announcedByUuid.get(announcement.uuid) ?? findRepeated(announcement);
  round.add(known?.announcement.uuid ?? announcement.uuid);
  if (known) return;
  if (announcedByUuid.size >= LISTED_WALLETS_LIMIT && !CATALOGUE_RDNS.has(announcement.rdns)) return;
  const others = [...announcedByUuid.values()];
  if (others.filter((other) => other.announcement.rdns === announcement.rdns).length >= MOST_PER_RDNS) return;
  try {
    const provider = detail?.provider;
    if (typeof provider?.request !== 'function' || others.some((other) => other.provider === provider)) return;
    announcedByUuid.set(announcement.uuid, { announcement, provider });
  } catch {
    return;
  }
  for (const listen of listeners) listen();
}

let listening = false;

/** Asks the wallets of this browser to announce themselves. Call it only when a wallet dialog is requested. */
export function requestAnnouncements() {
  if (!listening) addEventListener('eip6963:announceProvider', addAnnouncement as EventListener);
  listening = true;
  round.clear();
  dispatchEvent(new Event('eip6963:requestProvider'));
}

/** Returns the announced wallets. `window.ethereum` is included only if no wallet announces itself. */
export function listAnnouncedWallets(): Announcement[] {
  const announcements = [...announcedByUuid.values()].map(({ announcement }) => announcement);
  const legacy = announcements.length ? undefined : legacyProvider();
  return legacy ? [identifyLegacyProvider(legacy, walletCatalogue, BROWSER_WALLET)] : announcements;
}

export const findProvider = (uuid: string | null) =>
  uuid === LEGACY_PROVIDER_ID ? legacyProvider() : announcedByUuid.get(uuid ?? '')?.provider;

/** Calls `listen` for each new wallet: announced, or in `window.ethereum`, with or without `ethereum#initialized`. */
export function subscribeToAnnouncements(listen: () => void) {
  let before = legacyProvider();
  const look = () => {
    const now = legacyProvider();
    if (now === before) return;
    before = now;
    listen();
  };
  const timer = setInterval(look, LEGACY_INTERVAL);
  addEventListener('ethereum#initialized', look);
  listeners.add(listen);
  return () => {
    clearInterval(timer);
    removeEventListener('ethereum#initialized', look);
    listeners.delete(listen);
  };
}
