import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEther } from 'viem';
import { afterAll, beforeAll, expect } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { deployContractWallet, fundedAccount, startChain } from '../support/chain.ts';
import type { InstallOptions } from '../wallet/browser.ts';
import { DEFAULT_ACCOUNT } from '../wallet/wallet.ts';
import { deploySite } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { type OpenVisit, test } from './visitor/fixtures.ts';

/* Tests a site with a second network. It differs from the sample site by that entry alone. */

const BASE = 8453;
const ADDING = 'wallet_addEthereumChain';
const SWITCHING = 'wallet_switchEthereumChain';

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

let ethereum: Awaited<ReturnType<typeof startChain>>;
let base: Awaited<ReturnType<typeof startChain>>;
let site: Awaited<ReturnType<typeof serveSite>>;

beforeAll(async () => {
  [ethereum, base] = await Promise.all([startChain(), startChain(undefined, BASE)]);
  const dist = `${DIST}-networks`;
  await deploySite(dist, { SITE_FILE: siteWith(base.url), VITE_RPC_URL: ethereum.url });
  site = await serveSite(dist);
});
afterAll(async () => {
  site?.close();
  await Promise.all([ethereum?.stop(), base?.stop()]);
});

/** Visits with a wallet, and signs in. */
const signsIn = async (visit: OpenVisit, wallet: InstallOptions) => {
  const { origin } = site;
  const visitor = await visit({ wallets: [wallet], origin, servers: [ethereum.url, base.url] });
  await visitor.picks();
  await visitor.signIn.send.click();
  await visitor.hears('news.signedIn');
  return visitor;
};

test('a contract account on a second network can sign in, verified by the page itself', async ({ visit }) => {
  // The contract exists only on the second network.
  const account = await deployContractWallet(base.client, fundedAccount(1));
  const visitor = await signsIn(visit, { account, chainId: BASE });
  await visitor.requests('account');
  await expectPage(visitor.account.dialog).toContainText('Base');
  expect(visitor.foreign).toEqual([]);
});

test('the page reads Base after a switch by a wallet that knew only Ethereum before', async ({ visit }) => {
  const { address } = DEFAULT_ACCOUNT;
  await ethereum.client.setBalance({ address, value: parseEther('1') });
  await base.client.setBalance({ address, value: parseEther('2') });
  const visitor = await signsIn(visit, { chainId: 1, chains: [1] });
  const { account, network, wallet } = visitor;

  await visitor.requests('account');
  await expectPage(account.dialog).toContainText('Ethereum');
  await expectPage(account.line).toContainText('1 ETH');
  await account.close.click();

  await visitor.requests('chain');
  await expectPage(network.dialog.getByRole('listitem')).toHaveText([/Ethereum.*Connected/, /Base/]);
  await network.dialog.getByRole('button', { name: /^Base/ }).click();
  await visitor.hears('news.moved');
  expect(wallet.chainId).toBe(BASE);
  const asked = wallet.log.filter(({ method }) => [SWITCHING, ADDING].includes(method));
  expect(asked.map(({ method }) => method)).toEqual([SWITCHING, ADDING]);
  expect(asked[1]?.params).toEqual([
    {
      chainId: '0x2105',
      chainName: 'Base',
      nativeCurrency: { name: 'ETH', symbol: 'ETH', decimals: 18 },
      rpcUrls: [base.url],
      blockExplorerUrls: ['https://basescan.org'],
    },
  ]);

  await visitor.requests('account');
  await expectPage(account.dialog).toContainText('Base');
  await expectPage(account.line).toContainText('2 ETH');
  await expectPage(account.explorer).toHaveAttribute('href', `https://basescan.org/address/${address}`);
  expect(visitor.foreign).toEqual([]);
});
