import fc from 'fast-check';
import { BrowserWithTabs, type StartConditions } from './outside';
import type { PageMachines } from './ports';
import { closeAllDialogs, findBrowserFaults, findTabDisagreements, signVisitorIn } from './properties';
import { listPossibleSteps, type PossibleStep } from './steps';

const outsets: fc.Arbitrary<StartConditions> = fc.record({
  mustSignIn: fc.nat(3).map((one) => one > 0),
  phone: fc.nat(3).map((one) => one === 0),
  tabs: fc.constantFrom(1, 2),
  returns: fc.constantFrom(undefined, undefined, 'fox' as const, 'phone' as const),
  signedIn: fc.boolean(),
});

/** Start conditions with one tab. In most of them, the visitor must sign in. */
const strangers: fc.Arbitrary<StartConditions> = fc.record({
  mustSignIn: fc.nat(9).map((one) => one > 0),
  returns: fc.constantFrom(undefined, 'fox' as const),
  signedIn: fc.boolean(),
});

/** Chooses who acts, and which of their possible steps. `proceeds` is the weight of the choice `everyone`. */
const choiceOf = (proceeds: number) =>
  fc.record({
    by: fc.oneof(
      { weight: proceeds, arbitrary: fc.constant('everyone' as const) },
      { weight: 6, arbitrary: fc.constant('visitor' as const) },
      { weight: 4, arbitrary: fc.constantFrom('owner' as const, 'server' as const) },
      { weight: 3, arbitrary: fc.constantFrom('address' as const, 'wallet' as const, 'clock' as const) },
      { weight: 1, arbitrary: fc.constant('browser' as const) },
    ),
    nth: fc.nat(30),
  });

interface Options {
  /** The machines of the page, which a test may have changed. */
  cast?: PageMachines;
  /** Called for each state of a machine that a run reaches. */
  met?: (what: string) => void;
  /** Whether most runs lead to signing in. */
  signsIn?: boolean;
  /** A part of a sentence about a broken rule. If given, the runs fail only for sentences that contain it. */
  only?: string;
}

/** Runs the chosen steps. Throws an error that names the broken rules and the steps, if a rule is broken. */
async function play(
  outset: StartConditions,
  choices: { by: PossibleStep['by']; nth: number }[],
  { met, only = '' }: Options,
) {
  const browser = new BrowserWithTabs(outset);
  await browser.settle();
  const happened: string[] = [];
  const wrong = (all: string[]) => {
    const faults = all.filter((fault) => fault.includes(only));
    if (faults.length) throw new Error(`${faults.join(' ')}\n${happened.join('\n')}`);
  };
  try {
    for (const { by, nth } of choices) {
      const steps = listPossibleSteps(browser).filter((step) => step.by === by);
      const step = steps[nth % steps.length];
      if (!step) continue;
      happened.push(step.does);
      step.act();
      await browser.settle();
      wrong(findBrowserFaults(browser));
      for (const tab of browser.tabs)
        for (const { id, snapshot } of tab.running())
          met?.(`${id} ${typeof snapshot.value === 'string' ? snapshot.value : Object.keys(snapshot.value)[0]}`);
    }
    happened.push('then nothing more, and Back');
    wrong(await closeAllDialogs(browser));
    happened.push('then both tabs are visited');
    wrong(await findTabDisagreements(browser));
    // Checks only some runs, because this check takes long.
    if (choices.length % 8 > 0) return;
    happened.push('then everyone does what the page hopes');
    wrong(await signVisitorIn(browser));
  } finally {
    browser.stop();
  }
}

/** Generates random runs of the simulated page, in one tab or two. */
export const generateRandomRuns = ({ cast, signsIn = false, ...options }: Options = {}) =>
  fc.asyncProperty(
    signsIn ? strangers : outsets,
    fc.array(choiceOf(signsIn ? 24 : 10), { maxLength: 40, size: 'max' }),
    (outset, choices) => play(cast ? { ...outset, cast } : outset, choices, options),
  );
