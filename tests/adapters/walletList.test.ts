import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyActorLogic, createActor, setup } from 'xstate';
import { BROWSER_WALLET } from '#copy/names';
import { childrenOf } from '../samples/session';
import { waitForEventLoopTurn } from '../support/gate.ts';
import { waitUntil } from '../support/until.ts';
import { createFakeProvider, type simulateBrowser, simulateBrowserForTest } from './browser';
import { startWalletBundleForTest } from './claims';

/* Tests the list in the open connect dialog. Installed wallets may announce themselves after it has opened. */

let browser: ReturnType<typeof simulateBrowser>;
let visited: Awaited<ReturnType<typeof startWalletBundleForTest>>;

beforeEach(() => {
  browser = simulateBrowserForTest();
});

async function opens() {
  visited = await startWalletBundleForTest({ chains: [] });
  await waitUntil(() => expect(visited.actor.getSnapshot().value).toEqual({ disconnected: 'none' }));
  visited.actor.send({ type: 'dialog.request', phone: false, dialog: 'connect' });
  return childrenOf(visited.actor.getSnapshot()).connect;
}

const installed = async (connect: Awaited<ReturnType<typeof opens>>) => {
  await waitForEventLoopTurn();
  const wallets = connect?.getSnapshot().context.wallets ?? [];
  return wallets.filter(({ announcement }) => announcement).map(({ name }) => name);
};

describe('the open wallet list', () => {
  test('adds a wallet that announces itself late, and marks it if it was picked last', async () => {
    browser.write('latest', JSON.stringify({ version: 1, value: 'com.late' }));
    const opened = await opens();
    expect(await installed(opened)).toEqual([]);
    browser.announce('com.late', createFakeProvider());
    expect(await installed(opened)).toEqual(['com.late']);
    const marked = opened?.getSnapshot().context.wallets.filter(({ latest }) => latest);
    expect(marked?.map(({ id }) => id)).toEqual(['com.late']);
  });

  test.each(['ethereum#initialized', null])('adds a window.ethereum that appears late (event: %s)', async (event) => {
    const opened = await opens();
    expect(await installed(opened)).toEqual([]);
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    visited.stop();
    const again = await opens();
    Object.assign(window, { ethereum: { ...createFakeProvider(), isFrame: true } });
    if (event) dispatchEvent(new Event(event));
    else vi.advanceTimersByTime(500);
    expect(await installed(again)).toEqual(['Frame']);
  });

  test('contains window.ethereum only until a wallet announces itself', async () => {
    Object.assign(window, { ethereum: createFakeProvider() });
    const opened = await opens();
    expect(await installed(opened)).toEqual([BROWSER_WALLET]);
    browser.announce('com.here', createFakeProvider());
    expect(await installed(opened)).toEqual(['com.here']);
  });

  test('ignores a window.ethereum whose getter throws', async () => {
    Object.defineProperty(window, 'ethereum', {
      get: () => {
        throw new Error('wallets fight');
      },
    });
    const opened = await opens();
    browser.announce('com.here', createFakeProvider());
    expect(await installed(opened)).toEqual(['com.here']);
  });
});

test('the connect dialog stores the picked wallet before the wallet answers', async () => {
  browser.announce('com.slow', { ...createFakeProvider(), request: () => new Promise(() => {}) });
  const connect = await opens();
  connect?.send({ type: 'pick', id: 'com.slow' });
  await waitUntil(() => expect(browser.kept('latest')).toBe('com.slow'));
});

test('the connect dialog on a phone gets an event when the page is shown or hidden', async () => {
  await opens();
  const { mobileConnectLogic: mobileConnect } = await import('#adapters/dialogs/mobileConnect');
  const watchPage = mobileConnect.implementations.actors.watchPage as AnyActorLogic;
  const heard: string[] = [];
  const listener = setup({ actors: { watchPage } }).createMachine({
    invoke: { src: 'watchPage' },
    on: { '*': { actions: ({ event }) => heard.push(event.type) } },
  });
  const actor = createActor(listener).start();
  browser.show('visible');
  browser.show('hidden');
  actor.stop();
  browser.show('hidden');
  expect(heard).toEqual(['page.visible', 'page.hidden']);
});
