import type { HttpAnswer } from '../../ask';
import type { SignInTestCase, SignInTestKit } from '../kit';
import { expectRule } from '../violation';
import { parseSetCookie } from '../visitor';

const group = 'cookie';
const DAY = 24 * 60 * 60;
/** The fewest characters that can carry an id with 96 random bits. */
const SHORTEST = 16;

/** Requests a nonce, then signs in. Resolves to all cookies that the two answers set, each with its answer. */
async function cookiesOf({ visitor, signIn }: SignInTestKit) {
  const someone = visitor();
  const asked = await someone.send('/nonce');
  const answers = [asked, await signIn(someone)];
  const set = answers.flatMap((answer) => answer.cookies.map((header) => ({ answer, ...parseSetCookie(header) })));
  expectRule(set.length > 0, 'cookie', 'It sets no cookie.', asked);
  return set;
}

/** Creates a test case that checks each cookie. `fault` returns a sentence if the cookie is wrong, or else ''. */
const each = (
  title: string,
  rule: 'cookie' | 'day' | 'id',
  fault: (cookie: ReturnType<typeof parseSetCookie>) => string,
  needs?: 'https',
): SignInTestCase => ({
  group,
  title,
  ...(needs && { needs }),
  run: async (kit) => {
    for (const { answer, ...cookie } of await cookiesOf(kit)) expectRule(!fault(cookie), rule, fault(cookie), answer);
  },
});

/** Returns a made-up value of the same form: the next digit replaces each hexadecimal digit. */
const makeUpLike = (value: string) =>
  value.replace(
    /[0-9a-fA-F]/g,
    (character) => '1234567890bcdefaBCDEFA'['0123456789abcdefABCDEF'.indexOf(character)] ?? '',
  );

/** Returns where an answer contains one of `values`: 'the body', or a header's name. Ignores Set-Cookie. */
function placeOf({ text, headers }: HttpAnswer, values: readonly string[]) {
  const { 'set-cookie': _, ...others } = headers;
  if (values.some((value) => text.includes(value))) return 'the body';
  return Object.entries(others).find(([, header]) => values.some((value) => String(header).includes(value)))?.[0];
}

export const cookieCases: SignInTestCase[] = [
  each('keeps the cookie from scripts', 'cookie', ({ name, attributes }) =>
    attributes.has('httponly') ? '' : `The cookie ${name} lacks HttpOnly.`,
  ),
  each(
    'sends the cookie over https only',
    'cookie',
    ({ name, attributes }) => (attributes.has('secure') ? '' : `The cookie ${name} lacks Secure.`),
    'https',
  ),
  each('keeps the cookie from other sites', 'cookie', ({ name, attributes }) => {
    const place = attributes.get('samesite')?.toLowerCase();
    if (place === 'lax' || place === 'strict') return '';
    const isFramed = place === 'none' && attributes.has('secure') && attributes.has('partitioned');
    return isFramed ? '' : `The cookie ${name} is neither SameSite=Lax nor SameSite=None; Secure; Partitioned.`;
  }),
  each('ends the cookie after a day', 'day', ({ name, attributes }) => {
    const age = attributes.get('max-age');
    return Number(age) > 0 && Number(age) <= DAY ? '' : `The cookie ${name} has Max-Age=${age}, not at most ${DAY}.`;
  }),
  each('uses ids that nobody can guess', 'id', ({ name, value }) =>
    value.length >= SHORTEST ? '' : `The cookie ${name} has ${value.length} characters only.`,
  ),
  {
    group,
    title: 'gives the session a new id at sign-in',
    run: async ({ visitor, signIn, wantNobody }) => {
      const someone = visitor();
      await someone.nonce();
      const cookies = someone.cookies();
      const answer = await signIn(someone);
      const isNew = [...someone.cookies()].some(([name, value]) => cookies.get(name) !== value);
      expectRule(isNew, 'id', 'The cookie is the same before and after signing in.', answer);
      await wantNobody(visitor({ cookies }), 'id');
    },
  },
  {
    group,
    title: 'does not take an id that the browser has made up',
    run: async ({ visitor, signIn, wantNobody }) => {
      const known = visitor();
      await known.nonce();
      const cookies = new Map([...known.cookies()].map(([name, value]) => [name, makeUpLike(value)]));
      const someone = visitor({ cookies });
      const answer = await someone.send('/nonce');
      const isTaken = [...someone.cookies()].every(([name, value]) => cookies.get(name) === value);
      expectRule(!isTaken, 'id', 'The cookie that the browser has made up is in use.', answer);
      await signIn(someone);
      await wantNobody(visitor({ cookies }), 'id');
    },
  },
  {
    group,
    title: 'shows the id in its cookie only',
    run: async ({ visitor, signIn }) => {
      const someone = visitor();
      const asked = await someone.send('/nonce');
      const answers = [asked, await signIn(someone), (await someone.session()).answer];
      const values = [...someone.cookies().values()].filter(Boolean);
      for (const answer of answers.concat(await someone.signOut())) {
        const place = placeOf(answer, values);
        expectRule(!place, 'id', `The session's id is in ${place}.`, answer);
      }
    },
  },
];
