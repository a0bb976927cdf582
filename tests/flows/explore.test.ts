import { expect, test } from 'vitest';
import { serializeValue } from '../engine/words';
import { BrowserWithTabs, type StartConditions } from './outside';
import { findBrowserFaults } from './properties';
import { listPossibleSteps, type PossibleStep } from './steps';

/*
 * Explores all possible events for a new visitor in any order, up to a number of steps. Each state of the page is
 * explored once.
 */

/** The largest number of steps. One more step would take several times as long. */
const DEPTH = 4;

/** Returns equal texts for equal states of the page. It renumbers session ids of actors, which differ in each run. */
function situationOf({ tabs, record, session, owned, withdrawn }: BrowserWithTabs) {
  const machines = tabs.map((tab) => [
    tab.running().map(({ path, snapshot }) => [path, snapshot.value, snapshot.context]),
    tab.questions.map(({ id, isOpen }) => [id, isOpen]),
    tab.history.entries.slice(0, tab.history.index + 1),
    tab.open.map(({ id }) => id),
  ]);
  const names = new Map<string, string>();
  const nameOf = (name: string) => names.get(name) ?? names.set(name, `actor ${names.size}`).get(name)!;
  return serializeValue([machines, record, session?.address, owned, withdrawn.size]).replace(/x:\d+/g, nameOf);
}

/** Whether a step is explored. Leaves out steps that act like another one, and those of `everyone`. */
const isExplored = ({ by, does }: PossibleStep) =>
  by !== 'everyone' && by !== 'browser' && !/chain$|^(1000|5000|15000|90000000) ms|amiss/.test(does);

async function replay(outset: StartConditions, way: readonly string[]) {
  const browser = new BrowserWithTabs(outset);
  await browser.settle();
  for (const does of way) {
    listPossibleSteps(browser)
      .find((step) => step.does === does)!
      .act();
    await browser.settle();
  }
  return browser;
}

/** Explores all states of the page within `depth` steps. Returns their number, and the broken rules in them. */
async function explore(outset: StartConditions, depth: number) {
  const known = new Set<string>();
  const faults: string[] = [];
  let [ways, steps]: [string[][], number] = [[[]], 0];
  for (let length = 0; length <= depth; length++) {
    const next: string[][] = [];
    for (const way of ways) {
      const browser = await replay(outset, way);
      steps += 1;
      const found = findBrowserFaults(browser);
      if (found.length) faults.push(`${found.join(' ')} ${way.join(', ')}`);
      const situation = situationOf(browser);
      if (!known.has(situation)) {
        known.add(situation);
        for (const { does } of listPossibleSteps(browser).filter(isExplored)) next.push([...way, does]);
      }
      browser.stop();
    }
    ways = next;
  }
  return { situations: known.size, steps, faults };
}

test(`the page breaks no rule within ${DEPTH} steps of a new visitor, in any order`, async () => {
  const begun = performance.now();
  for (let depth = 1; depth <= DEPTH; depth++) {
    const { situations, steps, faults } = await explore({}, depth);
    console.info(
      `explored: ${situations} situations by ${steps} ways of ${depth} steps in ${performance.now() - begun} ms`,
    );
    expect(faults).toEqual([]);
  }
}, 600_000);
