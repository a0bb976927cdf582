import fc from 'fast-check';
import { expect, test } from 'vitest';
import { generateRandomRuns } from './play';

/*
 * Random runs of the whole page in one tab or two. Visitors, wallets, a phone, the server and the clock act in any order. All
 * machines are real, and so are their messages. A failure is shrunk to a short run, and its message has the seed that
 * repeats it.
 */

const RUNS = Number(process.env.RUNS ?? 150);

/** States that the random runs must reach, by whether most runs lead to a sign-in. */
const SHOWN = {
  anyone: ['session connected', 'connection stored', 'restore locked', 'attempt failed', 'pairing approved'].concat(
    'chain switching',
    'identity signingOut',
    'account shown',
  ),
  signsIn: ['signIn idle', 'signIn elsewhere', 'signIn signing', 'signIn verifying', 'identity signingOut'].concat(
    'identity checkingSession',
    'session connected',
    'account shown',
  ),
};

test.each([
  ['of any visitor', false],
  ['that mostly lead to signing in', true],
])(
  'the page breaks no rule in random runs %s',
  async (_, signsIn) => {
    const met = new Set<string>();
    const runs = generateRandomRuns({ signsIn, met: (what) => met.add(what) });
    await fc.assert(runs, { numRuns: RUNS });
    expect(SHOWN[signsIn ? 'signsIn' : 'anyone'].filter((what) => !met.has(what))).toEqual([]);
  },
  120_000,
);
