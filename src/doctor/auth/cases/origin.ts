import type { HttpAnswer } from '../../ask';
import { FOREIGN_ORIGIN, type SignInTestCase, type SignInTestKit } from '../kit';
import { expectRefusal, expectRule, expectSuccess } from '../violation';

const group = 'origin';

/** The methods and paths of the four requests that a page sends to a sign-in server. */
const QUESTIONS = [
  ['GET', '/nonce'],
  ['POST', '/verify'],
  ['GET', '/session'],
  ['POST', '/sign-out'],
] as const;

const allowedBy = ({ headers }: HttpAnswer) => headers['access-control-allow-origin'];

/** Returns origins that the server must refuse. Most of them resemble the page's origin. */
function foreignOrigins({ origin }: SignInTestKit): [title: string, origin: string][] {
  const { protocol, hostname, port, host } = new URL(origin);
  const isName = /[a-z]$/i.test(hostname);
  return [
    ['a foreign origin', FOREIGN_ORIGIN],
    ['the origin null', 'null'],
    ['an origin with another scheme', `${protocol === 'https:' ? 'http:' : 'https:'}//${host}`],
    ['an origin with another port', `${protocol}//${hostname}:${port === '65534' ? '65533' : '65534'}`],
    ['an origin that begins like the right one', `${origin}.foreign.example`],
    ...(isName ? [['an origin that ends like the right one', `${protocol}//foreign-${host}`] as [string, string]] : []),
  ];
}

/** @throws {SignInRuleViolationError} if a page of the origin `foreign` can read an answer, or is not refused */
async function wantForeignRefused(kit: SignInTestKit, foreign: string) {
  for (const [method, path] of QUESTIONS) {
    const body = path === '/verify' ? { body: '{"message":"","signature":""}' } : {};
    const answer = await kit.visitor({ origin: foreign }).send(path, { method, ...body });
    const allowed = allowedBy(answer);
    const sentence = `It lets ${foreign} read the answer (Access-Control-Allow-Origin: ${allowed}).`;
    expectRule(allowed !== '*' && allowed !== foreign, 'origin', sentence, answer);
    expectRefusal(answer, 'origin');
  }
}

/** Requests for `/nonce` that carry the browser's cookie, but that no script of the page has sent. */
const UNSCRIPTED: [title: string, headers: Record<string, string>][] = [
  ['a visitor who opens it', { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' }],
  [
    'a page of the same site that embeds it as a picture',
    { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
  ],
  [
    'a foreign page that opens it',
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' },
  ],
  [
    'a foreign page that embeds it as a picture',
    { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
  ],
  [
    'a foreign page that fetches it',
    { Origin: FOREIGN_ORIGIN, 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' },
  ],
];

export const originCases: SignInTestCase[] = [
  {
    group,
    title: "lets the page's origin read all answers, with credentials",
    needs: 'otherOrigin',
    run: async ({ farVisitor, origin }) => {
      for (const [method, path] of QUESTIONS) {
        const answer = await farVisitor().send(path, { method });
        const allowed = allowedBy(answer);
        expectRule(allowed === origin, 'origin', `Access-Control-Allow-Origin is ${allowed}, not ${origin}.`, answer);
        const credentials = answer.headers['access-control-allow-credentials'];
        expectRule(credentials === 'true', 'origin', `Access-Control-Allow-Credentials is ${credentials}.`, answer);
        const vary = answer.headers.vary ?? '';
        expectRule(/\borigin\b/i.test(vary), 'cache', `Vary is "${vary}", without Origin.`, answer);
      }
    },
  },
  {
    group,
    title: 'allows the page to post JSON (preflight)',
    needs: 'otherOrigin',
    run: async ({ farVisitor, origin }) => {
      const headers = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
      const answer = await farVisitor().send('/verify', { method: 'OPTIONS', headers });
      expectSuccess(answer, 'origin');
      const allows = (name: string) => String(answer.headers[`access-control-allow-${name}`] ?? '');
      expectRule(
        allows('origin') === origin,
        'origin',
        `The preflight allows ${allows('origin') || 'no origin'}.`,
        answer,
      );
      expectRule(allows('credentials') === 'true', 'origin', 'The preflight allows no credentials.', answer);
      expectRule(/content-type/i.test(allows('headers')), 'origin', 'The preflight allows no Content-Type.', answer);
    },
  },
  {
    group,
    title: 'refuses the preflight of a foreign origin',
    run: async ({ visitor }) => {
      const headers = { 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': 'content-type' };
      const answer = await visitor({ origin: FOREIGN_ORIGIN }).send('/verify', { method: 'OPTIONS', headers });
      const allowed = allowedBy(answer);
      expectRule(allowed !== '*' && allowed !== FOREIGN_ORIGIN, 'origin', `The preflight allows ${allowed}.`, answer);
    },
  },
  ...['a foreign origin', 'the origin null', 'an origin with another scheme', 'an origin with another port']
    .concat('an origin that begins like the right one', 'an origin that ends like the right one')
    .map(
      (title): SignInTestCase => ({
        group,
        title: `refuses ${title}`,
        run: async (kit) => {
          const [, foreign] = foreignOrigins(kit).find(([name]) => name === title) ?? [];
          if (foreign) await wantForeignRefused(kit, foreign);
        },
      }),
    ),
  {
    group,
    title: 'refuses a right proof that comes from a foreign origin, or from none',
    run: async ({ visitor, write, sign, wantNobody }) => {
      for (const from of [FOREIGN_ORIGIN, null]) {
        const someone = visitor();
        const message = write(await someone.nonce());
        const cookies = someone.cookies();
        const foreign = visitor({ origin: from, cookies });
        expectRefusal(await foreign.verify(message, await sign(message)), 'origin');
        await wantNobody(visitor({ cookies }), 'origin');
      }
    },
  },
  {
    group,
    title: 'keeps a session that a foreign origin, or none, signs out',
    run: async ({ visitor, signIn, wantOwner }) => {
      const someone = visitor();
      await signIn(someone);
      for (const from of [FOREIGN_ORIGIN, null]) {
        expectRefusal(await visitor({ origin: from, cookies: someone.cookies() }).signOut(), 'origin');
        await wantOwner(someone, 'origin');
      }
    },
  },
  ...UNSCRIPTED.map(
    ([title, headers]): SignInTestCase => ({
      group,
      title: `keeps the nonce of a sign-in despite ${title}`,
      run: async ({ visitor, write, sign }) => {
        const someone = visitor();
        const message = write(await someone.nonce());
        const other = visitor({ origin: null, cookies: someone.cookies() });
        await other.send('/nonce', { headers });
        const back = visitor({ cookies: other.cookies() });
        const answer = await back.verify(message, await sign(message));
        expectRule(
          answer.status < 300,
          'navigation',
          `It answered ${answer.status}: the nonce was taken away.`,
          answer,
        );
      },
    }),
  ),
];
