import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEther } from 'viem';
import { expect, onTestFinished } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { deployContractWallet, deriveFundedAccount, startChain } from '../support/chain.ts';
import { deploySite } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';

/* Tests the sample site with a second supported network. */

const BASE = 8453;

const entry = (node: string) => `
      {
        id: ${BASE},
        name: 'Base',
        icon: null,
        iconBackground: '#0000ff',
        explorer: 'https://basescan.org',
        symbol: 'ETH',
        decimals: 18,
        rpcUrls: ['${node}'],
      },
    ],`;

function siteWith(node: string) {
  const sample = readFileSync('tests/samples/site.ts', 'utf8');
  const site = sample.replace(/(networks: \[[\s\S]*?)\n {4}\],/, (_, first) => first + entry(node));
  expect(site).not.toBe(sample);
  const folder = resolve('node_modules/.cache/sites');
  mkdirSync(folder, { recursive: true });
  const file = `${folder}/networks.ts`;
  writeFileSync(file, site);
  return file;
}

test('a contract account on a second network signs in, and its balance is read there', async ({ visit }) => {
  const [ethereum, base] = await Promise.all([startChain(), startChain(undefined, BASE)]);
  onTestFinished(async () => void (await Promise.all([ethereum.stop(), base.stop()])));
  const dist = `${DIST}-networks`;
  await deploySite(dist, { SITE_FILE: siteWith(base.url), VITE_RPC_URL: ethereum.url });
  const { origin, close } = await serveSite(dist);
  onTestFinished(close);
  // The contract exists only on the second network.
  const account = await deployContractWallet(base.client, deriveFundedAccount(1));
  await base.client.setBalance({ address: account.address, value: parseEther('2') });
  const wallets = [{ account, chainId: BASE }];
  const visitor = await visit({ wallets, origin, servers: [ethereum.url, base.url] });
  const { network } = visitor;
  await visitor.connects();
  await visitor.signs();
  await visitor.requests('account');
  await expectPage(visitor.account.dialog).toContainText('Base');
  await expectPage(visitor.account.line).toContainText('2 ETH');
  const url = `https://basescan.org/address/${account.address}`;
  await expectPage(visitor.account.explorer).toHaveAttribute('href', url);
  await visitor.account.close.click();
  await visitor.requestsNext('chain');
  await expectPage(network.dialog.getByRole('listitem')).toHaveText([/Ethereum/, /Base.*Connected/]);
  expect(visitor.foreign).toEqual([]);
});
