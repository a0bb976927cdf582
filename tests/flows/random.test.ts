import { expect, test } from 'vitest';
import { byChance } from '../engine/randomRuns';
import { runsOf } from './play';

/*
 * Random runs of the whole page in two tabs. Visitors, wallets, a phone, the server and the clock act in any order. All
 * machines are real, and so are their messages. A failure is shrunk to a short run.
 */

const RUNS = Number(process.env.RUNS ?? 100);

/** States of machines that the runs come to. */
const SHOWN = ['session connected', 'connection stored', 'restore locked', 'attempt failed', 'pairing approved'].concat(
  'signIn signing',
  'chain switching',
  'identity signingOut',
  'account shown',
);

test('the page keeps its promises, whatever happens in whatever order', async () => {
  const met = new Set<string>();
  await byChance(
    new URL('./failures/random.json', import.meta.url),
    runsOf(undefined, (what) => met.add(what)),
    RUNS,
  );
  expect(SHOWN.filter((what) => !met.has(what))).toEqual([]);
}, 120_000);
