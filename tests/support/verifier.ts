import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { generateNonce, SiweMessage } from 'siwe';
import { createPublicClient, type Hex, hashMessage, http, isAddress, isHex, parseAbi, size } from 'viem';
import { mainnet } from 'viem/chains';
import { STATEMENT } from '#domain/signIn';
import { gate } from './gate.ts';
import { listen } from './listen.ts';

/** The server's record of a browser: an unused nonce, and the signed-in account. */
interface Session {
  nonce: { value: string; until: number } | null;
  visitor: { address: string; chainId: number } | null;
  /** When the session ends, in ms since 1970. The cookie doesn't matter. */
  until: number;
  /** The id of the session that replaced this one. The browser may not know it yet. */
  next?: string;
}

interface Site {
  chainUrls: Record<number, string>;
  allowed: ReadonlySet<string>;
  /** Whether pages in frames of other sites, such as Safe's, are allowed. Their cookies need special attributes. */
  framed?: boolean;
  /** Whether the Date header is hidden from pages, as older servers do. */
  hidesDate?: boolean;
  /** Sessions by cookie. In production: a persistent store with expiry. */
  sessions: Map<string, Session>;
}

interface Visit {
  request: IncomingMessage;
  origin: string;
  /** The session id in the cookie, whether or not the session exists. */
  id: string;
}

interface Reply {
  status: number;
  type?: string;
  body?: string;
  /** The new session id, or empty to clear the cookie. */
  cookie?: string;
}

/** The expectations of a message: the page's origin, the browser's nonce, and the time in ms. */
interface Terms {
  origin: string;
  nonce: string | undefined;
  now?: number;
  chainIds?: number[];
}

const MINUTE = 60_000;
/** How long nonces and messages are valid, in ms. */
const LIFETIME = 10 * MINUTE;
/** The tolerated error of a visitor's clock, in ms. */
const SKEW = 2 * MINUTE;
/** The lifetime of sessions and cookies, in ms. */
const SESSION_LIFETIME = 24 * 60 * MINUTE;
const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
/** The largest body, in bytes. Signatures of contracts are long. */
const LIMIT = 10_000;

function parse(message: string) {
  try {
    return new SiweMessage(message);
  } catch {
    return undefined;
  }
}

/**
 * Returns the names of invalid or missing fields of a sign-in message (EIP-4361). The signature is checked elsewhere.
 */
export function faultsIn(message: string, { origin, nonce, now = Date.now(), chainIds = [mainnet.id] }: Terms) {
  const fields = parse(message);
  if (!fields) return ['message'];
  const until = Date.parse(fields.expirationTime ?? '');
  const issued = Date.parse(fields.issuedAt ?? '');
  // Comparisons with an invalid date are false.
  const holds = {
    // The visitor signs the text and the server checks the fields, so both must say the same.
    message: fields.prepareMessage() === message,
    scheme: fields.scheme === undefined,
    domain: fields.domain === new URL(origin).host,
    address: isAddress(fields.address),
    // The fixed statement prevents other origins from asking for signatures under words of their own.
    statement: fields.statement === STATEMENT,
    uri: fields.uri === origin,
    version: fields.version === '1',
    chainId: chainIds.includes(fields.chainId),
    nonce: nonce !== undefined && fields.nonce === nonce,
    issuedAt: issued <= now + SKEW,
    expirationTime: until > now && until <= issued + LIFETIME,
    notBefore: fields.notBefore === undefined || Date.parse(fields.notBefore) <= now,
    requestId: fields.requestId === undefined,
    resources: fields.resources === undefined,
  };
  return Object.entries(holds).flatMap(([name, held]) => (held ? [] : [name]));
}

function proofIn(body: string): { message: string; signature: string } | undefined {
  try {
    const { message, signature } = JSON.parse(body);
    return typeof message === 'string' && typeof signature === 'string' ? { message, signature } : undefined;
  } catch {
    return undefined;
  }
}

const json = (status: number, value: unknown): Reply => ({
  status,
  type: 'application/json',
  body: JSON.stringify(value),
});

/** Adds CORS headers for allowed origins, and `Vary` for caches. */
function admit({ headers }: IncomingMessage, response: ServerResponse, { allowed, hidesDate }: Site) {
  response.setHeader('vary', 'Origin').setHeader('cache-control', 'no-store');
  if (!headers.origin || !allowed.has(headers.origin)) return false;
  response.setHeader('access-control-allow-origin', headers.origin);
  response.setHeader('access-control-allow-credentials', 'true');
  // The page uses the server's clock for its messages.
  if (!hidesDate) response.setHeader('access-control-expose-headers', 'Date');
  return true;
}

/**
 * The server's side of the sign-in. A cookie identifies the owner of an address after the proof.
 *
 * `GET /nonce → POST /verify → GET /session … POST /sign-out`. In production, add https, a cookie that is `Secure` and
 * named `__Host-session`, and a rate limit.
 */
function signInServer(site: Site): RequestListener {
  const { sessions } = site;
  const chainIds = Object.keys(site.chainUrls).map(Number);
  const clientOf = (chainId: number) =>
    createPublicClient({
      chain: { ...mainnet, id: chainId },
      transport: http(site.chainUrls[chainId], { retryCount: 1 }),
    });

  const approves = (client: ReturnType<typeof clientOf>, address: Hex, message: string) =>
    client
      .readContract({ address, abi: ERC1271, functionName: 'isValidSignature', args: [hashMessage(message), '0x'] })
      .then((answer) => answer === '0x1626ba7e')
      .catch(() => false);
  const hasSigned = async (signature: Hex, message: string) => {
    const fields = new SiweMessage(message);
    const plain = size(signature) === 65 && (await fields.verify({ signature }, { suppressExceptions: true })).success;
    if (plain) return true;
    // Verifies with viem, because signatures of contracts need the chain. `siwe` would need ethers and knows no
    // ERC-6492. viem takes an unreachable chain for a refusal, which the extra request detects.
    const client = clientOf(fields.chainId);
    await client.getChainId();
    // Owners of a contract may have approved on the chain. Then the signature is empty, which ERC-6492 doesn't cover.
    if (signature === '0x') return approves(client, fields.address as Hex, message);
    return client.verifyMessage({ address: fields.address as Hex, message, signature }).catch(() => false);
  };

  /** Ends a session and its successors, also if the browser doesn't know them yet. */
  const end = (id = '') => {
    const session = sessions.get(id);
    sessions.delete(id);
    if (session?.next) end(session.next);
  };

  const sessionOf = (id: string) => {
    const session = sessions.get(id);
    if (session && session.until <= Date.now()) end(id);
    return sessions.get(id);
  };

  const routes: Record<string, (visit: Visit) => Reply | Promise<Reply>> = {
    'GET /nonce': ({ id }) => {
      const known = sessionOf(id);
      const cookie = known ? id : randomUUID();
      const value = generateNonce();
      const nonce = { value, until: Date.now() + LIFETIME };
      sessions.set(cookie, { visitor: null, until: Date.now() + SESSION_LIFETIME, ...known, nonce });
      return { status: 200, type: 'text/plain', body: value, cookie };
    },
    'POST /verify': async ({ request, origin, id }) => {
      const session = sessionOf(id);
      const nonce = session?.nonce;
      // Deletes the nonce before any await, so that two simultaneous attempts can't share it.
      if (session) session.nonce = null;
      // Node enforces the stated length of a request.
      if (!(Number(request.headers['content-length']) <= LIMIT)) return { status: 413 };
      const proof = proofIn(await text(request));
      if (!proof) return { status: 400 };
      const { message, signature } = proof;
      const faults = faultsIn(message, {
        origin,
        nonce: nonce && nonce.until > Date.now() ? nonce.value : undefined,
        chainIds,
      });
      if (faults.length > 0) return json(422, { faults });
      if (!isHex(signature) || !(await hasSigned(signature, message))) return json(422, { faults: ['signature'] });
      // A visitor who has signed out meanwhile stays signed out.
      const now = sessions.get(id);
      if (!now) return json(422, { faults: ['session'] });
      const { address, chainId } = new SiweMessage(message);
      // Changes the session id. A thief of the old one can only end the sign-in.
      const cookie = randomUUID();
      end(now.next);
      const until = Date.now() + SESSION_LIFETIME;
      sessions.set(id, { visitor: null, nonce: null, until, next: cookie });
      sessions.set(cookie, { visitor: { address, chainId }, nonce: null, until });
      return { status: 204, cookie };
    },
    'GET /session': ({ id }) => json(200, sessionOf(id)?.visitor ?? null),
    'POST /sign-out': ({ id }) => {
      end(id);
      return { status: 204, cookie: '' };
    },
  };

  const answer = async (request: IncomingMessage, admitted: boolean): Promise<Reply> => {
    const { method, url, headers } = request;
    const { origin = '' } = headers;
    // Browsers send the origin of a page, except with GET requests to their own origin.
    if (!admitted && (origin || method !== 'GET')) return { status: 403 };
    // A page of another site that opens or embeds `/nonce` would replace the nonce of a sign-in under way.
    if ((headers['sec-fetch-mode'] ?? 'cors') !== 'cors') return { status: 403 };
    if (method === 'OPTIONS') return { status: 204 };
    const [, id = ''] = /(?:^|; )session=([\w-]+)/.exec(headers.cookie ?? '') ?? [];
    return routes[`${method} ${url}`]?.({ request, origin, id }) ?? { status: 404 };
  };

  const place = site.framed ? 'SameSite=None; Secure; Partitioned' : 'SameSite=Lax';

  return async (request, response) => {
    const admitted = admit(request, response, site);
    if (request.method === 'OPTIONS' && admitted)
      response
        .setHeader('access-control-allow-methods', 'GET, POST')
        .setHeader('access-control-allow-headers', 'content-type');
    // Only the chain causes errors here.
    const { status, type, body, cookie } = await answer(request, admitted).catch((): Reply => ({ status: 503 }));
    if (type) response.setHeader('content-type', type);
    if (cookie !== undefined)
      response.setHeader(
        'set-cookie',
        `session=${cookie}; HttpOnly; ${place}; Path=/; Max-Age=${cookie ? SESSION_LIFETIME / 1_000 : 0}`,
      );
    response.writeHead(status).end(body);
  };
}

type Path = '/nonce' | '/verify' | '/session' | '/sign-out';

/** A fault of a path. A number is a status. `says` is a JSON body, with status 200 by default. */
type Whim = number | 'rubbish' | 'nothing' | 'silence' | 'cut' | 'redirect' | { says: unknown; status?: number };

/** A path at which redirected requests would succeed. */
const MOVED = '/moved';

interface VerifierOptions {
  chainUrls: Record<number, string>;
  host?: string;
  framed?: boolean;
}

/**
 * Starts the sign-in server on this machine, under the name `host`. Cookies are shared by all ports of a name. So pages
 * must use the same name: `localhost` is not 127.0.0.1.
 */
export async function startVerifier({ chainUrls, host = '127.0.0.1', framed = false }: VerifierOptions) {
  const site = {
    chainUrls,
    framed,
    allowed: new Set<string>(),
    sessions: new Map<string, Session>(),
    hidesDate: false,
  };
  const whims = new Map<string, Whim>();
  const holds = new Map<string, { what: 'question' | 'answer'; over: Promise<unknown> }>();
  const log: { method: string; path: string; status: number | null }[] = [];
  const honest = signInServer(site);

  const misbehave = (how: Whim, request: IncomingMessage, response: ServerResponse) => {
    admit(request, response, site);
    if (how === 'cut') request.socket.destroy();
    else if (how === 'rubbish') response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hi.');
    else if (how === 'nothing') response.writeHead(200).end();
    else if (how === 'redirect') response.writeHead(302, { location: MOVED + request.url }).end();
    else if (typeof how === 'object')
      response.writeHead(how.status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(how.says));
    else if (how !== 'silence') response.writeHead(how).end();
  };
  const server = createServer((request, response) => {
    const { method = '', url: path = '' } = request;
    const entry: (typeof log)[number] = { method, path, status: null };
    const whim = whims.get(path);
    log.push(entry);
    response.on('finish', () => {
      entry.status = response.statusCode;
    });
    // CORS preflight requests are always answered.
    if (whim !== undefined && method !== 'OPTIONS') return misbehave(whim, request, response);
    // A redirected POST becomes a GET.
    if (path === `${MOVED}/verify` || path === `${MOVED}/sign-out`) return misbehave(204, request, response);
    request.url = path.replace(MOVED, '');
    const held = method === 'OPTIONS' ? undefined : holds.get(path);
    if (held?.what === 'question')
      return held.over.then(() => {
        const later = whims.get(path);
        return later === undefined ? honest(request, response) : misbehave(later, request, response);
      });
    if (held) {
      const end = response.end.bind(response);
      response.end = ((body?: string) => held.over.then(() => end(body))) as unknown as typeof end;
    }
    return honest(request, response);
  });
  const { port } = await listen(server);
  return {
    url: `http://${host}:${port}`,
    /** All requests in order. The status is null without an answer. */
    log: log as readonly (typeof log)[number][],
    /** Allows pages of this origin. */
    allow: (origin: string) => {
      site.allowed.add(origin);
    },
    /** Sets the fault of a path, or null for none. Later requests are no longer held. */
    answer: (path: Path, how: Whim | null) => {
      holds.delete(path);
      if (how === null) whims.delete(path);
      else whims.set(path, how);
    },
    /** Holds requests to a path, or their answers, until the returned function is called. */
    hold: (path: Path, what: 'question' | 'answer' = 'answer') => {
      const [release, over] = gate();
      holds.set(path, { what, over });
      return () => {
        holds.delete(path);
        release();
      };
    },
    /** Sets whether the Date header is exposed to pages. */
    exposeDate: (exposed: boolean) => {
      site.hidesDate = !exposed;
    },
    /** Returns the accounts that are signed in, in any browser. */
    visitors: () => [...site.sessions.values()].flatMap(({ visitor }) => visitor?.address ?? []),
    /** Ends all sessions, and deletes all nonces. */
    endSessions: () => site.sessions.clear(),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
