import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page, Request } from '@playwright/test';
import { parseEther } from 'viem';
import { generatePrivateKey, type LocalAccount, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll } from 'vitest';
import { DIST, serveSite } from '../support/build.ts';
import { type ChainClient, startChain } from '../support/chain.ts';
import { plantEns } from '../support/ens.ts';
import { deploySite } from './deploy.ts';
import { NAME } from './injected.ts';
import { seen } from './seen.ts';
import { ask, test as base, isConnected, type VisitOptions, visitWith } from './visit.ts';

/** One question of a request. */
interface Call {
  id: number;
  method: string;
  params: unknown[];
}
/** Its answer, by the chain or by a whim: `result`, or `error`. */
type Reply = { jsonrpc: '2.0'; id: number } & Record<string, unknown>;

/**
 * The faults of a node. A number is a status, `says` answers every request with JSON, and `each` has the last word on
 * each answer. 'silence' never answers, and 'later' is a 429 that asks for a retry in an hour.
 */
export type Whim =
  | number
  | 'down'
  | 'later'
  | 'rubbish'
  | 'nothing'
  | 'silence'
  | { says: unknown }
  | { each: (call: Call, reply: Reply) => Reply | Promise<Reply> };

/** The name service's answer to everyone, as JSON. A number is a status. */
type Service = object | number | 'down' | 'silence';

/** A node on this machine, in front of a chain: it counts what it is asked, and misbehaves when it is told to. */
async function startNode(chainUrl: string) {
  const requests: string[][] = [];
  const waiting = new Set<() => void>();
  const services: string[] = [];
  let whim: Whim | null = null;
  let service: Service = { data: null };
  let gate: Promise<void> | null = null;

  const json = (response: ServerResponse, value: unknown) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  /** The service that knows names, where there is one. */
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
    // Each request has a line of its own: browsers ask again by themselves where one was cut that they had used before.
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
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    /** The address of the name service: another host, to browsers. */
    serviceUrl: `http://localhost:${port}/names`,
    /** The paths that were asked of the name service, in order. */
    services: services as readonly string[],
    /** Sets the name service's answer from now on. */
    call: (says: Service) => {
      service = says;
    },
    /** The methods of each request so far, in order. Preflight requests (CORS) do not count. */
    requests: requests as readonly (readonly string[])[],
    /** How it answers from now on; null is well. */
    answer: (how: Whim | null) => {
      whim = how;
    },
    /** Keeps all waiting who ask from now on, until the function that it returns is called. */
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
    /** Lets all go who wait, and is well again. */
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

export type Node = Awaited<ReturnType<typeof startNode>>;

/** The requests of a page to its node since the last reset, method by method, and the pending ones. */
export interface Line {
  asked: string[];
  open: Set<Request>;
}

export function listenIn(page: Page, { url }: { url: string }): Line {
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

/** Whom a test is about. */
interface Someone {
  /** The balance, in ether. */
  ether?: string;
  /** The name: a label of `.eth`, or a whole name. It leads to the account, and back. */
  name?: string;
  /** The text records of the name. */
  texts?: Record<string, string>;
}

interface Fixtures {
  chain: ChainClient;
  ens: Awaited<ReturnType<typeof plantEns>>;
  /** The site's node. */
  node: Node;
  /** Someone who was never seen before. */
  someone: (given?: Someone) => Promise<LocalAccount>;
  /** Visits with wallets in the browser, by the address that asks for the connect dialog. */
  come: (wallets?: Wallets, options?: VisitOptions) => ReturnType<typeof visitWith>;
  /** The same, and connects the first wallet. No dialog is open then. */
  enter: (wallet?: Wallets[number], options?: VisitOptions) => Promise<Entered>;
  /** The same, and asks for the account. */
  open: (wallet?: Wallets[number], options?: VisitOptions) => Promise<Entered>;
}

export interface Entered extends Awaited<ReturnType<typeof visitWith>> {
  account: ReturnType<typeof accountOf>;
}

/** Asks for the account by the address, after the dialog that was open has given it back. */
export async function askForAccount(page: Page) {
  await seen(page).toHaveURL(/\/$/);
  await ask(page, 'account');
}

/**
 * Page tests with a chain of their own, in which accounts have names. A node in front of it is the name service as
 * well. There is a control in the header, and no sign-in. `usual` are the options of visits that name none.
 */
export function withAccount(name: string, usual: VisitOptions = {}) {
  const start = async () => {
    const chain = await startChain();
    const [ens, node] = await Promise.all([plantEns(chain.client), startNode(chain.url)]);
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
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    chain: async ({}, use) => use(setting.chain.client),
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    ens: async ({}, use) => {
      const { ens } = setting;
      await use(ens);
      await ens.trust(false);
    },
    // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
    node: async ({}, use) => {
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
        return { ...visited, account: accountOf(visited.page) };
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

/** Shown if the browser does not copy the address. */
export const UNCOPIED = 'Copying isn’t allowed here. Select the address and copy it yourself.';

/** The account dialog, as a visitor finds its parts. */
export const accountOf = (page: Page) => {
  const dialog = page.locator('#door-island').getByRole('dialog', { name: 'Account' });
  const button = (name: string) => dialog.getByRole('button', { name, exact: true });
  const who = dialog.getByRole('heading', { level: 3 }).first();
  return {
    dialog,
    /** The name of the account. */
    who,
    /** The line below that: address and balance. */
    line: who.locator('xpath=following-sibling::p'),
    /** The picture of its name; without one, there is only the generated one. */
    picture: dialog.locator('img[width="72"]'),
    /** The generated picture. The wallet's icon, which may be generated too, stands after it. */
    star: dialog.locator('svg[viewBox="-32 -32 64 64"]').first(),
    copy: button('Copy address'),
    copied: button('Copied'),
    /** The whole address, where the browser did not copy it. */
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
