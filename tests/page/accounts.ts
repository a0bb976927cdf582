import type { Page, Request } from '@playwright/test';
import { parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { startChain } from '../support/chain.ts';
import { deployEns } from '../support/ens.ts';
import { deploySite } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test as base, type OpenVisit } from './visitor/fixtures.ts';

/** Records the page's HTTP requests to the RPC node: `asked` has the JSON-RPC methods of each, `open` the pending ones. */
export function watchNodeRequests(page: Page, node: string) {
  const [asked, open]: [string[][], Set<Request>] = [[], new Set()];
  page.on('request', (request) => {
    if (!request.url().startsWith(node)) return;
    open.add(request);
    asked.push([request.postDataJSON()].flat().map(({ method }: { method: string }) => method));
  });
  const ends = (request: Request) => open.delete(request);
  page.on('requestfinished', ends).on('requestfailed', ends);
  return { asked, open };
}

interface Someone {
  ether?: string;
  /** The account's primary ENS name, which resolves to the account. A name without a dot gets `.eth`. */
  name?: string;
  texts?: Record<string, string>;
}

/** Returns a `test` whose site has no sign-in and uses a local chain with ENS. `name` names the site's folder. */
export function createAccountTest(name: string) {
  const setting = (async () => {
    const { client, url, stop } = await startChain();
    const ens = await deployEns(client);
    const dist = `${DIST}-${name}`;
    await deploySite(dist, { VITE_SIGN_IN: 'off', VITE_WALLET_CONTROL: 'header', VITE_RPC_URL: url });
    return { client, url, stop, ens, ...(await serveSite(dist)) };
  })();
  afterAll(async () => {
    const { stop, close } = await setting;
    close();
    await stop();
  });

  return (
    base
      .extend('chain', async () => (await setting).client)
      .extend('node', async () => (await setting).url)
      /** A function that creates an account which no other test uses. */
      .extend('someone', async ({ chain }) => {
        const { ens } = await setting;
        return async ({ ether = '0', name, texts = {} }: Someone = {}) => {
          const account = privateKeyToAccount(generatePrivateKey());
          const { address } = account;
          if (name) {
            await chain.setBalance({ address, value: parseEther('1') });
            await ens.register(name, account, { texts });
          }
          await chain.setBalance({ address, value: parseEther(ether) });
          return account;
        };
      })
      .extend('visit', async ({ browse, node }) => {
        const { origin } = await setting;
        return (own) => browse({ wallets: [{}], origin, servers: [node], ...own });
      })
      /** A function that opens the page, connects the first wallet, and opens the account dialog. */
      .extend(
        'atAccount',
        ({ visit }): OpenVisit =>
          async (options) => {
            const visitor = await visit(options);
            await visitor.connects();
            await visitor.requestsNext('account');
            await expectPage(visitor.account.dialog).toBeVisible();
            return visitor;
          },
      )
  );
}
