import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { afterAll, onTestFinished } from 'vitest';
import { type BundledFile, bundleOf } from '#build/plugin';
import { DIST, serveSite } from '../support/build.ts';
import { type ChainClient, startChain } from '../support/chain.ts';
import { startVerifier } from '../support/verifier.ts';
import { ACCOUNT } from '../wallet/wallet.ts';
import { deploySite } from './deploy.ts';
import { seen } from './seen.ts';
import { test as base, type InjectedWallet, type VisitOptions, visitWith } from './visit.ts';

type Verifier = Awaited<ReturnType<typeof startVerifier>>;
type Wallets = Parameters<typeof visitWith>[1];

interface Fixtures {
  chain: ChainClient;
  /** The sign-in server that the site was built for; an error without one. */
  verifier: Verifier;
  /** The path of the file that only those need who sign in. */
  chunk: string;
  /** The origin of the site. */
  site: string;
  /** Visits with wallets in the browser, by the address that asks for the connect dialog. */
  come: (wallets?: Wallets, options?: VisitOptions) => ReturnType<typeof visitWith>;
}

function chunkOf(dist: string) {
  const bundle: BundledFile[] = JSON.parse(readFileSync(bundleOf(dist), 'utf8'));
  const chunk = bundle.find(({ modules }) =>
    Object.keys(modules).some((one) => one.endsWith('/src/adapters/verifier/message.ts')),
  );
  if (!chunk) throw new Error('There is no file with the message to sign.');
  return `/${chunk.file}`;
}

/** Page tests with a chain of their own and, `withServer`, a sign-in server; `framed`: for pages in frames of other sites. */
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
    return { chain, verifier, origin, close, chunk: chunkOf(dist) };
  })();
  afterAll(async () => {
    const { chain, verifier, close } = await setting;
    close();
    await verifier?.close();
    await chain.stop();
  });

  return base.extend<Fixtures>({
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    chain: async ({}, use) => use((await setting).chain.client),
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    verifier: async ({}, use) => {
      const { verifier } = await setting;
      if (!verifier) throw new Error('These tests have no sign-in server.');
      await use(verifier);
      for (const path of ['/nonce', '/verify', '/session', '/sign-out'] as const) verifier.answer(path, null);
      verifier.exposeDate(true);
      verifier.endSessions();
    },
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    chunk: async ({}, use) => use((await setting).chunk),
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    site: async ({}, use) => use((await setting).origin),
    come: async ({ visit }, use) => {
      const { origin, chain, verifier } = await setting;
      const servers = [chain.url, ...(verifier ? [verifier.url] : [])];
      await use((wallets, options) => visitWith(visit, wallets, { origin, servers, ...options }));
    },
  });
}

/** The sign-in dialog, as a visitor finds its parts. */
export const signInOf = (page: Page) => {
  // Looking for roles in all of the page takes long.
  const dialog = page.locator('#door-island').getByRole('dialog', { name: 'Sign in' });
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

/** A hand that signs when it is told to, with the account that it had when it was asked. Returns what tells it. */
export function slowHand({ answers }: InjectedWallet, account: LocalAccount = ACCOUNT) {
  let tell = () => {};
  const told = new Promise<void>((resolve) => {
    tell = resolve;
  });
  answers.personal_sign = async (params) => {
    await told;
    return account.signMessage({ message: { raw: (params as [Hex])[0] } });
  };
  return tell;
}

/**
 * Keeps all that the page asks of `url` waiting, until the test lets the last of it pass, or cuts it off. With a route of
 * Playwright, everything else that the page asks for would wait as well, and nothing would be cached.
 */
export async function lineTo(page: Page, url: string) {
  const devtools = await page.context().newCDPSession(page);
  let last: { requestId: string; networkId: string | undefined } | null = null;
  devtools.on('Fetch.requestPaused', ({ requestId, networkId, request }) => {
    // Whether the page may ask is for the server to say.
    if (request.method === 'OPTIONS') devtools.send('Fetch.continueRequest', { requestId });
    else last = { requestId, networkId };
  });
  await devtools.send('Network.enable');
  await devtools.send('Fetch.enable', { patterns: [{ urlPattern: url }] });
  // The page may go on without it, or be gone.
  onTestFinished(() => devtools.detach().catch(() => {}));
  let hear = (_networkId: string) => {};
  devtools.on('Network.loadingFinished', ({ requestId }) => hear(requestId));
  devtools.on('Network.loadingFailed', ({ requestId }) => {
    // The page does not wait for it any more. It may have asked anew since.
    if (last?.networkId === requestId) last = null;
    hear(requestId);
  });
  const held = () => seen.poll(() => last, `Something is asked of ${url}`).not.toBeNull();
  /** Ends the wait. Resolves when the page has heard: what a test does next may depend on that. */
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
    /** Resolves when something is kept waiting. */
    held,
    pass: () => end((requestId) => devtools.send('Fetch.continueRequest', { requestId })),
    cut: () => end((requestId) => devtools.send('Fetch.failRequest', { requestId, errorReason: 'Failed' })),
    /** The test waits for it no longer. */
    forget: () => {
      last = null;
    },
  };
}

/** Resolves when the wallet has let in the page that `page` is of. */
export const letIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        type Told = CustomEvent<{ provider: { request(call: object): Promise<unknown> } }>;
        const ask = (event: Event) =>
          (event as Told).detail.provider.request({ method: 'eth_requestAccounts' }).then(resolve);
        window.addEventListener('eip6963:announceProvider', ask, { once: true });
        window.dispatchEvent(new Event('eip6963:requestProvider'));
      }),
  );

/** Resolves when all has come that the wallet has answered so far: its next answer has. */
export const caughtUp = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        type Told = CustomEvent<{ provider: { request(call: object): Promise<unknown> } }>;
        const ask = (event: Event) => (event as Told).detail.provider.request({ method: 'eth_chainId' }).then(resolve);
        window.addEventListener('eip6963:announceProvider', ask, { once: true });
        window.dispatchEvent(new Event('eip6963:requestProvider'));
      }),
  );

/**
 * In the page: notes new announcements of live regions that can be heard, in order; see `saidIn`. A region outside of
 * an open dialog is not read out.
 */
export function noteSaid() {
  const said: string[] = [];
  Object.assign(window, { said });
  const regionOf = (node: Node) =>
    (node instanceof Element ? node : node.parentElement)?.closest('[role=status], [role=alert]');
  new MutationObserver((changes) => {
    // All news of one region at one time is one announcement.
    const news = new Map<Element, string>();
    const nodesOf = ({ type, target, addedNodes }: MutationRecord) =>
      type === 'characterData' ? [target] : [...addedNodes];
    const all = new Set(changes.flatMap(nodesOf));
    /** A node that is gone again says nothing, nor does one inside another that is new. */
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
      // Asked last: to know it, the page must be styled at once.
      const dialog = [...document.querySelectorAll('dialog:modal')].at(-1);
      if (text && (dialog?.contains(region) ?? true) && region.checkVisibility())
        news.set(region, `${news.get(region) ?? `${region.role}:`} ${text}`);
    }
    said.push(...news.values());
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Returns the announcements since the last call. */
export const saidIn = (page: Page) => page.evaluate(() => (Reflect.get(window, 'said') as string[]).splice(0));
