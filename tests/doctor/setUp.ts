import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bundleListPathOf } from '#build/bundle';
import type { DoctorInput, OutsideServices } from '#doctor/finding';
import type { Network } from '#domain/chain';
import type { Site } from '#domain/site';
import { site as sample } from '#site';
import { listenOnFreePort } from '../support/listen.ts';
import { startRelay } from '../support/relay.ts';

/** An answer of a host: a body, or a status with headers and body. */
interface Answered {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

type Route = (request: IncomingMessage) => Answered | Promise<Answered>;

/** Starts a host whose answers the test can replace, by path. Unknown paths are 404. */
async function startFakeHost() {
  const routes: Record<string, Route> = {};
  const asked: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const { pathname } = new URL(url, 'http://host');
    const entry = { method, url, body: '', headers };
    asked.push(entry);
    const route: Route = routes[pathname] ?? (() => ({ status: 404 }));
    // Skips a body that the route itself has read.
    const given = await route(request);
    entry.body = request.readableEnded ? '' : await text(request);
    response.writeHead(given.status ?? 200, given.headers).end(given.body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  return { ...(await listenOnFreePort(server)), routes, asked };
}

const OPEN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' };
const json = (value: unknown, headers: Record<string, string> = OPEN): Answered => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

/** The behaviour of a correct node. `behind` is the age of its newest block, in seconds. */
const NODE = { id: 1, behind: 0, closed: false, batchless: false, callless: false, status: 200 };

/** Creates the route of an Ethereum node. The options make it faulty. */
const createNodeRoute = (faults: Partial<typeof NODE> = {}): Route => {
  const { id, behind, closed, batchless, callless, status } = { ...NODE, ...faults };
  return async (request) => {
    const headers: Record<string, string> = closed ? { Vary: 'Origin' } : OPEN;
    if (request.method === 'OPTIONS') return { status: 204, headers };
    const asked = JSON.parse(await text(request));
    const results: Record<string, unknown> = {
      eth_chainId: `0x${id.toString(16)}`,
      eth_getBlockByNumber: { timestamp: `0x${(Math.floor(Date.now() / 1_000) - behind).toString(16)}` },
      eth_call: '0x',
    };
    const answerTo = (one: { id: number; method: string }) =>
      callless && one.method === 'eth_call'
        ? { id: one.id, error: { message: 'method not available' } }
        : { id: one.id, result: results[one.method] };
    if (status !== 200) return { status, headers };
    if (Array.isArray(asked)) return json(batchless ? { error: 'no batches' } : asked.map(answerTo), headers);
    return json(answerTo(asked), headers);
  };
};

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'",
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  'X-Content-Type-Options': 'nosniff',
};

/** Creates the routes of correct services: node, page, Telegram, links, explorer, name service and name server. */
const createCorrectRoutes = (): Record<string, Route> => ({
  '/node': createNodeRoute(),
  '/': () => ({ headers: HEADERS, body: '<!doctype html><html lang="en">' }),
  '/manifest.json': () => json({ icons: [] }),
  '/telegram/right_name': () => ({ body: '<div class="tgme_page_title">Right</div>' }),
  '/telegram/wrong_name': () => ({ body: '<a class="tgme_action_button_new">Send Message</a>' }),
  '/litepaper': () => ({ body: 'paper' }),
  '/explorer/address/0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045': () => ({ body: 'account' }),
  '/names': () => json({ data: null }),
  '/dns': () => json({ AD: true, Answer: [{ type: 257 }] }),
});

/** The values of an operator who has set everything right, with all services on `url`. */
function createCorrectInput(url: string, relayUrl: string): DoctorInput {
  const profile = { name: 'A Backer', handle: '@backer', image: '', link: `${url}/litepaper` };
  const [network] = sample.wallet.networks;
  return {
    site: {
      ...sample,
      url,
      messaging: { ...sample.messaging, handle: 'right_name' },
      litepaper: `${url}/litepaper`,
      backer: profile,
      supporters: [profile],
      wallet: {
        ...sample.wallet,
        projectId: 'own',
        relayUrl,
        networks: [{ ...network!, explorer: `${url}/explorer`, rpcUrls: [`${url}/node`] }],
        nameServiceUrl: `${url}/names`,
        learnMoreUrl: `${url}/litepaper`,
      },
    },
    isTrial: false,
    live: url,
    authUrl: '',
    dns: true,
    dist: 'dist',
    publicDir: 'src/public',
  };
}

const MONTH = 30 * 24 * 60 * 60_000;

/** Returns the outside services of a correct site. The host at `url` replaces Telegram and the name server. */
const createCorrectServices = (url: string): OutsideServices => ({
  telegram: `${url}/telegram`,
  nameServer: `${url}/dns`,
  now: () => Date.now(),
  readCertificate: async () => ({ validTo: Date.now() + 2 * MONTH, names: [] }),
  answers: async () => false,
  compare: async () => ({ code: 0, text: '{"findings":[]}' }),
  knows: async () => true,
});

/** The simulated set-up of an operator: services, settings and files. */
export type OperatorSetup = Awaited<ReturnType<typeof startOperatorSetup>>;

/** Starts the services of an operator on this computer, and a folder for the operator's files. */
export async function startOperatorSetup() {
  const folder = mkdtempSync(join(tmpdir(), 'doctor-'));
  const [host, relay] = await Promise.all([startFakeHost(), startRelay()]);
  const dist = join(folder, `${basename(folder)}-dist`);
  const report = bundleListPathOf(dist);

  const setUp = {
    host,
    relay,
    values: createCorrectInput(host.url, relay.url),
    outside: createCorrectServices(host.url),
    /** Restores the correct setup. */
    reset: () => {
      for (const path of Object.keys(host.routes)) delete host.routes[path];
      Object.assign(host.routes, createCorrectRoutes());
      host.asked.length = 0;
      relay.allow();
      setUp.values = { ...createCorrectInput(host.url, relay.url), dist };
      setUp.outside = createCorrectServices(host.url);
      setUp.build('react');
    },
    site: (change: Partial<Site>) => {
      setUp.values.site = { ...setUp.values.site, ...change };
    },
    wallet: (change: Partial<Site['wallet']>) => setUp.site({ wallet: { ...setUp.values.site.wallet, ...change } }),
    network: (change: Partial<Network>) =>
      setUp.wallet({ networks: setUp.values.site.wallet.networks.map((one) => ({ ...one, ...change })) }),
    node: (faults: Parameters<typeof createNodeRoute>[0]) => {
      host.routes['/node'] = createNodeRoute(faults);
    },
    /** Replaces the answer of the host at a path. */
    answer: (path: string, answered: Answered) => {
      host.routes[path] = () => answered;
    },
    /** Writes a file into a new folder of static files, which replaces the site's own. */
    putFile: (path: string, content: string | Buffer) => {
      setUp.values.publicDir = join(folder, 'public');
      rmSync(setUp.values.publicDir, { recursive: true, force: true });
      mkdirSync(dirname(join(setUp.values.publicDir, path)), { recursive: true });
      writeFileSync(join(setUp.values.publicDir, path), content);
    },
    /** Sets the icon of the site's app, with this content. Removes the wallets, because they have icons as well. */
    putIcon: (icon: string, content: string | Buffer) => {
      setUp.site({ app: { ...setUp.values.site.app, icon } });
      setUp.wallet({ groups: [] });
      setUp.putFile(icon, content);
    },
    /** Writes a build whose scripts contain a package. */
    build: (name: string, notices = 'SIL OPEN FONT LICENSE Version 1.1') => {
      mkdirSync(dist, { recursive: true });
      mkdirSync(dirname(report), { recursive: true });
      const modules = { [join(process.cwd(), `node_modules/${name}/index.js`)]: 1 };
      writeFileSync(report, JSON.stringify([{ file: 'a.js', modules }]));
      writeFileSync(join(dist, 'licenses.txt'), notices);
    },
    close: async () => {
      host.close();
      await relay.close();
      for (const path of [dirname(report), folder]) rmSync(path, { recursive: true, force: true });
    },
  };
  return setUp;
}
