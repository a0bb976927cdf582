import { getDomain } from 'tldts';
import { type HttpAnswer, type HttpRequest, sendRequest } from '../ask';
import { expectRule, expectSuccess, isSuccess, SignInRuleViolationError } from './violation';

/** How long a check waits in all for a server that limits requests (status 429), in ms. */
const LONGEST_WAIT = 60_000;

/** The page from which a simulated visitor signs in, and its servers. */
export interface VisitedPage {
  /** The URLs of the servers that share one store. Requests go to each in turn. */
  urls: readonly string[];
  origin: string;
  sleep: (ms: number) => Promise<unknown>;
  /** The time limit of a request, in ms. */
  limit: number;
  /** Called before a wait for a server that limits requests (status 429). */
  onWait: (ms: number) => void;
  /** Called with each browser that has been signed in. */
  onSignedIn: (visitor: SimulatedBrowser) => void;
}

interface Options {
  /** The origin of the page that sends the requests. Null for none. */
  origin?: string | null;
  cookies?: ReadonlyMap<string, string>;
  /** The URLs of the servers to ask. By default, all servers of the page. */
  urls?: readonly string[];
}

/** The site of a URL in the sense of SameSite: scheme and registrable domain, or the host if it has no such domain. */
export function registrableSiteOf(url: string) {
  const { protocol, hostname } = new URL(url);
  return `${protocol}//${getDomain(hostname, { allowPrivateDomains: true }) ?? hostname}`;
}

const relationOf = (origin: string, url: string) =>
  origin === new URL(url).origin
    ? 'same-origin'
    : URL.canParse(origin) && registrableSiteOf(origin) === registrableSiteOf(url)
      ? 'same-site'
      : 'cross-site';

/** Returns the headers that a browser adds to a `fetch` of a page of `origin`. */
function pageHeaders(origin: string | null, method: string, url: string): Record<string, string> {
  if (origin === null) return {};
  const relation = relationOf(origin, url);
  const isNamed = relation !== 'same-origin' || method !== 'GET';
  return {
    ...(isNamed && { Origin: origin }),
    'Sec-Fetch-Site': relation,
    'Sec-Fetch-Mode': 'cors',
    'Sec-Fetch-Dest': 'empty',
  };
}

/** Returns name and value of a cookie, and its attributes with names in lower case. */
export function parseSetCookie(header: string) {
  const [pair = '', ...rest] = header.split(';').map((part) => part.trim());
  const [name = '', ...value] = pair.split('=');
  const attributes = rest.map((part): [string, string] => {
    const [key = '', text = ''] = part.split('=');
    return [key.toLowerCase(), text];
  });
  return { name, value: value.join('='), attributes: new Map(attributes) };
}

/**
 * Stores and clears cookies as a browser does. Ignores attributes that restrict a cookie, such as `Secure`: other test
 * cases check them.
 */
function storeCookies(jar: Map<string, string>, { cookies }: HttpAnswer) {
  for (const { name, value, attributes } of cookies.map(parseSetCookie)) {
    const age = attributes.get('max-age');
    const expires = Date.parse(attributes.get('expires') ?? '');
    const isOver = age === undefined ? expires <= Date.now() : Number(age) <= 0;
    if (isOver) jar.delete(name);
    else jar.set(name, value);
  }
}

/** Returns how long an answer with status 429 asks the client to wait, in ms. Returns null for other answers. */
function waitOf({ status, headers }: HttpAnswer) {
  if (status !== 429) return null;
  const after = headers['retry-after'] ?? '1';
  const seconds = /^\d+$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1_000;
  return Math.min(Math.max(seconds || 1, 1) * 1_000, LONGEST_WAIT);
}

/** Creates a simulated browser with cookies of its own, whose requests come from a page of `origin`. */
export function createVisitor(
  place: VisitedPage,
  { origin = place.origin, cookies, urls = place.urls }: Options = {},
): SimulatedBrowser {
  const jar = new Map(cookies);
  let count = 0;

  const send = async (path: string, more: Omit<HttpRequest, 'url'> = {}): Promise<HttpAnswer> => {
    const url = `${urls[count++ % urls.length]}${path}`;
    const { method = 'GET', headers } = more;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const question = {
      limit: place.limit,
      ...more,
      url,
      headers: { ...pageHeaders(origin, method, url), ...(cookie && { Cookie: cookie }), ...headers },
    };
    for (let waited = 0; ; ) {
      const answer = await sendRequest(question);
      const wait = waitOf(answer);
      storeCookies(jar, answer);
      if (wait === null || waited + wait > LONGEST_WAIT) return answer;
      waited += wait;
      place.onWait(wait);
      await place.sleep(wait);
    }
  };

  const post = (path: string, body: string, more: Omit<HttpRequest, 'url'> = {}) =>
    send(path, { method: 'POST', body, ...more, headers: { 'Content-Type': 'application/json', ...more.headers } });

  const visitor = {
    send,
    post,
    verify: async (message: string, signature: string, more?: Omit<HttpRequest, 'url'>): Promise<HttpAnswer> => {
      const answer = await post('/verify', JSON.stringify({ message, signature }), more);
      if (isSuccess(answer)) place.onSignedIn(visitor);
      return answer;
    },
    /**
     * Requests a nonce.
     *
     * @throws {SignInRuleViolationError} if the answer is no valid nonce
     */
    nonce: async () => {
      const answer = await send('/nonce');
      expectSuccess(answer, 'nonce');
      const nonce = answer.text.trim();
      const isNonce = /^[a-zA-Z0-9]{8,128}$/.test(nonce);
      expectRule(isNonce, 'nonce', `"${nonce.slice(0, 40)}" is not 8 to 128 letters and digits.`, answer);
      return nonce;
    },
    /**
     * Requests the session, or null if nobody is signed in.
     *
     * @throws {SignInRuleViolationError} for other answers
     */
    session: async () => {
      const answer = await send('/session');
      expectSuccess(answer, 'session');
      try {
        return { answer, who: JSON.parse(answer.text) as { address?: unknown; chainId?: unknown } | null };
      } catch {
        throw new SignInRuleViolationError('session', `"${answer.text.slice(0, 40)}" is no JSON.`, answer);
      }
    },
    signOut: (more?: Omit<HttpRequest, 'url'>) => send('/sign-out', { method: 'POST', ...more }),
    cookies: (): ReadonlyMap<string, string> => new Map(jar),
  };
  return visitor;
}

export interface SimulatedBrowser {
  send: (path: string, more?: Omit<HttpRequest, 'url'>) => Promise<HttpAnswer>;
  post: (path: string, body: string, more?: Omit<HttpRequest, 'url'>) => Promise<HttpAnswer>;
  verify: (message: string, signature: string, more?: Omit<HttpRequest, 'url'>) => Promise<HttpAnswer>;
  nonce: () => Promise<string>;
  session: () => Promise<{ answer: HttpAnswer; who: { address?: unknown; chainId?: unknown } | null }>;
  signOut: (more?: Omit<HttpRequest, 'url'>) => Promise<HttpAnswer>;
  cookies: () => ReadonlyMap<string, string>;
}
