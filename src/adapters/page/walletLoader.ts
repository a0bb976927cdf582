import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import { dialogFromHash } from '#domain/dialog';
import { findActor } from '#machines/system';
import { type LoadedWallet, type LoadResult, walletLoaderMachine } from '#machines/walletLoader';
import { site } from '#site';
import { isPhoneLayout, reloadIfOnline } from '../browser/browser';

/** Whether the last visit ended connected, or Safe frames the page, which connects without a dialog. */
function hasReturned() {
  try {
    return window.parent !== window || localStorage.getItem(`${site.instanceId}.session`) !== null;
  } catch {
    return false;
  }
}

function linkOf({ target }: Event) {
  const link = target instanceof Element && target.closest('a');
  return link && dialogFromHash(link.hash) ? link : undefined;
}

function sparesData() {
  const { saveData, effectiveType } = (Reflect.get(navigator, 'connection') ?? {}) as {
    saveData?: boolean;
    effectiveType?: string;
  };
  return saveData || /2g$/.test(effectiveType ?? '');
}

function whenIdle(then: () => void) {
  // Safari lacks `requestIdleCallback`.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(then, 2_000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(then);
  return () => cancelIdleCallback(request);
}

const watchIntent = fromCallback<AnyEventObject>(({ receive, sendBack, system }) => {
  // The build renders the page without a browser.
  if (import.meta.env.SSR) return;
  const address = findActor(system, 'address');
  const listening = new AbortController();
  const approach = (event: Event) => {
    if (linkOf(event)) sendBack({ type: 'visitor.approached' });
  };
  const follow = (event: MouseEvent) => {
    // A click with a modifier key opens a tab or saves the link's target.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // The hash still names the dialog that has just closed, so the browser would ignore a link to the same dialog.
    const dialog = address.getSnapshot().hasTag('passing') && dialogFromHash(linkOf(event)?.hash ?? '');
    if (!dialog) return;
    event.preventDefault();
    sendBack({ type: 'link.followed', dialog });
  };
  receive(({ dialog }) => sendBack({ type: 'dialog.request', phone: isPhoneLayout(), dialog }));
  const { signal } = listening;
  addEventListener('pointerover', approach, { signal });
  addEventListener('focusin', approach, { signal });
  addEventListener('click', follow, { signal });
  if (!dialogFromHash(location.hash) && hasReturned()) sendBack({ type: 'visitor.returned' });
  const offers = site.wallet.control === 'header' && !sparesData();
  const cancel = offers ? whenIdle(() => sendBack({ type: 'browser.idled' })) : undefined;
  return () => {
    listening.abort();
    cancel?.();
  };
});

const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload');

/** Returns whether the server has a newer page, with scripts of other names. */
async function isOutdated() {
  const answer = await fetch(location.href, { cache: 'no-store' });
  const html = answer.ok && (await answer.text());
  const names = [import.meta.url, import.meta.resolve('#dialogs')].map((url) => /[\w-]+\.js/.exec(url)![0]);
  return html !== false && names.some((name) => !html.includes(name));
}

export const createWalletLoaderLogic = (load: () => Promise<LoadedWallet>) =>
  walletLoaderMachine.provide({
    actors: {
      watchIntent,
      loadWallet: fromPromise<LoadResult, { tries: number }>(async ({ input: { tries } }) => {
        try {
          if (tries) return (await reloadIfOnline()) || 'broken';
          return await load();
        } catch {
          if (!navigator.onLine) return 'offline';
          return !wasReloaded() && (await isOutdated().catch(() => false)) ? 'outdated' : 'broken';
        }
      }),
      reloadPage: fromPromise(reloadIfOnline),
      watchLine: fromCallback(({ sendBack }) => {
        const tell = () => sendBack({ type: 'line.restored' });
        addEventListener('online', tell);
        return () => removeEventListener('online', tell);
      }),
    },
  });
