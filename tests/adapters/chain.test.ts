import { beforeEach, expect, test } from 'vitest';
import type { SystemActors } from '#machines/system';
import { childrenOf, sessionStateOf } from '../samples/session';
import { waitUntil } from '../support/until.ts';
import { createFakeProvider, type simulateBrowser, simulateBrowserForTest } from './browser';
import { startConnectedWallet, startWalletBundleForTest } from './claims';

/* Tests how the page handles a wallet's answers to a network switch. wagmi is real. */

const SWITCH = 'wallet_switchEthereumChain';
const ADD = 'wallet_addEthereumChain';

let browser: ReturnType<typeof simulateBrowser>;
let fox: ReturnType<typeof createFakeProvider>;
let actor: SystemActors['session'];

beforeEach(() => {
  browser = simulateBrowserForTest();
  fox = createFakeProvider();
  fox.answers.eth_chainId = '0x89';
});

/** Connects a wallet on an unsupported network, and opens the network dialog. */
async function asked() {
  const visit = await startConnectedWallet(browser, fox);
  ({ actor } = visit);
  actor.send({ type: 'dialog.request', phone: false });
  expect(state().value).toEqual({ connected: 'chain' });
  const { chain } = childrenOf(actor.getSnapshot());
  fox.asked.splice(0);
  return { pick: () => chain!.send({ type: 'pick', id: 1 }), walletOf: visit.walletOf };
}

/** Moves the wallet to a network, with a `chainChanged` event unless `says` is false. */
function go(chainId: string, says = true) {
  fox.answers.eth_chainId = chainId;
  if (says) fox.say('chainChanged', chainId);
  return null;
}
const no = (error: unknown) => () => {
  throw error;
};
const state = () => {
  const snapshot = actor.getSnapshot();
  const { context, children } = snapshot;
  const { failure } = children.notice!.getSnapshot().value;
  return {
    value: sessionStateOf(snapshot),
    chainId: context.connection?.chainId,
    trouble: failure === 'none' ? null : failure,
  };
};
const closed = () => waitUntil(() => expect(actor.getSnapshot().value).toEqual({ connected: 'none' }));
const times = (method: string) => fox.asked.filter((one) => one === method).length;

const switched = { value: { connected: 'none' }, chainId: 1, trouble: null };
const unchanged = { value: { connected: 'none' }, chainId: 137, trouble: 'unchanged' };

const unknown = { code: 4902, message: 'Unrecognized chain ID.' };
const unknownOnPhone = { code: -32603, message: 'Internal error', data: { originalError: unknown } };
const ETHEREUM = {
  chainId: '0x1',
  chainName: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [expect.stringMatching(/^https?:/)],
  blockExplorerUrls: ['https://etherscan.io'],
};

test.each<[string, () => unknown, (() => unknown) | null, typeof switched | typeof unchanged]>([
  ['sends an event', () => go('0x1'), null, switched],
  ['sends a late event', () => void setTimeout(() => go('0x1')), null, switched],
  ['sends no event', () => go('0x1', false), null, switched],
  ['answers with a value', () => go('0x1') ?? 'ok', null, switched],
  ['sends two events', () => go('0x1') ?? go('0x1'), null, switched],
  ['rejects', no({ code: 4001 }), null, unchanged],
  ['is busy', no({ code: -32002 }), null, unchanged],
  ['cannot switch', no({ code: 4200 }), null, unchanged],
  ['fails without a code', no(new Error('no')), null, unchanged],
  ['fails with a text', no('no'), null, unchanged],
  ['answers with a value, and stays', () => 'ok', null, unchanged],
  ['answers with null, and stays', () => null, null, unchanged],
  ['adds the network (EIP-3326)', no(unknown), () => go('0x1'), switched],
  ['adds the network on a phone, with MetaMask’s nested error', no(unknownOnPhone), () => go('0x1'), switched],
  ['rejects adding the network', no(unknown), no({ code: 4001 }), unchanged],
  ['adds the network, and stays', no(unknown), () => null, unchanged],
  ['cannot add the network', no(unknown), no({ code: -32602, message: 'Invalid parameters' }), unchanged],
  ['does not know the network after adding it', no(unknown), no(unknown), unchanged],
])('a network switch closes the dialog, with a notice if it failed: the wallet %s', async (_, answer, adds, end) => {
  const told: unknown[] = [];
  const tell = (by: () => unknown) => (params: unknown) => {
    told.push(params);
    return by();
  };
  Object.assign(fox.answers, { [SWITCH]: tell(answer), ...(adds && { [ADD]: tell(adds) }) });
  (await asked()).pick();
  await closed();
  await waitUntil(() => expect(state()).toEqual(end));
  expect(told).toEqual([[{ chainId: '0x1' }], ...(adds ? [[ETHEREUM]] : [])]);
  expect([times(SWITCH), times(ADD)]).toEqual([1, adds ? 1 : 0]);
});

test.each([
  ['stays', '0x89', unchanged],
  ['has switched', '0x1', { ...unchanged, trouble: null }],
])('without a connector event, a network switch fails if the wallet stays: it %s', async (_, network, end) => {
  const { connectorOf } = await import('#adapters/wallets/connectors');
  const { pick, walletOf } = await asked();
  const switchChain = async () => ({ id: Number(go(network, false)) });
  Object.assign(connectorOf(walletOf('com.fox')), { switchChain });
  pick();
  await closed();
  expect(state()).toEqual(end);
});

test('a network switch without a connected wallet fails, and sends no request', async () => {
  const { switchChain } = await import('#adapters/dialogs/chain');
  const visit = await startWalletBundleForTest();
  const errors: string[] = [];
  const port = visit.run('switchChain', switchChain, { id: 1 });
  port.subscribe({ error: (error) => errors.push((error as Error).message) });
  await waitUntil(() => expect(errors).toEqual(['No address or chain ID found']));
  expect(fox.asked).toEqual([]);
});
