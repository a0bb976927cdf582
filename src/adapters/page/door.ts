import { type AnyActorLogic, fromCallback, fromPromise } from 'xstate';
import { dialogOf } from '#domain/dialog';
import { doorMachine } from '#machines/door';
import { site } from '#site';
import { address, awaitBackFrom } from '../browser/address';
import { isPhone, reload } from '../browser/browser';

/** The loaded part of the wallet half: at least its machine, and that machine's input. */
export interface Loaded {
  machine: AnyActorLogic;
  given: object;
}

/** Whether the last visit ended connected, or Safe frames the page, which connects by itself. */
function hasReturned() {
  try {
    return window.parent !== window || localStorage.getItem(`${site.instanceId}.session`) !== null;
  } catch {
    return false;
  }
}

/** Returns the link to a dialog that an event is about, if any. */
function linkOf({ target }: Event) {
  const link = target instanceof Element && target.closest('a');
  return link && dialogOf(link.hash) ? link : undefined;
}

/** Whether the visitor saves data, or the line is too slow for parts that may never be needed. */
function sparesData() {
  const { saveData, effectiveType } = (Reflect.get(navigator, 'connection') ?? {}) as {
    saveData?: boolean;
    effectiveType?: string;
  };
  return saveData || /2g$/.test(effectiveType ?? '');
}

/** Calls `then` when the page has loaded and the browser has nothing else to do. Returns the undo. */
function whenIdle(then: () => void) {
  // Safari has no such callback.
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(then, 2_000);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(then);
  return () => cancelIdleCallback(request);
}

/**
 * Requests a dialog when the address names one, now or later. Also tells that the visitor approaches one, or returns.
 */
const watchIntent = fromCallback(({ sendBack }) => {
  // The build renders the page without a visitor.
  if (import.meta.env.SSR) return;
  const listening = new AbortController();
  const approach = (event: Event) => {
    if (linkOf(event)) sendBack({ type: 'visitor.approached' });
  };
  const follow = (event: MouseEvent) => {
    // Such a click opens another tab or window, or saves the link's target.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // The address still names the dialog that has just closed, so the browser may not follow such a link.
    const dialog = address.getSnapshot().hasTag('passing') && dialogOf(linkOf(event)?.hash ?? '');
    if (!dialog) return;
    event.preventDefault();
    address.send({ type: 'request', dialog });
  };
  const { unsubscribe } = address.on('dialog.requested', ({ dialog }) =>
    sendBack({ type: 'ask', phone: isPhone(), dialog }),
  );
  address.start();
  const { signal } = listening;
  addEventListener('pointerover', approach, { signal });
  addEventListener('focusin', approach, { signal });
  addEventListener('click', follow, { signal });
  if (!dialogOf(location.hash) && hasReturned()) sendBack({ type: 'visitor.returned' });
  const offers = site.wallet.control === 'header' && !sparesData();
  const cancel = offers ? whenIdle(() => sendBack({ type: 'browser.idled' })) : undefined;
  return () => {
    unsubscribe();
    listening.abort();
    cancel?.();
  };
});

/**
 * The page's own script came under a second name. The wallet half would load it under its first one, and a second React
 * with it.
 */
const isSecond = () => import.meta.url.includes('.js?');
const wasReloaded = () =>
  performance.getEntriesByType('navigation').some((entry) => Reflect.get(entry, 'type') === 'reload');

/** Returns whether the server has a newer page, with scripts of other names. */
async function isOutdated() {
  const answer = await fetch(location.pathname, { cache: 'no-store' });
  return answer.ok && !(await answer.text()).includes(/[\w-]+\.js/.exec(import.meta.url)![0]);
}

/** Returns the door to the wallet half, which `load` loads. `loaded` returns the result. */
export const doorTo = (load: () => Promise<unknown>, loaded: () => Loaded | undefined) =>
  doorMachine.provide({
    actors: {
      watchIntent,
      awaitBack: awaitBackFrom('connect'),
      loadWallet: fromPromise<'loaded' | 'offline' | 'outdated' | 'broken', { tries: number }>(
        async ({ input: { tries } }) => {
          try {
            if (tries || (isSecond() && !wasReloaded())) return (await reload()) || 'broken';
            if (isSecond()) return 'broken';
            await load();
            return 'loaded';
          } catch {
            if (!navigator.onLine) return 'offline';
            return !wasReloaded() && (await isOutdated().catch(() => false)) ? 'outdated' : 'broken';
          }
        },
      ),
      reloadPage: fromPromise(reload),
      watchLine: fromCallback(({ sendBack }) => {
        const tell = () => sendBack({ type: 'line.restored' });
        addEventListener('online', tell);
        return () => removeEventListener('online', tell);
      }),
      session: {
        getInitialSnapshot: (scope, requested) =>
          loaded()!.machine.getInitialSnapshot(scope, { ...requested, ...loaded()!.given }),
        transition: (...given) => loaded()!.machine.transition(...given),
        start: (...given) => loaded()!.machine.start?.(...given),
        getPersistedSnapshot: (...given) => loaded()!.machine.getPersistedSnapshot(...given),
      } satisfies AnyActorLogic as never,
    },
  });
