import type { Page } from '@playwright/test';
import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { afterAll, onTestFinished } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { type ChainClient, startChain } from '../support/chain.ts';
import { gate } from '../support/gate.ts';
import { startVerifier } from '../support/verifier.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { fileWith } from './bundle.ts';
import { deploySite } from './deploy.ts';
import { seen } from './seen.ts';
import { test as base, type InjectedWallet, type VisitOptions, visitWith } from './visit.ts';

type Verifier = Awaited<ReturnType<typeof startVerifier>>;
type Wallets = Parameters<typeof visitWith>[1];

interface Fixtures {
  chain: ChainClient;
  /** The site's sign-in server. Throws if the site has none. */
  verifier: Verifier;
  /** The path of the file that only sign-in needs. */
  chunk: string;
  site: string;
  come: (wallets?: Wallets, options?: VisitOptions) => ReturnType<typeof visitWith>;
}

/** Page tests with a local chain and, `withServer`, a sign-in server. `framed` is for pages inside other sites. */
export function withSignIn(name: string, { withServer = false, framed = false } = {}) {
  const setting = (async () => {
    const chain = await startChain();
    const verifier = withServer
      ? await startVerifier({ chainUrls: { 1: chain.url }, host: 'localhost', framed })
      : null;
    const dist = `${DIST}-${name}`;
    await deploySite(dist, { VITE_RPC_URL: chain.url, ...(verifier && { VITE_AUTH_URL: verifier.url }) });
    const { origin, close } = await serveSite(dist);
    verifier?.allow(origin);
    return { chain, verifier, origin, close, chunk: `/${fileWith(dist, '/src/adapters/verifier/message.ts').file}` };
  })();
  afterAll(async () => {
    const { chain, verifier, close } = await setting;
    close();
    await verifier?.close();
    await chain.stop();
  });

  return base.extend<Fixtures>({
    chain: async ({ task: _ }, use) => use((await setting).chain.client),
    verifier: async ({ task: _ }, use) => {
      const { verifier } = await setting;
      if (!verifier) throw new Error('These tests have no sign-in server.');
      await use(verifier);
      for (const path of ['/nonce', '/verify', '/session', '/sign-out'] as const) verifier.answer(path, null);
      verifier.exposeDate(true);
      verifier.endSessions();
    },
    chunk: async ({ task: _ }, use) => use((await setting).chunk),
    site: async ({ task: _ }, use) => use((await setting).origin),
    come: async ({ visit }, use) => {
      const { origin, chain, verifier } = await setting;
      const servers = [chain.url, ...(verifier ? [verifier.url] : [])];
      await use((wallets, options) => visitWith(visit, wallets, { origin, servers, ...options }));
    },
  });
}

export const signInOf = (page: Page) => {
  // Searches only the dialog, because searching the whole page by role takes long.
  const dialog = page.locator('#wallet-island').getByRole('dialog', { name: 'Sign in' });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  return {
    dialog,
    send: button('Send message'),
    preparing: button('Preparing message…'),
    waiting: button('Waiting for signature…'),
    verifying: button('Verifying signature…'),
    retry: button('Retry'),
    switch: button('Switch network'),
    cancel: button('Cancel'),
    close: button('Close'),
    alert: dialog.getByRole('alert'),
    status: dialog.getByRole('status').last(),
  };
};

/** Makes the wallet hold signature requests. The returned function signs with the account of the request. */
export function holdSignatures({ answers }: InjectedWallet, account: LocalAccount = ACCOUNT) {
  const [tell, told] = gate();
  answers.personal_sign = async (params) => {
    await told;
    return account.signMessage({ message: { raw: (params as [Hex])[0] } });
  };
  return tell;
}

/** Holds requests to `url`. Uses DevTools, because a route would delay other requests and disable the cache. */
export async function lineTo(page: Page, url: string) {
  const devtools = await page.context().newCDPSession(page);
  let last: { requestId: string; networkId: string | undefined } | null = null;
  devtools.on('Fetch.requestPaused', ({ requestId, networkId, request }) => {
    // CORS preflight requests pass.
    if (request.method === 'OPTIONS') devtools.send('Fetch.continueRequest', { requestId });
    else last = { requestId, networkId };
  });
  await devtools.send('Network.enable');
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: url }] });
  // The page may have aborted the request, or may be closed.
  onTestFinished(() => devtools.detach().catch(() => {}));
  let hear = (_networkId: string) => {};
  devtools.on('Network.loadingFinished', ({ requestId }) => hear(requestId));
  devtools.on('Network.loadingFailed', ({ requestId }) => {
    // The page may have aborted the request and sent another one.
    if (last?.networkId === requestId) last = null;
    hear(requestId);
  });
  const held = () => seen.poll(() => last, `Something is asked of ${url}`).not.toBeNull();
  /** Ends the wait, and resolves once the page has received the answers. */
  const end = async (say: (requestId: string) => Promise<unknown>) => {
    await held();
    const { requestId, networkId } = last!;
    last = null;
    const heard = new Promise<void>((resolve) => {
      hear = (one) => one === networkId && resolve();
    });
    await say(requestId);
    await heard;
  };
  return {
    held,
    pass: () => end((requestId) => devtools.send('Fetch.continueRequest', { requestId })),
    cut: () => end((requestId) => devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })),
    forget: () => {
      last = null;
    },
  };
}

/** Resolves with the wallet's answer to a request of the page. */
const askWallet = (page: Page, method: string) =>
  page.evaluate(
    (method) =>
      new Promise((resolve) => {
        type Told = CustomEvent<{ provider: { request(call: object): Promise<unknown> } }>;
        const ask = (event: Event) => (event as Told).detail.provider.request({ method }).then(resolve);
        window.addEventListener('eip6963:announceProvider', ask, { once: true });
        window.dispatchEvent(new Event('eip6963:requestProvider'));
      }),
    method,
  );

/** Resolves once the wallet has let the page connect. */
export const untilConnectable = (page: Page) => askWallet(page, 'eth_requestAccounts');

/** Resolves once the page has received all earlier answers of the wallet, by waiting for another one. */
export const untilCaughtUp = (page: Page) => askWallet(page, 'eth_chainId');

/** In the page: records new announcements, in order. Regions outside of an open dialog are inert and don't count. */
export function noteSaid() {
  const said: string[] = [];
  Object.assign(window, { said });
  const regionOf = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('[role=status], [role=log], [role=alert]');
  new MutationObserver((changes) => {
    // Simultaneous changes in one region are one announcement.
    const news = new Map<Element, string>();
    const nodesOf = ({ type, target, addedNodes }: MutationRecord) =>
      type === 'characterData' ? [target] : [...addedNodes];
    const all = new Set(changes.flatMap(nodesOf));
    /** Skips nodes that were removed again, and nodes inside other new ones. */
    const isNew = (node: Node) => {
      let parent = node.parentNode;
      while (parent && !all.has(parent)) parent = parent.parentNode;
      return node.isConnected && !parent;
    };
    for (const change of changes) {
      const region = regionOf(change.target);
      if (!region) continue;
      const added = nodesOf(change).filter(isNew);
      const text = added.map(({ textContent }) => textContent).join('');
      // Checked last, because it forces a style recalculation.
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (text && (dialog?.contains(region) ?? true) && region.checkVisibility())
        news.set(region, `${news.get(region) ?? `${region.role}:`} ${text}`);
    }
    said.push(...news.values());
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Returns the announcements since the last call. */
export const saidIn = (page: Page) => page.evaluate(() => (Reflect.get(window, 'said') as string[]).splice(0));
