import { expect, test } from 'vitest';
import { fundedAccount, pauseMining, sendWei, startChain, waitForReceipt } from './chain.ts';

const processes = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

test('the chain starts with the id of mainnet and funded accounts, and ends cleanly', async () => {
  const before = processes();
  const { url, client, stop } = await startChain();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await client.getChainId()).toBe(1);
  expect(await client.getBalance({ address: fundedAccount(9).address })).toBe(10_000n * 10n ** 18n);
  await stop();
  await stop();
  await expect.poll(processes).toBe(before);
  await expect(fetch(url)).rejects.toThrow();
});

test('a missing anvil is reported, with the command that installs it', async () => {
  await expect(startChain('/nowhere/anvil')).rejects.toThrow('There is no anvil: run "npm install"');
});

test('a chain that ends early is reported', async () => {
  await expect(startChain('false')).rejects.toThrow('Anvil ended before it answered, with code 1.');
});

test('the local chain mines each transaction at once after the pause ends', async () => {
  const { client, stop } = await startChain();
  const resume = await pauseMining(client);
  const held = await sendWei(client, fundedAccount(1));
  await resume();
  const free = await sendWei(client, fundedAccount(1));
  for (const hash of [held, free]) expect(await waitForReceipt(client, hash)).toMatchObject({ status: 'success' });
  await stop();
});
