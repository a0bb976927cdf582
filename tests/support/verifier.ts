import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createLimiter } from '#server/limiter';
import { type CheckSignature, createSignatureCheck } from '#server/signature';
import { createSignInServer, type SignInOptions } from '#server/signIn';
import { createSqliteStore, openDatabase } from '#server/sqliteStore';
import type { SessionStore } from '#server/store';
import { createGate } from './gate.ts';
import { listenOnFreePort } from './listen.ts';

type Path = '/nonce' | '/verify' | '/session' | '/sign-out';

/** A fault in the answers to one path. A number is a status. `says` is a JSON body, with status 200 by default. */
type Fault = number | 'rubbish' | 'nothing' | 'silence' | 'cut' | 'redirect' | { says: unknown; status?: number };

/** A path at which redirected requests would succeed. */
const MOVED = '/moved';

interface VerifierOptions {
  chainUrls: Record<number, string>;
  host?: string;
  framed?: boolean;
  /** A store that other servers share. */
  store?: SessionStore;
  checkSignature?: CheckSignature;
  limiter?: SignInOptions['limiter'];
}

/** The headers with which pages may read the answer of a fault. */
const openTo = (origin: string | null): Record<string, string> =>
  origin ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' } : {};

/** Answers a request with a simulated fault. Pages of the origins in `allowed` may read the answer. */
function misbehave(
  how: Fault,
  { headers, url }: Request,
  { incoming }: { incoming: IncomingMessage },
  allowed: ReadonlySet<string>,
) {
  const origin = headers.get('origin');
  const fields = openTo(origin && allowed.has(origin) ? origin : null);
  if (how === 'cut') incoming.socket.destroy();
  if (how === 'cut' || how === 'silence') return new Promise<Response>(() => {});
  if (how === 'rubbish')
    return new Response('<!doctype html><p>Hi.', { headers: { ...fields, 'content-type': 'text/html' } });
  if (how === 'nothing') return new Response('', { headers: fields });
  if (how === 'redirect')
    return new Response(null, { status: 302, headers: { ...fields, location: MOVED + new URL(url).pathname } });
  if (typeof how === 'object') return Response.json(how.says, { status: how.status ?? 200, headers: fields });
  return new Response(null, { status: how, headers: fields });
}

interface ServerParts {
  store: NonNullable<VerifierOptions['store']>;
  allowed: ReadonlySet<string>;
  onRefuse: SignInOptions['onRefuse'];
}

/** Creates the sign-in server, with defaults for missing options. */
function createServerFor(options: VerifierOptions, { store, allowed, onRefuse }: ServerParts) {
  const nodes = Object.fromEntries(Object.entries(options.chainUrls).map(([id, url]) => [id, [url]]));
  return createSignInServer({
    store: options.store ?? store,
    limiter: options.limiter ?? createLimiter(0),
    checkSignature: options.checkSignature ?? createSignatureCheck(nodes),
    chainIds: Object.keys(options.chainUrls).map(Number),
    allows: (origin) => allowed.has(origin),
    cookie: options.framed ? 'framed' : 'local',
    onRefuse,
  });
}

function visitorsIn(database: ReturnType<typeof openDatabase>) {
  const found = database.prepare('select address from browsers where cookie is not null and until > ?');
  return (found.all(Date.now()) as { address: string }[]).map(({ address }) => address);
}

/**
 * Starts the sign-in server of `src/server` on this machine, under the name `host`, with faults on demand. Cookies are
 * shared by all ports of a name. So pages must use the same name: `localhost` is not 127.0.0.1.
 */
export async function startVerifier(options: VerifierOptions) {
  const { host = '127.0.0.1' } = options;
  const database = openDatabase(':memory:');
  const allowed = new Set<string>();
  const refusals: Parameters<SignInOptions['onRefuse']>[0][] = [];
  const honest = createServerFor(options, {
    store: createSqliteStore(database),
    allowed,
    onRefuse: (one) => refusals.push(one),
  });
  const whims = new Map<string, Fault>();
  const holds = new Map<string, { what: 'question' | 'answer'; over: Promise<unknown> }>();
  const log: { method: string; path: string; status: number | null }[] = [];

  const answer = async (request: Request, server: { incoming: IncomingMessage; outgoing: ServerResponse }) => {
    const { method } = request;
    const { pathname: path } = new URL(request.url);
    const entry: (typeof log)[number] = { method, path, status: null };
    const whim = whims.get(path);
    log.push(entry);
    server.outgoing.on('finish', () => {
      entry.status = server.outgoing.statusCode;
    });
    // CORS preflight requests are always answered.
    if (whim !== undefined && method !== 'OPTIONS') return misbehave(whim, request, server, allowed);
    // A redirected POST becomes a GET.
    if (path === `${MOVED}/verify` || path === `${MOVED}/sign-out`) return misbehave(204, request, server, allowed);
    const held = method === 'OPTIONS' ? undefined : holds.get(path);
    if (held?.what === 'question') {
      await held.over;
      const later = whims.get(path);
      if (later !== undefined) return misbehave(later, request, server, allowed);
    }
    const reply = await honest(path.startsWith(MOVED) ? new Request(request.url.replace(MOVED, ''), request) : request);
    if (held?.what === 'answer') await held.over;
    return reply;
  };
  const server = createServer(getRequestListener(answer as never, { overrideGlobalObjects: false }));
  const { port } = await listenOnFreePort(server);
  return {
    url: `http://${host}:${port}`,
    /** All requests in order. The status is null without an answer. */
    log: log as readonly (typeof log)[number][],
    /** All refusals that the server has reported, in order. */
    refusals: refusals as readonly (typeof refusals)[number][],
    /** Allows pages of this origin. */
    allow: (origin: string) => {
      allowed.add(origin);
    },
    /**
     * Makes the server answer requests to a path with a fault, or correctly again if it is null. Ends the delay of
     * later requests.
     */
    answer: (path: Path, how: Fault | null) => {
      holds.delete(path);
      if (how === null) whims.delete(path);
      else whims.set(path, how);
    },
    /** Delays requests to a path, or their answers, until the returned function is called. */
    hold: (path: Path, what: 'question' | 'answer' = 'answer') => {
      const [release, over] = createGate();
      holds.set(path, { what, over });
      return () => {
        holds.delete(path);
        release();
      };
    },
    /** Returns the accounts that are signed in, in any browser. */
    visitors: () => visitorsIn(database),
    /** Ends all sessions, and deletes all nonces. */
    endSessions: () => {
      database.exec('delete from browsers');
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      database.close();
    },
  };
}
