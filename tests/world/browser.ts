import { vi } from 'vitest';

/** As much of a browser as the world of the wallets needs, for tests that are faster without one. */

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A browser, new, in place of the globals. `restore` of vitest's takes it away. */
export function openBrowser() {
  const page = new EventTarget();
  const stored = new Map<string, string>();
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  const globals = {
    window: Object.assign(page, { parent: page, localStorage: storage }),
    addEventListener: page.addEventListener.bind(page),
    removeEventListener: page.removeEventListener.bind(page),
    dispatchEvent: page.dispatchEvent.bind(page),
    localStorage: storage,
    location: { origin: 'http://localhost', hash: '', pathname: '/', search: '' },
    history: { state: null, replaceState: () => {}, back: () => {} },
    navigator: { userAgent: 'Chrome/143', platform: 'Linux', maxTouchPoints: 0, onLine: true },
    document: { documentElement: { toggleAttribute: () => {} }, visibilityState: 'visible', querySelector: () => null },
    matchMedia: () => ({ matches: false }),
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  Object.assign(page, { document: globals.document });

  const key = 'iaborrow.session';
  return {
    /** What is kept of the connection. */
    session: () => JSON.parse(stored.get(key) ?? 'null')?.value ?? null,
    keep: (id: string) => stored.set(key, JSON.stringify({ version: 1, value: { id, connector: 'injected' } })),
    /** Another tab connects the wallet `id`, or disconnects it. */
    otherTab: (id: string | null) => {
      if (id) stored.set(key, JSON.stringify({ version: 1, value: { id, connector: 'injected' } }));
      else stored.delete(key);
      page.dispatchEvent(Object.assign(new Event('storage'), { key }));
    },
    /** A wallet announces itself, now and whenever it is asked. */
    announce: (rdns: string, provider: object, uuid = rdns) => {
      const detail = { info: { uuid, rdns, name: rdns, icon: '' }, provider };
      const speak = () => page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
      page.addEventListener('eip6963:requestProvider', speak);
      speak();
    },
  };
}

/** A wallet in the browser that lets the page in, and notes what it is asked. */
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
    request: async ({ method }: { method: string }) => {
      asked.push(method);
      return answers[method] ?? null;
    },
    on: (event: string, listen: (news: unknown) => void) => of(event).add(listen),
    removeListener: (event: string, listen: (news: unknown) => void) => of(event).delete(listen),
    say: (event: string, news: unknown) => {
      for (const listen of of(event)) listen(news);
    },
  };
}
