import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import proxyAddress from 'proxy-addr';
import { serveBuild } from '#build/preview';
import type { Site } from '#domain/site';
import { createRateLimiter } from './limiter';
import { createRedisClient, createRedisStore } from './redisStore';
import { readSettings, SettingError, type Settings } from './settings';
import { createSignatureCheck } from './signature';
import { createSignInServer, isSignInPath, type Refusal } from './signIn';
import { createSqliteStore, openDatabase } from './sqliteStore';

/** How long a request may take to arrive, in ms. */
const ARRIVAL_TIMEOUT = 15_000;
/** How long an idle connection stays open, in ms. Proxies close theirs after a minute, and must do so first. */
const IDLE_TIMEOUT = 65_000;
/** How long running requests may take when the server is stopped, in ms. */
const FAREWELL = 10_000;

interface HostOptions {
  env: Readonly<Record<string, string | undefined>>;
  site: Pick<Site, 'url' | 'wallet'>;
  dist: string;
  log: (line: string) => void;
}

function storeOf({ store }: Settings, log: HostOptions['log']) {
  if ('file' in store) {
    try {
      return { store: createSqliteStore(openDatabase(store.file)) };
    } catch {
      throw new SettingError('STORE_URL', 'name a SQLite file that this server may write');
    }
  }
  const redis = createRedisClient(store.redis, (sentence) => log(`${new Date().toISOString()} ${sentence}`));
  return { store: createRedisStore(redis), redis };
}

/** Returns the path of the sign-in server on its host: `/auth` of `https://my.site/auth`, or '' at the root. */
const baseOf = (authUrl: string) => new URL(authUrl, 'https://here.invalid').pathname.replace(/\/+$/, '');

const lineOf = ({ method, path, status, reason }: Refusal) =>
  `${new Date().toISOString()} refused ${method} ${path}: ${status} ${reason}`;

/**
 * Creates the store, and the request listener that serves the page and its sign-in requests.
 *
 * @throws {SettingError} with the first invalid variable
 */
export function createHost({ env, site, dist, log }: HostOptions) {
  const settings = readSettings(env, site.url);
  const { store, redis } = storeOf(settings, log);
  const { networks, authUrl } = site.wallet;
  const base = baseOf(authUrl);
  let allowed = settings.origins ?? [];
  const signIn = createSignInServer({
    store,
    limiter: createRateLimiter(settings.rateLimit, redis),
    checkSignature: createSignatureCheck(Object.fromEntries(networks.map(({ id, rpcUrls }) => [id, rpcUrls]))),
    chainIds: networks.map(({ id }) => id),
    allows: (origin) => allowed.includes(origin),
    base,
    cookie: settings.cookie,
    onRefuse: (refusal) => log(lineOf(refusal)),
  });
  const addressOf = (incoming: IncomingMessage) => proxyAddress(incoming, settings.isProxy);
  const answer = getRequestListener(
    (request, { incoming }) => signIn(request, addressOf(incoming as IncomingMessage)),
    { overrideGlobalObjects: false },
  );
  const page = serveBuild(dist, { https: settings.cookie !== 'local' });

  return {
    settings,
    store,
    base,
    /** Allows pages of this computer at `port`, unless the operator has named origins. Returns all allowed origins. */
    openTo: (port: number) => {
      if (!settings.origins) allowed = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
      return allowed;
    },
    listener: ((request, response) => {
      const path = (request.url ?? '/').replace(/[?#].*$/, '');
      if (isSignInPath(path, base)) return answer(request, response);
      if (path !== '/healthz') return page(request, response);
      const tell = (status: number, text: string) =>
        response.writeHead(status, { 'Cache-Control': 'no-store' }).end(text);
      return store.check().then(
        () => tell(200, 'ok'),
        () => tell(503, 'The store of sessions does not answer.'),
      );
    }) satisfies RequestListener,
  };
}

/** Serves the page with its production headers, and its sign-in server, in one process. Resolves once it listens. */
export async function startServer(options: HostOptions) {
  const { settings, store, base, openTo, listener } = createHost(options);
  const limits = { requestTimeout: ARRIVAL_TIMEOUT, headersTimeout: ARRIVAL_TIMEOUT, keepAliveTimeout: IDLE_TIMEOUT };
  const server = createServer(limits, listener);
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(settings.port, settings.host, listening);
  });
  const { port } = server.address() as AddressInfo;
  const origins = openTo(port).join(', ');
  const kept = 'file' in settings.store ? `in ${settings.store.file}` : 'in Redis';
  options.log(`The page is at http://localhost:${port}, and its sign-in server at http://localhost:${port}${base}.`);
  options.log(`Visitors of ${origins} can sign in. Sessions are kept ${kept}.`);
  return {
    port,
    /** Stops the server after the running requests. */
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      const force = setTimeout(() => server.closeAllConnections(), FAREWELL);
      server.closeIdleConnections();
      await closed;
      clearTimeout(force);
      await store.close();
    },
  };
}
