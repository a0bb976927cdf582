import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { type HttpAnswer, sendRequest } from '#doctor/ask';
import { listenOnFreePort } from '../support/listen.ts';

/** A request that is passed on to the correct server. */
interface Passed {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

type Pass = (passed: Passed) => Promise<HttpAnswer>;

/** A server that breaks one rule. `pass` sends a request on to the correct server. */
type Fault = (passed: Passed, pass: Pass) => Promise<HttpAnswer>;

const json = (text: string): Record<string, unknown> => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
};
const faultsIn = ({ text }: HttpAnswer) => (json(text).faults ?? []) as string[];
const accept = (answer: HttpAnswer): HttpAnswer => ({ ...answer, status: 204, text: '' });
const withHeader = (answer: HttpAnswer, name: string, value?: string): HttpAnswer => {
  const { [name]: _, ...headers } = answer.headers;
  return { ...answer, headers: value === undefined ? headers : { ...headers, [name]: value } };
};
const withCookies = (answer: HttpAnswer, change: (header: string) => string): HttpAnswer => ({
  ...answer,
  cookies: answer.cookies.map(change),
});

/** Returns a fault: the server accepts a refused message if `holds` returns true for the fields that were refused. */
const accepting =
  (holds: (faults: string[], passed: Passed) => boolean): Fault =>
  async (passed, pass) => {
    const answer = await pass(passed);
    return answer.status === 422 && holds(faultsIn(answer), passed) ? accept(answer) : answer;
  };
const isOnly = (name: string) => (faults: string[]) => faults.length === 1 && faults[0] === name;

const onVerify =
  (fault: Fault): Fault =>
  (passed, pass) =>
    passed.path === '/verify' && passed.method === 'POST' ? fault(passed, pass) : pass(passed);

/**
 * Servers that each break one rule of the sign-in contract, by the name of the mistake. `origin` is the page's origin.
 */
export const faultyServers: Record<string, (origin: string) => Fault> = {
  /** Fault: accepts the same signed message several times. */
  nonceTwice: () => {
    const known = new Set<string>();
    return onVerify(async (passed, pass) => {
      const answer = await pass(passed);
      if (answer.status < 300) known.add(passed.body);
      return answer.status === 422 && known.has(passed.body) ? accept(answer) : answer;
    });
  },
  /** Fault: a refused signature does not use up the nonce. */
  nonceSurvives: () => {
    const failed = new Set<string>();
    return onVerify(async (passed, pass) => {
      const [, nonce = ''] = /Nonce: (\w+)/.exec(passed.body) ?? [];
      const answer = await pass(passed);
      if (isOnly('nonce')(faultsIn(answer)) && failed.has(nonce)) return accept(answer);
      if (answer.status === 422) failed.add(nonce);
      return answer;
    });
  },
  anyStatement: () => onVerify(accepting(isOnly('statement'))),
  anyExpiry: () => onVerify(accepting(isOnly('expirationTime'))),
  lenientParser: () => onVerify(accepting(isOnly('message'))),
  /** Fault: each refusal blames the dates, so the page would tell visitors to check their clocks. */
  wrongNames: () =>
    onVerify(async (passed, pass) => {
      const answer = await pass(passed);
      return answer.status === 422 ? { ...answer, text: '{"faults":["expirationTime"]}' } : answer;
    }),
  emptySignature: () =>
    onVerify(accepting((faults, { body }) => isOnly('signature')(faults) && json(body).signature === '0x')),
  /** Fault: pages of any origin may read all answers. */
  anyOrigin: (origin) => async (passed, pass) => {
    const answer = await pass({ ...passed, headers: { ...passed.headers, origin } });
    return withHeader(answer, 'access-control-allow-origin', passed.headers.origin);
  },
  foreignSignOut: (origin) => (passed, pass) =>
    pass(passed.path === '/sign-out' ? { ...passed, headers: { ...passed.headers, origin } } : passed),
  /** Fault: opening `/nonce` as a page replaces the nonce of a running sign-in. */
  openNonce: () => (passed, pass) => {
    const seeming = passed.headers.origin
      ? {}
      : { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
    return pass({ ...passed, headers: { ...passed.headers, ...seeming } });
  },
  /** Fault: a sign-out ends only the session of its cookie, but not a sign-in that is still running. */
  lateVerify: () => {
    const signingIn = new Set<string>();
    return (passed, pass) => {
      const { cookie = '' } = passed.headers;
      if (passed.path === '/verify') signingIn.add(cookie);
      const isLate = passed.path === '/sign-out' && signingIn.has(cookie);
      return pass(isLate ? { ...passed, headers: { ...passed.headers, cookie: '' } } : passed);
    };
  },
  /** Fault: the server says that the visitor is signed out, but keeps the session. */
  seemingSignOut: () => async (passed, pass) => {
    if (passed.path !== '/sign-out') return pass(passed);
    return pass({ ...passed, headers: { ...passed.headers, cookie: '' } });
  },
  readableCookie: () => async (passed, pass) =>
    withCookies(await pass(passed), (set) => set.replace(/; HttpOnly/i, '')),
  yearCookie: () => async (passed, pass) =>
    withCookies(await pass(passed), (set) => set.replace(/Max-Age=[1-9]\d*/i, 'Max-Age=31536000')),
  /** Fault: the id of a browser stays the same when it signs in. */
  fixedId: () => {
    const ids = new Map<string, string>();
    return async (passed, pass) => {
      const [, own = crypto.randomUUID()] = /session=([\w-]+)/.exec(passed.headers.cookie ?? '') ?? [];
      const answer = await pass({ ...passed, headers: { ...passed.headers, cookie: ids.get(own) ?? '' } });
      const [set] = answer.cookies;
      if (!set) return answer;
      ids.set(own, set.split(';')[0] ?? '');
      return withCookies(answer, () => `session=${own}; HttpOnly; SameSite=Lax; Path=/; Max-Age=86400`);
    };
  },
  cached: () => async (passed, pass) => withHeader(await pass(passed), 'cache-control'),
  hiddenDate: () => async (passed, pass) => withHeader(await pass(passed), 'access-control-expose-headers'),
  /** Fault: malformed requests crash the server, which shows its error. */
  stumbling: () =>
    onVerify(async (passed, pass) => {
      const answer = await pass(passed);
      return answer.status === 400 ? { ...answer, status: 500, text: 'at parse (/srv/auth/server.js:12:3)' } : answer;
    }),
  redirecting: () => async (passed, pass) =>
    passed.path === '/session'
      ? { ...withHeader(await pass(passed), 'location', '/elsewhere'), status: 302 }
      : pass(passed),
};

const HOP = /^(connection|transfer-encoding|content-length|keep-alive|host|set-cookie)$/;
const passable = (headers: object) =>
  Object.fromEntries(Object.entries(headers).filter(([name, value]) => !HOP.test(name) && value !== undefined));

/** Starts a faulty server until the test ends, which passes requests on to the correct one at `url`. Returns its URL. */
export async function startFaultyServer(url: string, fault: Fault) {
  const pass: Pass = ({ method, path, headers, body }) => sendRequest({ url: url + path, method, headers, body });
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { method = '', url: path = '', headers } = request;
    const passed = { method, path, headers: passable(headers) as Record<string, string>, body: await text(request) };
    const { status, headers: answered, cookies, text: body } = await fault(passed, pass);
    response
      .writeHead(status, { ...passable(answered), ...(cookies.length > 0 && { 'set-cookie': cookies }) })
      .end(body);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const { url: address, close } = await listenOnFreePort(server);
  onTestFinished(close);
  return address;
}
