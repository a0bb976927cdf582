import { createRateLimiter } from '#server/limiter';
import { createSignInServer, type Refusal, type SignInOptions } from '#server/signIn';
import { createSqliteStore, openDatabase } from '#server/sqliteStore';

/** The origin of the page that the sign-in server allows. */
export const PAGE_ORIGIN = 'https://my.site';

/** Creates a sign-in server that accepts any signature. Returns it as a function, with its reports to the operator. */
export function createTestServer(options: Partial<SignInOptions> = {}) {
  const refusals: Refusal[] = [];
  const answer = createSignInServer({
    store: createSqliteStore(openDatabase(':memory:')),
    limiter: createRateLimiter(0),
    checkSignature: async () => true,
    chainIds: [1],
    allows: (origin) => origin === PAGE_ORIGIN,
    cookie: 'secure',
    onRefuse: (refusal) => refusals.push(refusal),
    ...options,
  });
  return { answer, refusals };
}

/** Returns a request as a script of the page sends it to a server of another origin. */
export const createPageRequest = (path: string, init: RequestInit = {}, cookie = '') => {
  const { body } = init;
  const length = typeof body === 'string' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
  const headers = { origin: PAGE_ORIGIN, cookie, ...length, ...(init.headers as Record<string, string>) };
  return new Request(`https://auth.my.site${path}`, { ...init, headers });
};

/** Returns the cookie that a response sets, in the form in which a browser sends it back. */
export const readSetCookie = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? '';
