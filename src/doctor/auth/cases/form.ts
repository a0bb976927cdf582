import type { HttpAnswer, HttpRequest } from '../../ask';
import type { SignInTestCase, SignInTestKit } from '../kit';
import { expectRefusal, expectRule, expectSuccess } from '../violation';

const group = 'form';

/** Request bodies without a message and its signature. The server must refuse them. */
const RUBBISH = [
  '',
  '{',
  'null',
  '"message"',
  '[]',
  '{"message":"x"}',
  '{"message":1,"signature":"0x"}',
  '{"message":{"a":1},"signature":["0x"]}',
  '{"__proto__":{"message":"x","signature":"0x"}}',
  '['.repeat(5_000),
  '\u0000\ufffd',
];

/** Words that reveal the server's own code or database. */
const INTERNALS =
  /node_modules|^\s*at .+:\d+|\b(SQLITE|ECONN|ENOENT|redis:\/\/|postgres)|Traceback|\.(ts|js|py|go|rb):\d+/m;

/** Sends valid and invalid requests to each path, and resolves to the answers. */
async function answersOf({ visitor, signIn }: SignInTestKit): Promise<HttpAnswer[]> {
  const someone = visitor();
  const asked = await someone.send('/nonce');
  expectSuccess(asked, 'nonce');
  const refused = await visitor().post('/verify', '{');
  const verified = await signIn(someone);
  const { answer } = await someone.session();
  return [asked, refused, verified, answer, await someone.signOut()];
}

const refusesAll = (title: string, ask: (kit: SignInTestKit) => AsyncGenerator<HttpAnswer>): SignInTestCase => ({
  group,
  title,
  run: async (kit) => {
    for await (const answer of ask(kit)) expectRefusal(answer, 'rubbish');
  },
});

export const formCases: SignInTestCase[] = [
  {
    group,
    title: 'keeps answers out of caches',
    run: async (kit) => {
      for (const answer of await answersOf(kit)) {
        const cache = answer.headers['cache-control'] ?? '';
        expectRule(/\bno-store\b/.test(cache), 'cache', `Cache-Control is "${cache}", without no-store.`, answer);
      }
    },
  },
  {
    group,
    title: 'redirects nothing',
    run: async (kit) => {
      for (const answer of await answersOf(kit)) {
        const { status } = answer;
        expectRule(status < 300 || status > 399, 'redirect', `It redirected to "${answer.headers.location}".`, answer);
      }
    },
  },
  {
    group,
    title: 'has a clock that pages can read',
    needs: 'otherOrigin',
    run: async ({ farVisitor }) => {
      const answer = await farVisitor().send('/nonce');
      const exposed = String(answer.headers['access-control-expose-headers'] ?? '');
      expectRule(
        /\bdate\b/i.test(exposed),
        'date',
        `Access-Control-Expose-Headers is "${exposed}", without Date.`,
        answer,
      );
    },
  },
  {
    group,
    title: 'has a clock that is right',
    run: async ({ visitor }) => {
      const answer = await visitor().send('/nonce');
      const { date } = answer.headers;
      const offset = Math.abs(Date.parse(date ?? '') - Date.now()) / 1_000;
      expectRule(offset < 60, 'date', `Its Date is "${date}", not the time of this machine.`, answer);
    },
  },
  refusesAll('answers rubbish with 4xx', async function* ({ visitor }) {
    for (const body of RUBBISH) yield await visitor().post('/verify', body);
  }),
  refusesAll('refuses a body of a megabyte', async function* ({ visitor }) {
    const someone = visitor();
    await someone.nonce();
    // A server may refuse a large body by its Content-Length, and then close the connection.
    yield await someone.verify('x'.repeat(1_000_000), '0x').catch((error) => {
      if (/cuts the connection/.test(String(error.message))) return refusedByCut(error.question);
      throw error;
    });
  }),
  refusesAll('refuses unknown methods and paths', async function* ({ visitor }) {
    yield await visitor().send('/verify');
    yield await visitor().post('/nonce', '{}');
    yield await visitor().send('/nowhere-that-is-known');
  }),
  {
    group,
    title: 'survives cookies that it has not set',
    run: async ({ visitor }) => {
      const someone = visitor();
      await someone.nonce();
      for (const value of ['%00%ff', '"', 'a'.repeat(6_000), '../../etc/passwd', '{}'])
        for (const path of ['/session', '/nonce']) {
          const cookies = new Map([...someone.cookies()].map(([name]) => [name, value]));
          const answer = await visitor({ cookies }).send(path);
          expectRule(answer.status < 500, 'rubbish', `It answered ${answer.status} to a cookie of rubbish.`, answer);
        }
    },
  },
  {
    group,
    title: 'tells no internals',
    run: async ({ visitor }) => {
      const answers = [await visitor().send('/nowhere-that-is-known')];
      for (const body of RUBBISH) answers.push(await visitor().post('/verify', body));
      for (const answer of answers) {
        const [found] = INTERNALS.exec(answer.text) ?? [];
        expectRule(!found, 'rubbish', `Its answer tells of its own code: "${found?.trim()}".`, answer);
      }
    },
  },
];

/** Stands for the answer of a server that closes the connection instead of answering a large body. */
const refusedByCut = (question: HttpRequest): HttpAnswer => ({
  question,
  status: 413,
  headers: {},
  cookies: [],
  text: '',
});
