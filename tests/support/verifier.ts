import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createRateLimiter } from '#server/limiter';
import { createSignatureCheck } from '#server/signature';
import { createSignInServer } from '#server/signIn';
import { createSqliteStore, openDatabase } from '#server/sqliteStore';
import { listenOnFreePort } from './listen.ts';

type Path = '/nonce' | '/verify' | '/session' | '/sign-out';

/** A fault in the answers to one path: no answer, a status, or a status with a JSON body. */
type Fault = 'silence' | number | { says: unknown; status: number };

interface VerifierOptions {
  chainUrls: Record<number, string>;
  host?: string;
  framed?: boolean;
}

/** Answers a request with a simulated fault, which a page of the allowed `origin` may read. */
function misbehave(how: Fault, origin: string | null) {
  if (how === 'silence') return new Promise<Response>(() => {});
  const headers: Record<string, string> = origin
    ? { 'access-control-allow-origin': origin, 'access-control-allow-credentials': 'true', vary: 'Origin' }
    : {};
  if (typeof how === 'object') return Response.json(how.says, { status: how.status, headers });
  return new Response(null, { status: how, headers });
}

/**
 * Starts the sign-in server of `src/server` on this machine, under the name `host`, with faults on demand. Cookies are
 * shared by all ports of a name. So pages must use the same name: `localhost` is not 127.0.0.1.
 */
export async function startVerifier({ chainUrls, host = '127.0.0.1', framed }: VerifierOptions) {
  const database = openDatabase(':memory:');
  const allowed = new Set<string>();
  const allows = (origin: string) => allowed.has(origin);
  const nodes = Object.fromEntries(Object.entries(chainUrls).map(([id, url]) => [id, [url]]));
  const honest = createSignInServer({
    store: createSqliteStore(database),
    limiter: createRateLimiter(0),
    checkSignature: createSignatureCheck(nodes),
    chainIds: Object.keys(chainUrls).map(Number),
    allows,
    cookie: framed ? 'framed' : 'local',
    onRefuse: () => {},
  });
  const faults = new Map<string, Fault>();
  const log: { method: string; path: string; status: number | null }[] = [];

  const answer = (request: Request, { outgoing }: { incoming: IncomingMessage; outgoing: ServerResponse }) => {
    const { method, headers } = request;
    const { pathname: path } = new URL(request.url);
    const entry: (typeof log)[number] = { method, path, status: null };
    log.push(entry);
    outgoing.on('finish', () => {
      entry.status = outgoing.statusCode;
    });
    const fault = faults.get(path);
    const origin = headers.get('origin');
    // CORS preflight requests are always answered.
    if (fault === undefined || method === 'OPTIONS') return honest(request);
    return misbehave(fault, origin && allows(origin) ? origin : null);
  };
  const server = createServer(getRequestListener(answer as never, { overrideGlobalObjects: false }));
  const { port } = await listenOnFreePort(server);
  return {
    url: `http://${host}:${port}`,
    /** All requests in order. The status is null without an answer. */
    log: log as readonly (typeof log)[number][],
    allow: (origin: string) => {
      allowed.add(origin);
    },
    /** Makes the server answer requests to a path with a fault, or correctly again if it is null. */
    answer: (path: Path, how: Fault | null) => {
      if (how === null) faults.delete(path);
      else faults.set(path, how);
    },
    /** Returns the accounts that are signed in, in any browser. */
    visitors: () => {
      const found = database.prepare('select address from browsers where cookie is not null and until > ?');
      return (found.all(Date.now()) as { address: string }[]).map(({ address }) => address);
    },
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
