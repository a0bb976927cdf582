import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor, setup } from 'xstate';
import { createWalletLoaderLogic } from '#adapters/page/walletLoader';
import { createLoadedWallet } from '../samples/page';
import { waitUntil } from '../support/until.ts';
import { type simulateBrowser, simulateBrowserForTest } from './browser';

/* Tests when the page loads the wallet bundle, and how it handles a failure. */

/** A simulated element of the page. It is inside a link to `hash`, unless `hash` is null. */
class Part extends EventTarget {
  readonly hash: string | null;
  constructor(hash: string | null) {
    super();
    this.hash = hash;
  }
  closest() {
    return this.hash === null ? null : this;
  }
}

/** Returns a double of the address machine. If it is `passing`, a dialog has just closed. */
const addressAt = (passing: boolean) =>
  setup({}).createMachine({ initial: 'only', states: { only: { tags: passing ? ['passing'] : [] } } });

let browser: ReturnType<typeof simulateBrowser>;
let stop = () => {};

beforeEach(() => {
  browser = simulateBrowserForTest();
  // Vitest sets this variable to true, as on a server. In a browser it is false.
  vi.stubEnv('SSR', false);
  vi.stubGlobal('Element', Part);
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
});

function visit({ load = async () => createLoadedWallet(), passing = false } = {}) {
  const heard: string[] = [];
  const asked = vi.fn(load);
  const page = setup({
    actors: { address: addressAt(passing), walletLoader: createWalletLoaderLogic(asked) },
  }).createMachine({
    invoke: [
      { id: 'address', systemId: 'address', src: 'address' },
      { id: 'walletLoader', src: 'walletLoader' },
    ],
  });
  const actor = createActor(page, {
    inspect: (event) => event.type === '@xstate.event' && heard.push(event.event.type),
  }).start();
  stop = () => actor.stop();
  const state = () => actor.getSnapshot().children.walletLoader!.getSnapshot().value;
  const ask = () => actor.getSnapshot().children.walletLoader!.send({ type: 'dialog.request', phone: false });
  return { asked, heard, state, ask };
}

/** Dispatches an event from `part`. Returns whether the page has prevented its default. */
function happens(type: string, part: Part, keys: object = {}) {
  const event = Object.assign(new Event(type, { cancelable: true }), keys);
  Object.defineProperty(event, 'target', { value: part });
  return !window.dispatchEvent(event);
}

describe('before a dialog is requested', () => {
  test.each(['pointerover', 'focusin'])('loads the wallet bundle only on %s of a link to a dialog', (type) => {
    const { asked } = visit();
    for (const part of [new Part(null), new Part(''), new Part('#how-it-works')]) happens(type, part);
    expect(asked).not.toHaveBeenCalled();
    happens(type, new Part('#connect'));
    expect(asked).toHaveBeenCalledOnce();
  });

  test.each([
    ['a new visitor', null, ''],
    ['a visitor who returns', '{}', ''],
    ['a visitor who returns to a dialog', '{}', '#account'],
  ])('loads the wallet bundle early only for a return visit without a hash: %s', (_, record, hash) => {
    if (record) browser.write('session', record);
    location.hash = hash;
    expect(visit().asked).toHaveBeenCalledTimes(record && !hash ? 1 : 0);
  });

  test('intercepts an unmodified click on a dialog link only while a dialog closes', () => {
    const link = new Part('#connect');
    visit();
    expect(happens('click', link)).toBe(false);
    stop();
    const { heard } = visit({ passing: true });
    for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
      expect(happens('click', link, { [key]: true })).toBe(false);
    expect(heard).not.toContain('link.followed');
    expect([happens('click', link), happens('click', new Part('#how-it-works'))]).toEqual([true, false]);
    expect(heard.filter((type) => type === 'link.followed')).toHaveLength(1);
  });
});

describe('a wallet bundle that does not load', () => {
  const fails = () => Promise.reject(new Error('no line'));

  test.each([
    ['offline', false],
    ['broken', true],
  ])('is reported as %s, and is requested again once the browser is online', async (reason, onLine) => {
    Object.assign(navigator, { onLine });
    vi.stubGlobal('fetch', fails);
    const { state, ask } = visit({ load: fails });
    ask();
    await waitUntil(() => expect(state()).toEqual({ failed: reason }));
    Object.assign(navigator, { onLine: true });
    window.dispatchEvent(new Event('online'));
    await waitUntil(() => expect(state()).toEqual({ failed: 'broken' }));
  });
});
