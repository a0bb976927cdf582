import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import type { FailedAnswer, OwnerRequest } from './owner.ts';
import {
  createWallet,
  type RequestResult,
  type WalletEvent,
  type WalletFailure,
  type WalletOptions,
} from './wallet.ts';

export interface InstallOptions extends WalletOptions {
  /** When the wallet announces itself. 'at once' also answers the page's requests. 'when told' waits for `announce()`. */
  announce?: PageProviderOptions['announce'];
  /** Also sets `window.ethereum`, with these flags, such as `isMetaMask`. */
  legacy?: Record<string, unknown>;
  /** Whether the wallet announces itself in frames, which real wallets do not do. */
  frames?: boolean;
}

interface PageProviderOptions {
  /** The name of the global function with which the script in the page calls this process. */
  key: string;
  info: Record<string, unknown>;
  announce: 'at once' | 'when told';
  legacy: Record<string, unknown> | null;
  frames: boolean;
}

/**
 * Installs a browser wallet (EIP-1193, EIP-6963) in all pages that `target` loads from now on. The script in the page
 * only forwards requests. Account, permissions and decisions are stored in this process, so that they survive reloads.
 */
export async function installWallet(target: BrowserContext | Page, options: InstallOptions = {}) {
  const { announce = 'at once', legacy = null, frames = false } = options;
  const key = `wallet-${randomUUID()}`;
  const wallet = createWallet(options, async (news) => {
    const pages = 'pages' in target ? target.pages() : [target];
    // A page that is closing can't receive events.
    await Promise.all(pages.map((page) => page.evaluate(forwardEvent, { key, ...news }).catch(() => {})));
  });
  await target.exposeFunction(key, wallet.handle);
  await target.addInitScript(createPageProvider, { key, info: wallet.info, announce, legacy, frames });
  return wallet;
}

/** In the page: forwards events to the provider. */
function forwardEvent({ key, ...news }: WalletEvent & { key: string }) {
  window.dispatchEvent(new CustomEvent(key, { detail: news }));
}

/** In the page: returns the EIP-1193 provider of a scripted wallet, which forwards every request to the test. */
export function createPageProvider({ key, info, announce, legacy, frames }: PageProviderOptions) {
  if (!frames && window.top !== window) return;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const pass = (request: OwnerRequest | null): Promise<RequestResult> => Reflect.get(window, key)(request);
  const errorOf = ({ message, ...fields }: WalletFailure | FailedAnswer['error']) =>
    Object.assign(new Error(String(message)), fields);
  const provider = {
    ...legacy,
    async request({ method, params }: OwnerRequest) {
      const settled = await pass({ method, params });
      if ('error' in settled) throw errorOf(settled.error);
      return settled.value;
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  const speak = () => {
    const detail = Object.freeze({ info, provider });
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
  };

  let awake = announce !== 'when told';
  window.addEventListener('eip6963:requestProvider', () => {
    pass(null);
    if (awake) speak();
  });
  window.addEventListener(key, (told) => {
    const { event, payload } = (told as CustomEvent<WalletEvent>).detail;
    if (event === 'announce') {
      awake = true;
      speak();
    }
    const news = event === 'disconnect' ? errorOf(payload as WalletFailure) : payload;
    for (const listener of [...(listeners.get(event) ?? [])]) listener(news);
  });
  if (legacy) Reflect.set(window, 'ethereum', provider);
  if (announce === 'at once') speak();
}
