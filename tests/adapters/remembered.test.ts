import { beforeEach, expect, test } from 'vitest';
import { childrenOf } from '../samples/session';
import { waitUntil } from '../support/until.ts';
import { CONNECTED_ADDRESS, type simulateBrowser, simulateBrowserForTest, waitForNextTurn } from './browser';
import { startConnectedWallet } from './claims';

/* Tests a stored wallet that is locked. The header shows it, and the visitor can forget it. */

let browser: ReturnType<typeof simulateBrowser>;

beforeEach(() => {
  browser = simulateBrowserForTest();
});

const marks = () => ['data-wallet', 'data-remembered'].map(browser.marked);

async function locked() {
  const { is, fox, walletOf, actor } = await startConnectedWallet(browser, undefined, { chains: [] });
  await is('connected');
  expect(marks()).toEqual([true, false]);
  fox.answers.eth_accounts = [];
  fox.say('accountsChanged', []);
  await is('disconnected');
  return { actor, fox, is, wallet: walletOf('com.fox') };
}

test('the header shows a stored wallet as remembered while it is locked', async () => {
  const { fox, is } = await locked();
  expect(marks()).toEqual([true, true]);
  expect(browser.session()).toMatchObject({ id: 'com.fox', name: 'com.fox' });
  fox.answers.eth_accounts = [CONNECTED_ADDRESS];
  fox.say('accountsChanged', [CONNECTED_ADDRESS]);
  await is('connected');
  expect(marks()).toEqual([true, false]);
});

test('a locked wallet is asked again only after its connector reports accounts', async () => {
  const { fox, is, wallet } = await locked();
  const { emitter } = (await import('#adapters/wallets/connectors')).connectorOf(wallet);
  await waitForNextTurn();
  fox.asked.splice(0);
  for (const change of [{ chainId: 10 }, { accounts: [] }]) emitter.emit('change', change);
  await waitForNextTurn();
  expect(fox.asked).toEqual([]);
  fox.answers.eth_accounts = [CONNECTED_ADDRESS];
  emitter.emit('change', { accounts: [CONNECTED_ADDRESS] });
  await is('connected');
});

test('a request for the account dialog shows the step of a locked wallet, with Forget', async () => {
  const { actor, fox } = await locked();
  fox.answers.wallet_requestPermissions = new Promise(() => {});
  actor.send({ type: 'dialog.request', phone: false, dialog: 'account' });
  const { connect } = childrenOf(actor.getSnapshot());
  await waitUntil(() =>
    expect(connect?.getSnapshot()).toMatchObject({ value: 'connect', context: { chosen: 'com.fox' } }),
  );
  expect(marks()).toEqual([true, true]);
  connect?.send({ type: 'forget' });
  await waitUntil(() => expect(browser.session()).toBeNull());
  expect(connect?.getSnapshot().value).toBe('none');
  await waitUntil(() => expect(marks()).toEqual([false, false]));
});
