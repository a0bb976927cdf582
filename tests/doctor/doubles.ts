import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { DoctorInput, OutsideServices } from '#doctor/finding';
import { site as sample } from '#site';
import { listenOnFreePort } from '../support/listen.ts';

/** An answer of a host: a body, or a status with headers and body. */
interface Answered {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
}

type Route = (request: IncomingMessage) => Answered | Promise<Answered>;

/** Starts a host whose answers the test can replace, by path. Unknown paths are 404. */
export async function startFakeHost(routes: Record<string, Route>) {
  const asked: { method: string; url: string; body: string; headers: IncomingMessage['headers'] }[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url = '', headers } = request;
    const { pathname } = new URL(url, 'http://host');
    const entry = { method, url, body: '', headers };
    asked.push(entry);
    const route: Route = routes[pathname] ?? routes['*'] ?? (() => ({ status: 404 }));
    // A route may read the body itself.
    const given = await route(request);
    entry.body = request.readableEnded ? '' : await text(request);
    response.writeHead(given.status ?? 200, given.headers).end(given.body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const { port } = await listenOnFreePort(server);
  return {
    url: `http://127.0.0.1:${port}`,
    routes,
    asked,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

const OPEN = { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'Content-Type' };
const json = (value: unknown, headers: Record<string, string> = OPEN): Answered => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: JSON.stringify(value),
});

interface NodeFaults {
  id?: number;
  /** How far the newest block is behind, in s. */
  behind?: number;
  closed?: boolean;
  batchless?: boolean;
  callless?: boolean;
  status?: number;
}

/** Creates the route of an Ethereum node. The options make it faulty. */
export const createNodeRoute =
  ({ id = 1, behind = 0, closed = false, batchless = false, callless = false, status = 200 }: NodeFaults = {}): Route =>
  async (request) => {
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

const HEADERS = {
  'Content-Security-Policy': "default-src 'none'",
  'Strict-Transport-Security': 'max-age=63072000; includeSubDomains; preload',
  'X-Content-Type-Options': 'nosniff',
};

/** Creates the routes of correct services: node, page, Telegram, links, explorer, name service and name server. */
export const createCorrectRoutes = (): Record<string, Route> => ({
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
export function createCorrectInput(url: string, relayUrl: string): DoctorInput {
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

/** Returns the services outside of a site without any fault, served at `url`. */
export const createCorrectServices = (url: string): OutsideServices => ({
  telegram: `${url}/telegram`,
  nameServer: `${url}/dns`,
  now: () => Date.now(),
  readCertificate: async () => ({ validTo: Date.now() + 2 * MONTH, names: [] }),
  answers: async () => false,
  compare: async () => ({ code: 0, text: '{"findings":[]}' }),
  knows: async () => true,
});
