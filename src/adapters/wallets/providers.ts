import type { EIP1193Provider } from 'viem';
import { type Announcement, cleanAnnouncement } from '#domain/announcement';

/** The wallets that have announced themselves in this browser (EIP-6963), in the order in which they did. */
const heard = new Map<string, { announcement: Announcement; provider: EIP1193Provider }>();
const listeners = new Set<() => void>();
/** Of one name: an extension gone wild must not fill the list. */
const MOST = 3;

/** A wallet of the old kind, which announces nothing: `window.ethereum`. */
const LEGACY: Announcement = { uuid: 'window.ethereum', rdns: 'window.ethereum', name: 'Browser wallet', icon: null };

function legacyProvider(): EIP1193Provider | undefined {
  try {
    const provider = Reflect.get(window, 'ethereum');
    return typeof provider?.request === 'function' ? provider : undefined;
  } catch {
    // Wallets that fight for the name leave getters that throw.
    return undefined;
  }
}

function hear({ detail }: CustomEventInit<{ provider?: EIP1193Provider }>) {
  const announcement = cleanAnnouncement(detail);
  if (!announcement || heard.has(announcement.uuid) || announcement.uuid === LEGACY.uuid) return;
  const others = [...heard.values()];
  if (others.filter((other) => other.announcement.rdns === announcement.rdns).length >= MOST) return;
  try {
    const provider = detail?.provider;
    if (typeof provider?.request !== 'function' || others.some((other) => other.provider === provider)) return;
    heard.set(announcement.uuid, { announcement, provider });
  } catch {
    return;
  }
  for (const listen of listeners) listen();
}

let listening = false;

/** Asks the wallets of this browser to announce themselves. To be called only when a wallet dialog is asked for. */
export function askProviders() {
  if (!listening) addEventListener('eip6963:announceProvider', hear as EventListener);
  listening = true;
  dispatchEvent(new Event('eip6963:requestProvider'));
}

/** What they announced. The wallet of the old kind counts only where there is no other. */
export function announced(): Announcement[] {
  const announcements = [...heard.values()].map(({ announcement }) => announcement);
  return announcements.length || !legacyProvider() ? announcements : [LEGACY];
}

/** The provider behind an announcement, by its uuid. */
export const providerOf = (uuid: string | null) =>
  uuid === LEGACY.uuid ? legacyProvider() : heard.get(uuid ?? '')?.provider;

/** Calls `listen` whenever another wallet announces itself. Returns the undo. */
export function onAnnounced(listen: () => void) {
  listeners.add(listen);
  return () => {
    listeners.delete(listen);
  };
}
