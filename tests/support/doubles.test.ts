import { existsSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { createWalletClient, custom, type EIP1193Provider } from 'viem';
import { mainnet, optimism } from 'viem/chains';
import { describe, expect, test, vi } from 'vitest';
import { installWallet } from '../wallet/browser.ts';

/** Simulates the page's side of a wallet, in this process. */
function pageHere() {
  const window = new EventTarget();
  vi.stubGlobal('window', Object.assign(window, { top: window }));
  const run = async (script: (argument: unknown) => unknown, argument: unknown) => script(argument);
  const exposeFunction = async (name: string, callback: unknown) => Reflect.set(window, name, callback);
  return { evaluate: run, addInitScript: run, exposeFunction } as unknown as Page;
}

describe('the networks of the simulated wallet', () => {
  /** Creates a wallet. Returns it with its events and the page's view of it. */
  async function install(options: Parameters<typeof installWallet>[1] = {}) {
    const wallet = await installWallet(pageHere(), { legacy: {}, ...options });
    const provider = Reflect.get(window, 'ethereum') as EIP1193Provider;
    const told: string[] = [];
    provider.on('chainChanged', (id) => told.push(id));
    const client = createWalletClient({ transport: custom(provider, { retryCount: 0 }) });
    return { wallet, client, told };
  }
  const gone = async (client: { getChainId: () => Promise<number> }, told: string[]) => [
    await client.getChainId(),
    ...told,
  ];

  test('the wallet switches to a known network, and sends no event if it is current', async () => {
    const { wallet, client, told } = await install({ chainId: 10 });
    await client.switchChain(mainnet);
    await client.switchChain(optimism);
    expect(await gone(client, told)).toEqual([10, '0x1', '0xa']);
    wallet.answers.default = 'reject';
    await client.switchChain(optimism);
    await expect(client.switchChain(mainnet)).rejects.toThrow('User rejected');
    expect(told).toHaveLength(2);
  });

  test('the wallet switches to an unknown network once it has been added', async () => {
    const { wallet, client, told } = await install();
    wallet.answers.default = 'hold';
    await expect(client.switchChain(optimism)).rejects.toMatchObject({ code: 4902 });
    const added = client.addChain({ chain: optimism });
    await wallet.approve();
    await added;
    expect(await gone(client, told)).toEqual([10, '0xa']);
    wallet.answers.default = 'approve';
    await client.switchChain(mainnet);
    await client.switchChain(optimism);
    expect(told).toEqual(['0xa', '0x1', '0xa']);
  });

  test('the owner of the simulated wallet can reject a network', async () => {
    const { wallet, client, told } = await install({ answer: 'reject' });
    await expect(client.addChain({ chain: optimism })).rejects.toThrow('User rejected');
    await expect(client.switchChain(optimism)).rejects.toMatchObject({ code: 4902 });
    wallet.answers.wallet_addEthereumChain = -32603;
    await expect(client.addChain({ chain: optimism })).rejects.toMatchObject({ code: -32603 });
    expect(await gone(client, told)).toEqual([1]);
  });

  test('the wallet refuses to add a network without a description', async () => {
    const { client } = await install();
    const nameless = { ...optimism, name: '' };
    await expect(client.addChain({ chain: nameless })).rejects.toMatchObject({ code: -32602 });
  });

  test('the wallet can send an event without an answer', async () => {
    const { wallet, client, told } = await install({ chains: [1, 10] });
    wallet.answers.wallet_switchEthereumChain = 'event';
    let answered = false;
    client.switchChain(optimism).finally(() => {
      answered = true;
    });
    await expect.poll(() => told).toEqual(['0xa']);
    expect(await client.getChainId()).toBe(10);
    expect(answered).toBe(false);
  });

  test('the wallet can answer with success and stay on its network', async () => {
    const { wallet, client, told } = await install({ chains: [1, 10] });
    wallet.answers.wallet_switchEthereumChain = () => null;
    await client.switchChain(optimism);
    expect(await gone(client, told)).toEqual([1]);
  });

  test('the owner of the simulated wallet can change the network', async () => {
    const { wallet, client, told } = await install();
    await wallet.setChain(10);
    await client.switchChain(mainnet);
    expect(await gone(client, told)).toEqual([1, '0xa', '0x1']);
  });
});

test('the packaged local chain needs only the system libraries that Node needs', () => {
  const here = ['node_modules/@foundry-rs/anvil-linux-amd64/bin/anvil'].filter(existsSync);
  // Names of shared libraries end with a zero byte. An executable has them in its first 4 MB.
  const wanted = here.map((path) =>
    readFileSync(path, 'latin1')
      .slice(0, 4 << 20)
      .split('\0')
      .filter((name) => /^lib[\w+-]+\.so\.\d+$/.test(name)),
  );
  for (const names of wanted) expect(names).not.toEqual([]);
  const usual = /^lib(c|dl|gcc_s|m|pthread|stdc\+\+)\.so\.\d$/;
  expect(wanted.flat().filter((name) => !usual.test(name))).toEqual([]);
});
