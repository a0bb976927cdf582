import { vi } from 'vitest';

/** As much of a browser as the world of the wallets needs, for tests that are faster without one. */

/** Waits for the next turn of the event loop. */
export const turn = () => new Promise<void>((over) => setTimeout(over));

export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** State that the tabs of one browser share. */
interface Shared {
  stored: Map<string, string>;
  /** Names under which something was written, one for each time. */
  written: string[];
}

/**
 * A browser, new, in place of the globals, at `origin`; or another tab of one that is open, with the same storage.
 * `restore` of vitest's takes it away.
 */
export function openBrowser(
  origin = 'http://localhost',
  { stored, written }: Shared = { stored: new Map(), written: [] },
) {
  const page = new EventTarget();
  const marks = new Set<string>();
  const shown = Object.assign(new EventTarget(), {
    documentElement: {
      toggleAttribute: (name: string, is: boolean) => void (is ? marks.add(name) : marks.delete(name)),
    },
    visibilityState: 'visible',
    querySelector: () => null,
  });
  let full = false;
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
      if (full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      written.push(key.replace('iaborrow.', ''));
      stored.set(key, text);
    },
    removeItem: (key: string) => void stored.delete(key),
  };
  const globals = {
    window: Object.assign(page, { parent: page, localStorage: storage }),
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
    localStorage: storage,
    location: { origin, host: new URL(origin).host, hash: '', pathname: '/', search: '' },
    history: { state: null, replaceState: () => {}, back: () => {} },
    navigator: { userAgent: 'Chrome/143', platform: 'Linux', maxTouchPoints: 0, onLine: true },
    document: shown,
    matchMedia: () => ({ matches: false }),
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  Object.assign(page, { document: globals.document });

  const keyOf = (name: string) => `iaborrow.${name}`;
  const key = keyOf('session');
  // Records of wallets in this browser are as older versions wrote them.
  const sessionOf = (id: string, connector: string) =>
    JSON.stringify({
      version: 1,
      value: { id, connector, ...(connector !== 'injected' && { account: { address: ADDRESS, chainId: 1 } }) },
    });
  return {
    /** For another tab. */
    shared: { stored, written },
    /** Whether the page is marked by the attribute `name` of `<html>`. */
    marked: (name: string) => marks.has(name),
    /** How often something was written under `name`. */
    writes: (name: string) => written.filter((one) => one === name).length,
    /** From now on nothing more fits into the storage. */
    fill: () => {
      full = true;
    },
    /** Returns the stored connection. */
    session: () => JSON.parse(stored.get(key) ?? 'null')?.value ?? null,
    keep: (id: string, connector = 'injected') => stored.set(key, sessionOf(id, connector)),
    /** Another tab connects the wallet `id`, or disconnects it. */
    otherTab: (id: string | null, connector = 'injected') => {
      if (id) stored.set(key, sessionOf(id, connector));
      else stored.delete(key);
      page.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
    /** Returns the value stored under `name`. */
    kept: (name: string) => JSON.parse(stored.get(keyOf(name)) ?? 'null')?.value ?? null,
    /** Writes under `name`, as other pages and versions of this one may have. */
    write: (name: string, text: string) => stored.set(keyOf(name), text),
    /** Tells that another tab has written under `name`. */
    hear: (name: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key: keyOf(name) })),
    /** The visitor turns to another tab, or back. */
    show: (visibilityState: 'visible' | 'hidden') => {
      Object.assign(shown, { visibilityState }).dispatchEvent(new Event('visibilitychange'));
    },
    /** From now on nothing may be kept here. */
    forbid: () =>
      Object.defineProperty(globalThis, 'localStorage', {
        configurable: true,
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
    /** A wallet announces itself, now and whenever it is asked. */
    announce: (rdns: string, provider: object, uuid = rdns) => {
      const detail = { info: { uuid, rdns, name: rdns, icon: '' }, provider };
      const speak = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      page.addEventListener('eip6963:requestProvider', speak);
      speak();
    },
  };
}

/** A wallet in the browser that lets the page in, and notes what it is asked. An answer may be made from the question. */
export function provider() {
  const listeners = new Map<string, Set<(news: unknown) => void>>();
  const of = (event: string) => listeners.get(event) ?? listeners.set(event, new Set()).get(event)!;
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    eth_chainId: '0x1',
    eth_accounts: [ADDRESS],
    eth_requestAccounts: [ADDRESS],
    wallet_requestPermissions: [{ caveats: [{ value: [ADDRESS] }] }],
  };
  return {
    asked,
    answers,
    request: async ({ method, params }: { method: string; params?: unknown }) => {
      asked.push(method);
      const answer = answers[method];
      return (typeof answer === 'function' ? answer(params) : answer) ?? null;
    },
    on: (event: string, listen: (news: unknown) => void) => of(event).add(listen),
    removeListener: (event: string, listen: (news: unknown) => void) => of(event).delete(listen),
    say: (event: string, news: unknown) => {
      for (const listen of of(event)) listen(news);
    },
  };
}
