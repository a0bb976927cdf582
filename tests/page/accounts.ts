import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page, Request } from '@playwright/test';
import { parseEther } from 'viem';
import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { type ChainClient, startChain } from '../support/chain.ts';
import { deployEns } from '../support/ens.ts';
import { listenOnFreePort } from '../support/listen.ts';
import { deploySite } from './deploy.ts';
import { NAME } from './injected.ts';
import { seen } from './seen.ts';
import { askAfresh, test as base, isConnected, type VisitOptions, visitWith } from './visit.ts';

interface Call {
  id: number;
  method: string;
  params: unknown[];
}
type Reply = { jsonrpc: '2.0'; id: number } & Record<string, unknown>;

/** A failure that an RPC node simulates. A number is an HTTP status. 'later' is a 429 that asks to retry in an hour. */
type Whim =
  | number
  | 'down'
  | 'later'
  | 'rubbish'
  | 'nothing'
  | 'silence'
  | { says: unknown }
  | { each: (call: Call, reply: Reply) => Reply | Promise<Reply> };

type Service = object | number | 'down' | 'silence';

/** Starts a local node in front of a chain. It counts requests and simulates faults. */
async function startNode(chainUrl: string) {
  const requests: string[][] = [];
  const waiting = new Set<() => void>();
  const services: string[] = [];
  let whim: Whim | null = null;
  let service: Service = { data: null };
  let gate: Promise<void> | null = null;

  const json = (response: ServerResponse, value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const serve = (path: string, response: ServerResponse) => {
    services.push(path);
    if (service === 'down') return response.destroy();
    if (service === 'silence') return;
    if (typeof service === 'number') return response.writeHead(service).end();
    return json(response, service);
  };
  const honest = async (body: string) => {
    const answer = await fetch(chainUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await answer.json()) as Reply | Reply[];
  };

  const server = createServer(async (request, response) => {
    // Each request gets its own connection, because browsers silently retry a request when a reused connection is cut.
    for (const [name, value] of [
      ['access-control-allow-origin', '*'],
      ['access-control-allow-headers', 'content-type'],
      ['connection', 'close'],
    ] as const)
      response.setHeader(name, value);
    if (request.method === 'OPTIONS') return response.writeHead(204).end();
    if (request.method === 'GET') return serve(String(request.url), response);
    const body = await text(request);
    const question: Call | Call[] = JSON.parse(body);
    const calls = [question].flat();
    requests.push(calls.map(({ method }) => method));
    await gate;
    const how = whim;
    if (how === 'silence') return;
    if (how === 'down') return request.socket.destroy();
    if (how === 'rubbish') return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi.');
    if (how === 'nothing') return response.writeHead(200).end();
    if (how === 'later')
      return response
        .writeHead(429, { 'retry-after': '3600', 'access-control-expose-headers': 'retry-after' })
        .end('{}');
    if (typeof how === 'number') return response.writeHead(how).end('{}');
    if (how && 'says' in how) return json(response, how.says);
    const replies = [await honest(body).catch(() => [])].flat();
    const changed = how
      ? await Promise.all(
          calls.map((call) =>
            how.each(call, replies.find(({ id }) => id === call.id) ?? { jsonrpc: '2.0', id: call.id }),
          ),
        )
      : replies;
    return json(response, Array.isArray(question) ? changed : changed[0]);
  });
  const { port } = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    /** The URL of the name service. Browsers treat it as another host. */
    serviceUrl: `http://localhost:${port}/names`,
    services: services as readonly string[],
    call: (says: Service) => {
      service = says;
    },
    /** The JSON-RPC methods of each request, in order. CORS preflight requests don't count. */
    requests: requests as readonly (readonly string[])[],
    answer: (how: Whim | null) => {
      whim = how;
    },
    hold: () => {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = () => {
          gate = null;
          waiting.delete(open);
          resolve();
        };
      });
      waiting.add(open);
      return open;
    },
    recover: () => {
      whim = null;
      service = { data: null };
      for (const open of waiting) open();
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

export type LocalNode = Awaited<ReturnType<typeof startNode>>;

/** The requests of a page to its node since the last reset, by method, and those without an answer yet. */
export interface NodeTraffic {
  asked: string[];
  open: Set<Request>;
}

export function listenIn(page: Page, { url }: { url: string }): NodeTraffic {
  const [asked, open]: [string[], Set<Request>] = [[], new Set()];
  page.on('request', (request) => {
    if (!request.url().startsWith(url)) return;
    open.add(request);
    asked.push(...[request.postDataJSON()].flat().map(({ method }: { method: string }) => method));
  });
  const ends = (request: Request) => open.delete(request);
  page.on('requestfinished', ends).on('requestfailed', ends);
  return { asked, open };
}

type Wallets = NonNullable<Parameters<typeof visitWith>[1]>;

interface Someone {
  ether?: string;
  /** A label of `.eth`, or a whole name. It resolves to the account, and is its primary name. */
  name?: string;
  texts?: Record<string, string>;
}

interface Fixtures {
  chain: ChainClient;
  ens: Awaited<ReturnType<typeof deployEns>>;
  node: LocalNode;
  /** Creates an account that no other test uses. */
  someone: (given?: Someone) => Promise<LocalAccount>;
  come: (wallets?: Wallets, options?: VisitOptions) => ReturnType<typeof visitWith>;
  /** Visits, and connects the first wallet. No dialog is open afterwards. */
  enter: (wallet?: Wallets[number], options?: VisitOptions) => Promise<Entered>;
  open: (wallet?: Wallets[number], options?: VisitOptions) => Promise<Entered>;
}

export interface Entered extends Awaited<ReturnType<typeof visitWith>> {
  account: ReturnType<typeof accountControls>;
}

export const askForAccount = (page: Page) => askAfresh(page, 'account');

/** Page tests on a local chain with ENS, without sign-in. `usual` are the default options of a visit. */
export function withAccount(name: string, usual: VisitOptions = {}) {
  const start = async () => {
    const chain = await startChain();
    const [ens, node] = await Promise.all([deployEns(chain.client), startNode(chain.url)]);
    const dist = `${DIST}-${name}`;
    await deploySite(dist, {
      VITE_SIGN_IN: 'off',
      VITE_WALLET_CONTROL: 'header',
      VITE_RPC_URL: node.url,
      VITE_NAME_SERVICE_URL: node.serviceUrl,
    });
    const { origin, close } = await serveSite(dist);
    return { chain, ens, node, origin, close };
  };
  let setting: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    setting = await start();
  }, 120_000);
  afterAll(async () => {
    const { chain, node, close } = setting;
    close();
    await node.close();
    await chain.stop();
  });

  return base.extend<Fixtures>({
    chain: async ({ task: _ }, use) => use(setting.chain.client),
    ens: async ({ task: _ }, use) => {
      const { ens } = setting;
      await use(ens);
      await ens.trust(false);
    },
    node: async ({ task: _ }, use) => {
      const { node } = setting;
      await use(node);
      node.recover();
    },
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
    come: async ({ visit, node }, use) => {
      const { origin } = setting;
      await use((wallets, options = usual) =>
        visitWith(visit, wallets, { origin, servers: [node.url, node.serviceUrl], ...options }),
      );
    },
    enter: async ({ come }, use) =>
      use(async (wallet = {}, options) => {
        const visited = await come([wallet], options);
        if (!(await isConnected(visited.page))) {
          await visited.connect.row(String(wallet.info?.name ?? NAME)).click();
          await seen(visited.connect.dialog).toBeHidden();
          await seen(visited.page).toHaveURL(/\/$/);
        }
        return { ...visited, account: accountControls(visited.page) };
      }),
    open: async ({ enter }, use) =>
      use(async (...given) => {
        const entered = await enter(...given);
        await askForAccount(entered.page);
        await seen(entered.account.dialog).toBeVisible();
        return entered;
      }),
  });
}

export const UNCOPIED = 'Copying isn’t allowed here. Select the address and copy it yourself.';

export const accountControls = (page: Page) => {
  const dialog = page.locator('#wallet-island').getByRole('dialog', { name: 'Account' });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const who = dialog.getByRole('heading', { level: 3 }).first();
  return {
    dialog,
    who,
    /** The line below the name: address and balance. */
    line: who.locator('xpath=following-sibling::p'),
    picture: dialog.locator('img[width="72"]'),
    /** The generated picture. The wallet's icon comes after it, and may be generated too. */
    star: dialog.locator('svg[viewBox="-32 -32 64 64"]').first(),
    copy: button('Copy address'),
    copied: button('Copied'),
    byHand: dialog.getByRole('textbox', { name: UNCOPIED }),
    leave: button('Disconnect'),
    retry: button('Retry'),
    clear: button('Clear all'),
    close: button('Close'),
    rows: dialog.getByRole('listitem'),
    explorer: dialog.getByRole('link', { name: /^View on explorer/ }),
    status: dialog.getByRole('status').last(),
  };
};
