import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { generateNonce, SiweMessage } from 'siwe';
import { createPublicClient, type Hex, hashMessage, http, isAddress, isHex, parseAbi, size } from 'viem';
import { mainnet } from 'viem/chains';
import { STATEMENT } from '#domain/signIn';

/** The server's record of a browser: an unused nonce, and the signed-in account. */
interface Session {
  nonce: { value: string; until: number } | null;
  visitor: { address: string; chainId: number } | null;
  /** The session ends then, in ms since 1970, whatever the browser does with its cookie. */
  until: number;
  /** The name of the session that has taken its place, of which the browser may not have heard yet. */
  next?: string;
}

interface Site {
  /** Addresses of a node, by the number of its network (EIP-155). */
  chainUrls: Record<number, string>;
  /** The origins of the pages that may ask. */
  allowed: ReadonlySet<string>;
  /** Pages in frames of other sites, such as Safe's, ask as well: only cookies that say so are kept there. */
  framed?: boolean;
  /** Keeps its clock from pages, as a server that knows an older contract. */
  hidesDate?: boolean;
  /** By the cookie of the browser. In production: a store that outlives the process, and forgets by itself. */
  sessions: Map<string, Session>;
}

interface Visit {
  request: IncomingMessage;
  origin: string;
  /** The cookie, whether or not a session belongs to it. */
  id: string;
}

interface Reply {
  status: number;
  type?: string;
  body?: string;
  /** The name of the session from now on; empty if there is none. */
  cookie?: string;
}

/** The terms of a message: the origin of the page, the nonce that the browser was given, and the time in ms. */
interface Terms {
  origin: string;
  nonce: string | undefined;
  now?: number;
  /** The networks that the page works on. */
  chainIds?: number[];
}

const MINUTE = 60_000;
/** How long a nonce is good, and a message at most. */
const LIFETIME = 10 * MINUTE;
/** How wrong the clock of a visitor may be. */
const SKEW = 2 * MINUTE;
/** How long a visitor stays signed in, on the server and in the cookie. */
const SESSION_LIFETIME = 24 * 60 * MINUTE;
const ERC1271 = parseAbi(['function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)']);
/** In bytes. Signatures of contracts are longer than others, but not that long. */
const LIMIT = 10_000;

function parse(message: string) {
  try {
    return new SiweMessage(message);
  } catch {
    return undefined;
  }
}

/**
 * The fields of a sign-in message (EIP-4361) that do not hold, by name; what is missing does not hold either. Whose
 * signature it bears is another question.
 */
export function faultsIn(message: string, { origin, nonce, now = Date.now(), chainIds = [mainnet.id] }: Terms) {
  const fields = parse(message);
  if (!fields) return ['message'];
  const until = Date.parse(fields.expirationTime ?? '');
  const issued = Date.parse(fields.issuedAt ?? '');
  // No comparison holds for a date that cannot be read.
  const holds = {
    // The visitor has signed the text, and the fields are judged: neither may say what the other does not.
    message: fields.prepareMessage() === message,
    scheme: fields.scheme === undefined,
    domain: fields.domain === new URL(origin).host,
    address: isAddress(fields.address),
    // A page of another origin can't have a message signed under words of its own.
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

/** Body of `POST /verify`. */
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

/** Lets pages of allowed origins read the answer, and no others; caches are told that it depends on who asks. */
function admit({ headers }: IncomingMessage, response: ServerResponse, { allowed, hidesDate }: Site) {
  response.setHeader('vary', 'Origin').setHeader('cache-control', 'no-store');
  if (!headers.origin || !allowed.has(headers.origin)) return false;
  response.setHeader('access-control-allow-origin', headers.origin);
  response.setHeader('access-control-allow-credentials', 'true');
  // The page makes its messages by the clock of the server that checks them.
  if (!hidesDate) response.setHeader('access-control-expose-headers', 'Date');
  return true;
}

/**
 * The server's side of the sign-in. A cookie identifies the owner of an address after the proof.
 *
 * `GET /nonce → POST /verify → GET /session … POST /sign-out`. In production, add https, a cookie that is `Secure` and
 * named `__Host-session`, and a limit to the rate of requests.
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
    // Contracts sign as well, and only the chain knows how. `siwe` would ask those that are deployed, by a provider of
    // ethers; viem also asks those that are not (ERC-6492). It takes a chain that is out of reach for a no, which this
    // question does not.
    const client = clientOf(fields.chainId);
    await client.getChainId();
    // Owners of a contract may have approved on the chain: then the signature is empty, which ERC-6492 knows nothing of.
    if (signature === '0x') return approves(client, fields.address as Hex, message);
    return client.verifyMessage({ address: fields.address as Hex, message, signature }).catch(() => false);
  };

  /** Ends a session, and what has come of it: also where the browser hears late of a sign-in, or never, it is over. */
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
      // Burnt before anything is waited for, or two tries at once would share it.
      if (session) session.nonce = null;
      // A request must state its length, and Node holds it to that.
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
      // A visitor who has signed out in the meantime stays out.
      const now = sessions.get(id);
      if (!now) return json(422, { faults: ['session'] });
      const { address, chainId } = new SiweMessage(message);
      // A new name: a thief of the old one can end the sign-in, and do nothing else.
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
    // Browsers name the page that asks, except for what a page may always do: look at an address of its own origin.
    if (!admitted && (origin || method !== 'GET')) return { status: 403 };
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
    // Errors here come from the chain.
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

/** How a path can misbehave; a number is a status, and `says` is said as JSON, with status 200 if none is named. */
type Whim = number | 'rubbish' | 'nothing' | 'silence' | 'cut' | 'redirect' | { says: unknown; status?: number };

/** A path at which a redirected visitor would succeed. */
const MOVED = '/moved';

interface VerifierOptions {
  chainUrls: Record<number, string>;
  host?: string;
  framed?: boolean;
}

/**
 * The sign-in server on this machine, under the name `host`. A cookie belongs to all ports of a name, but not to
 * another name. So a page must be visited under the same: `localhost` is not 127.0.0.1.
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
    // The question before the question is always answered: it is the path that misbehaves.
    if (whim !== undefined && method !== 'OPTIONS') return misbehave(whim, request, response);
    // A redirected POST comes as a GET.
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
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    /** All requests in order; the status is null while, or where, there was no answer. */
    log: log as readonly (typeof log)[number][],
    /** Pages of this origin may ask from now on. */
    allow: (origin: string) => {
      site.allowed.add(origin);
    },
    /** Lets a path misbehave from now on; null makes it good. Nothing more is held there. */
    answer: (path: Path, how: Whim | null) => {
      holds.delete(path);
      if (how === null) whims.delete(path);
      else whims.set(path, how);
    },
    /**
     * Holds back requests to a path, before they are heard, or their answers. Calling the returned function lets them
     * go.
     */
    hold: (path: Path, what: 'question' | 'answer' = 'answer') => {
      let release = () => {};
      const over = new Promise<void>((resolve) => {
        release = resolve;
      });
      holds.set(path, { what, over });
      return () => {
        holds.delete(path);
        release();
      };
    },
    /** Whether pages may read its clock from now on. */
    exposeDate: (exposed: boolean) => {
      site.hidesDate = !exposed;
    },
    /** The accounts that are signed in, in whatever browser. */
    visitors: () => [...site.sessions.values()].flatMap(({ visitor }) => visitor?.address ?? []),
    /** Signs everyone out, and burns all nonces. */
    endSessions: () => site.sessions.clear(),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
