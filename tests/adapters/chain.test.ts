import { beforeEach, describe, expect, test } from 'vitest';
import type { SystemActors } from '#machines/system';
import { childrenOf, sessionStateOf } from '../samples/session';
import { waitUntil } from '../support/until.ts';
import { createFakeProvider, type simulateBrowser, simulateBrowserForTest, waitForNextTurn } from './browser';
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

/** Opens the page with a wallet on an unsupported network, and the network dialog. */
async function asked() {
  const visit = await startConnectedWallet(browser, fox);
  ({ actor } = visit);
  actor.send({ type: 'dialog.request', phone: false });
  expect(state().value).toEqual({ connected: 'chain' });
  const { chain } = childrenOf(actor.getSnapshot());
  fox.asked.splice(0);
  return { dialog: chain!, pick: (id = 1) => chain!.send({ type: 'pick', id }), walletOf: visit.walletOf };
}

/** Picks Ethereum in the network dialog. The wallet answers its requests with these functions, one after another. */
async function picked(answer: unknown, added?: (params: unknown) => unknown) {
  fox.answers[SWITCH] = answer;
  if (added) fox.answers[ADD] = added;
  const { dialog, pick } = await asked();
  pick();
  return dialog;
}
const never = () => new Promise(() => {});

/** Moves the wallet to a network, with or without an event. */
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
/** Waits until the wallet has received the request to switch, so that the test can decide about its answer. */
const heard = async () => {
  await waitUntil(() => expect(fox.asked).toContain(SWITCH));
  await waitForNextTurn();
};
const times = (method: string) => fox.asked.filter((one) => one === method).length;

const switched = { value: { connected: 'none' }, chainId: 1, trouble: null };
const unchanged = { value: { connected: 'none' }, chainId: 137, trouble: 'unchanged' };

describe('a wallet that switches the network', () => {
  test.each([
    ['and sends an event', () => go('0x1')],
    ['and sends a late event', () => void setTimeout(() => go('0x1'))],
    ['without an event', () => go('0x1', false)],
    ['and answers with a value', () => go('0x1') ?? 'ok'],
    ['and sends two events', () => go('0x1') ?? go('0x1')],
  ])('the dialog closes once the wallet has switched: %s', async (_, answer) => {
    const told: unknown[] = [];
    await picked((params: unknown) => {
      told.push(params);
      return answer();
    });
    await closed();
    await waitUntil(() => expect(state()).toEqual(switched));
    // The parameters of a request to switch the network (EIP-3326).
    expect([told, times(ADD)]).toEqual([[[{ chainId: '0x1' }]], 0]);
  });

  test.each([
    ['to the chosen network', '0x1', 1],
    ['to another network', '0xa', 10],
  ])('the network dialog closes if a wallet never answers a request to switch: %s', async (_, id, chainId) => {
    await picked(never);
    await heard();
    expect(state()).toMatchObject({ value: { connected: 'chain' }, chainId: 137 });
    go(id);
    await closed();
    expect(state()).toEqual({ ...switched, chainId });
  });
});

describe('a wallet that does not switch the network', () => {
  test.each([{ code: 4001 }, { code: -32002 }, { code: 4200 }, new Error('no'), 'no'])(
    'a failed switch shows a notice: %j',
    async (error) => {
      await picked(no(error));
      await closed();
      expect(state()).toEqual(unchanged);
      expect([times(SWITCH), times(ADD)]).toEqual([1, 0]);
    },
  );

  test.each([
    ['null', () => null],
    ['a value', () => 'ok'],
  ])('reads the network at once if the wallet answers %s and does not switch', async (_, answer) => {
    await picked(answer);
    await heard();
    expect(times('eth_chainId')).toBeGreaterThan(0);
    await closed();
    expect(state()).toEqual(unchanged);
  });

  test.each([
    ['fails if the wallet stays', '0x89', unchanged],
    ['succeeds if the wallet has switched', '0x1', { ...unchanged, trouble: null }],
  ])('without an event of the connector, a network switch %s', async (_, network, end) => {
    const { connectorOf } = await import('#adapters/wallets/connectors');
    const { pick, walletOf } = await asked();
    const switchChain = async () => ({ id: Number(go(network, false)) });
    Object.assign(connectorOf(walletOf('com.fox')), { switchChain });
    pick();
    await closed();
    expect(state()).toEqual(end);
  });
});

describe('adding a network that the wallet does not know (4902)', () => {
  const unknown = { code: 4902, message: 'Unrecognized chain ID.' };

  test.each([
    ['unknown by the code of EIP-3326', unknown],
    [
      'unknown by MetaMask’s nested error on phones',
      { code: -32603, message: 'Internal error', data: { originalError: unknown } },
    ],
  ])('the wallet switches to an added network: %s', async (_, error) => {
    const told: unknown[] = [];
    await picked(no(error), (params: unknown) => {
      told.push(params);
      return go('0x1');
    });
    await closed();
    await waitUntil(() => expect(state()).toEqual(switched));
    expect(told).toEqual([
      [
        {
          chainId: '0x1',
          chainName: 'Ethereum',
          nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
          rpcUrls: [expect.stringMatching(/^https?:/)],
          blockExplorerUrls: ['https://etherscan.io'],
        },
      ],
    ]);
  });

  test.each<[string, () => unknown]>([
    ['adding is unsupported', no({ code: 4001 })],
    ['added, but not switched to', () => null],
    ['not added', no({ code: -32602, message: 'Invalid parameters' })],
    ['still unknown after adding', no(unknown)],
  ])('the switch fails if the wallet does not add the network (%s)', async (_, answer) => {
    await picked(no(unknown), answer);
    await closed();
    expect(state()).toEqual(unchanged);
    expect([times(SWITCH), times(ADD)]).toEqual([1, 1]);
  });
});

test('no request is sent while no wallet is connected', async () => {
  const { switchChain } = await import('#adapters/dialogs/chain');
  const visit = await startWalletBundleForTest();
  const errors: string[] = [];
  const port = visit.run('switchChain', switchChain, { id: 1 });
  port.subscribe({ error: (error) => errors.push((error as Error).message) });
  await waitUntil(() => expect(errors).toEqual(['No address or chain ID found']));
  expect(fox.asked).toEqual([]);
});
