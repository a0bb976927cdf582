import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { getCookie, setCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import { SESSION_LIFETIME } from '#domain/signIn';
import { createCookie, createNonce, hashBrowserId, hashCookieSecret, parseCookie } from './ids';
import type { RateLimiter } from './limiter';
import { findMessageFaults, parseSignInMessage } from './message';
import { isAllowedOrigin } from './origin';
import { type CheckSignature, NodeError } from './signature';
import { type SessionStore, StoreError } from './store';

/** A refused request. It is logged, so it contains no account, secret or other text that a visitor has written. */
export interface Refusal {
  method: string;
  path: string;
  status: number;
  /** Such as `origin`, `store`, or the names of invalid fields: `nonce,expirationTime`. */
  reason: string;
}

export interface SignInOptions {
  store: SessionStore;
  limiter: RateLimiter;
  checkSignature: CheckSignature;
  /** The networks on which visitors may sign in. */
  chainIds: readonly number[];
  /** Whether pages of this origin may sign visitors in. */
  allows: (origin: string) => boolean;
  /** The path of the server on its host, such as `/auth`. */
  base?: string;
  /** `local` for http, `secure` for https. `framed` for a page in a frame of another site, such as the Safe wallet. */
  cookie: 'local' | 'secure' | 'framed';
  onRefuse: (refusal: Refusal) => void;
}

/** Answers a request. `address` is the visitor's network address, by which requests are counted. */
export type SignInServer = (request: Request, address?: string) => Promise<Response>;

type Env = { Bindings: { address: string }; Variables: { reason: string; nonce: string | null } };

/** The largest body, in bytes. Signatures of contracts are long. */
const LIMIT = 10_000;
const PATHS = [
  ['/nonce', 'GET'],
  ['/verify', 'POST'],
  ['/session', 'GET'],
  ['/sign-out', 'POST'],
] as const;

/** Whether a path belongs to the sign-in server at `base`. If `base` is empty, all unknown paths belong to the page. */
export const isSignInPath = (path: string, base: string) =>
  base ? path === base || path.startsWith(`${base}/`) : PATHS.some(([known]) => known === path);

const proofIn = (body: string): { message: string; signature: string } | null => {
  try {
    const { message, signature } = JSON.parse(body);
    return typeof message === 'string' && typeof signature === 'string' ? { message, signature } : null;
  } catch {
    return null;
  }
};

/**
 * Returns the server's side of the sign-in: a function from a request to a response. `src/README.md` has its contract.
 *
 * `GET /nonce → POST /verify → GET /session … POST /sign-out`. The server holds no state, so any number of servers can
 * share a store.
 */
export function createSignInServer(options: SignInOptions): SignInServer {
  const { store, limiter, checkSignature, chainIds, allows, onRefuse } = options;
  const { base = '' } = options;
  const app = new Hono<Env>({ getPath: ({ url }) => new URL(url).pathname.slice(base.length) });

  const refuse = (
    c: Context<Env>,
    status: 400 | 403 | 404 | 405 | 411 | 413 | 422 | 429 | 500 | 503,
    reason: string,
  ) => {
    c.set('reason', reason);
    return c.body(null, status);
  };
  const refuseFields = (c: Context<Env>, faults: string[]) => {
    c.set('reason', faults.join());
    return c.json({ faults }, 422);
  };

  // Browsers accept the prefix `__Host-` only with https. No other host can then set or replace the cookie.
  const kind = {
    local: { sameSite: 'Lax' },
    secure: { sameSite: 'Lax', secure: true, prefix: 'host' },
    framed: { sameSite: 'None', secure: true, prefix: 'host', partitioned: true },
  } as const;
  const cookieOf = (c: Context<Env>) =>
    parseCookie(getCookie(c, 'session', options.cookie === 'local' ? undefined : 'host'));
  const setSession = (c: Context<Env>, value: string, life: number) =>
    setCookie(c, 'session', value, { ...kind[options.cookie], path: '/', httpOnly: true, maxAge: life / 1_000 });

  app.use(async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('Vary', 'Origin');
    c.header('X-Content-Type-Options', 'nosniff');
    // Pages compute the dates of messages from this header.
    c.header('Date', new Date().toUTCString());
    const { status } = c.res;
    const { method, path } = c.req;
    // Method and path may contain any text, so the log gets only the known ones.
    const asked = PATHS.some(([known]) => known === path) ? path : 'another path';
    if (status >= 400)
      onRefuse({ method: /^[A-Z]{1,10}$/.test(method) ? method : '?', path: asked, status, reason: c.get('reason') });
  });
  app.use((c, next) =>
    isAllowedOrigin(c.req.raw, c.req.path, allows) ? next() : Promise.resolve(refuse(c, 403, 'origin')),
  );
  app.use(
    cors({
      origin: (origin) => origin || null,
      credentials: true,
      allowMethods: ['GET', 'POST'],
      allowHeaders: ['content-type'],
      exposeHeaders: ['Date'],
    }),
  );
  app.on(['GET', 'POST'], ['/nonce', '/verify'], async (c, next) => {
    const wait = await limiter(c.env.address);
    if (wait === 0) return next();
    c.header('Retry-After', String(wait));
    return refuse(c, 429, 'rate');
  });

  app.get('/nonce', async (c) => {
    const known = cookieOf(c);
    const nonce = createNonce();
    const isKnown = known !== null && (await store.replaceNonce(hashBrowserId(known), nonce));
    // An unknown browser gets a new id, because another person may know the id that the browser has sent.
    const cookie = isKnown ? known : createCookie();
    if (!isKnown) await store.addBrowser(hashBrowserId(cookie), nonce);
    setSession(c, cookie.value, SESSION_LIFETIME);
    return c.text(nonce);
  });

  app.post(
    '/verify',
    // Takes the nonce out of the store first, so that a refused request uses up the nonce as well.
    async (c, next) => {
      const known = cookieOf(c);
      c.set('nonce', known && (await store.takeNonce(hashBrowserId(known))));
      await next();
    },
    // Browsers always send Content-Length, and the HTTP server reads no more bytes than it says.
    (c, next) => (c.req.header('content-length') ? next() : Promise.resolve(refuse(c, 411, 'length'))),
    bodyLimit({ maxSize: LIMIT, onError: (c) => refuse(c, 413, 'size') }),
    async (c) => {
      const proof = proofIn(await c.req.text());
      if (!proof) return refuse(c, 400, 'body');
      const origin = c.req.header('origin') ?? '';
      const message = parseSignInMessage(proof.message);
      if (!message) return refuseFields(c, ['message']);
      const faults = findMessageFaults(message, proof.message, {
        origin,
        nonce: c.get('nonce'),
        chainIds,
        now: Date.now(),
      });
      const known = cookieOf(c);
      if (!known || faults.length > 0) return refuseFields(c, faults);
      const { address, chainId } = message;
      if (!(await checkSignature({ ...proof, address, chainId }))) return refuseFields(c, ['signature']);
      // The browser has disconnected, so it would never receive the cookie of its session.
      if (c.req.raw.signal.aborted) return refuseFields(c, ['session']);
      // The cookie gets a new secret, so that an older cookie does not belong to the new session.
      const cookie = createCookie(known.id);
      const stored = await store.storeSession(hashBrowserId(known), {
        cookie: hashCookieSecret(cookie),
        address,
        chainId,
      });
      // A visitor who has signed out meanwhile stays signed out.
      if (!stored) return refuseFields(c, ['session']);
      setSession(c, cookie.value, SESSION_LIFETIME);
      return c.body(null, 204);
    },
  );

  app.get('/session', async (c) => {
    const cookie = cookieOf(c);
    const session = cookie && (await store.findSession(hashBrowserId(cookie)));
    if (!session || session.cookie !== hashCookieSecret(cookie)) return c.json(null);
    const { address, chainId } = session;
    return c.json({ address, chainId });
  });

  app.post('/sign-out', async (c) => {
    // Accepts any cookie of the browser, because the browser may not have received the latest cookie.
    const cookie = cookieOf(c);
    if (cookie) await store.removeBrowser(hashBrowserId(cookie));
    setSession(c, '', 0);
    return c.body(null, 204);
  });

  for (const [path, method] of PATHS)
    app.all(path, (c) => {
      c.header('Allow', `${method}, OPTIONS`);
      return refuse(c, 405, 'method');
    });
  app.notFound((c) => refuse(c, 404, 'path'));
  app.onError((error, c) => {
    if (error instanceof StoreError) return refuse(c, 503, 'store');
    if (error instanceof NodeError) return refuse(c, 503, 'node');
    return refuse(c, 500, error.name);
  });

  return async (request, address = '') => app.fetch(request, { address });
}
