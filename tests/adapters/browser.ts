import { onTestFinished, vi } from 'vitest';
import { waitForEventLoopTurn } from '../support/gate';

export const CONNECTED_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** Stubs the browser globals that the page uses, as on a page at `origin` with empty storage. */
export function simulateBrowser(origin = 'http://localhost') {
  const stored = new Map<string, string>();
  const written: string[] = [];
  const page = new EventTarget();
  const marks = new Set<string>();
  const shown = Object.assign(new EventTarget(), {
    documentElement: {
      toggleAttribute: (name: string, is: boolean) => void (is ? marks.add(name) : marks.delete(name)),
    },
    visibilityState: 'visible',
    querySelector: () => null,
  });
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => {
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
    location: { origin, host: new URL(origin).host, href: `${origin}/`, hash: '' },
    history: { state: null, length: 1, replaceState: () => {}, back: () => {} },
    navigator: { userAgent: 'Chrome/143', platform: 'Linux', maxTouchPoints: 0, onLine: true },
    document: shown,
    matchMedia: () => ({ matches: false }),
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  Object.assign(page, { document: globals.document });

  const keyOf = (name: string) => `iaborrow.${name}`;
  const key = keyOf('session');
  return {
    marked: (name: string) => marks.has(name),
    writes: (name: string) => written.filter((one) => one === name).length,
    session: () => JSON.parse(stored.get(key) ?? 'null')?.value ?? null,
    keep: (id: string, connector = 'injected') => {
      const account = connector === 'injected' ? undefined : { address: CONNECTED_ADDRESS, chainId: 1 };
      stored.set(key, JSON.stringify({ version: 1, value: { id, connector, account } }));
    },
    kept: (name: string) => JSON.parse(stored.get(keyOf(name)) ?? 'null')?.value ?? null,
    /** Writes raw text to the storage under `name`, as another tab or another version of the page may do. */
    write: (name: string, text: string) => stored.set(keyOf(name), text),
    /** Dispatches the `storage` event that a browser sends when another tab has written `name`. */
    hear: (name: string) => page.dispatchEvent(Object.assign(new Event('storage'), { key: keyOf(name) })),
    show: (visibilityState: 'visible' | 'hidden') => {
      Object.assign(shown, { visibilityState }).dispatchEvent(new Event('visibilitychange'));
    },
    /** Announces a wallet, now and on request (EIP-6963). */
    announce: (rdns: string, provider: object, uuid = rdns) => {
      const detail = { info: { uuid, rdns, name: rdns, icon: '' }, provider };
      const speak = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      page.addEventListener('eip6963:requestProvider', speak);
      speak();
    },
  };
}

export function removeSimulatedBrowser() {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.resetModules();
}

/** Simulates a browser with fresh modules until the test ends. The page gets one more turn, to restore its URL. */
export function simulateBrowserForTest(...options: Parameters<typeof simulateBrowser>) {
  vi.resetModules();
  onTestFinished(async () => {
    vi.useRealTimers();
    await waitForEventLoopTurn();
    removeSimulatedBrowser();
  });
  return simulateBrowser(...options);
}

/** Creates an EIP-1193 provider that records its requests. An answer may be a function of the request's `params`. */
export function createFakeProvider() {
  const listeners = new Map<string, Set<(news: unknown) => void>>();
  const of = (event: string) => listeners.get(event) ?? listeners.set(event, new Set()).get(event)!;
  const asked: string[] = [];
  const answers: Record<string, unknown> = {
    eth_chainId: '0x1',
    eth_accounts: [CONNECTED_ADDRESS],
    eth_requestAccounts: [CONNECTED_ADDRESS],
    wallet_requestPermissions: [{ caveats: [{ value: [CONNECTED_ADDRESS] }] }],
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
