import type { Page, Request } from '@playwright/test';
import { parseEther } from 'viem';
import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { type ChainClient, startChain } from '../support/chain.ts';
import { deployEns } from '../support/ens.ts';
import { deploySite } from './sites.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test as base, type OpenVisit, type VisitOptions } from './visitor/fixtures.ts';

/** Records the requests of `page` to the node: the JSON-RPC methods of each, and which are still unanswered. */
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
  /** A label under `.eth`, or a whole ENS name. It is the account's primary name, and resolves to the account. */
  name?: string;
  texts?: Record<string, string>;
}

/** The fixtures of page tests on a local chain. */
export interface AccountFixtures {
  visit: OpenVisit;
  chain: ChainClient;
  ens: Awaited<ReturnType<typeof deployEns>>;
  /** The URL of the node that the page asks. */
  node: string;
  /** Creates an account that no other test uses. */
  someone: (given?: Someone) => Promise<LocalAccount>;
  /** Opens the page, connects the first wallet, and opens the account dialog. */
  atAccount: OpenVisit;
}

/** Page tests on a local chain with ENS, without sign-in. `usual` are the default options of a visit. */
export function createAccountTest(name: string, usual: VisitOptions = {}) {
  const start = async () => {
    const chain = await startChain();
    const ens = await deployEns(chain.client);
    const dist = `${DIST}-${name}`;
    await deploySite(dist, { VITE_SIGN_IN: 'off', VITE_WALLET_CONTROL: 'header', VITE_RPC_URL: chain.url });
    return { chain, ens, ...(await serveSite(dist)) };
  };
  let setting: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    setting = await start();
  }, 120_000);
  afterAll(async () => {
    setting.close();
    await setting.chain.stop();
  });

  return base.extend<AccountFixtures>({
    chain: async ({ task: _ }, use) => use(setting.chain.client),
    ens: async ({ task: _ }, use) => {
      const { ens } = setting;
      await use(ens);
      await ens.trust(false);
    },
    node: async ({ task: _ }, use) => use(setting.chain.url),
    someone: async ({ chain, ens }, use) =>
      use(async ({ ether = '0', name, texts = {} } = {}) => {
        const account = privateKeyToAccount(generatePrivateKey());
        const { address } = account;
        if (name) {
          await chain.setBalance({ address, value: parseEther('1') });
          await ens.register(name, account, { texts });
        }
        await chain.setBalance({ address, value: parseEther(ether) });
        return account;
      }),
    visit: async ({ browse, node }, use) => {
      const { origin } = setting;
      await use((own) => browse({ wallets: [{}], origin, servers: [node], ...usual, ...own }));
    },
    atAccount: async ({ visit }, use) =>
      use(async (options) => {
        const visitor = await visit(options);
        await visitor.connects();
        await visitor.requestsNext('account');
        await expectPage(visitor.account.dialog).toBeVisible();
        return visitor;
      }),
  });
}
