import { type ComponentType, Fragment } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { siteGallery } from '../../src/tools/gallery/config';
import { addPageStyles } from '../../src/tools/gallery/pageStyles';
import { startRun } from '../../src/tools/gallery/run';
import { type MachineWithView, machinesWithView } from '../../src/tools/gallery/seen';
import { renderView } from '../../src/tools/gallery/views';
import * as pageIcons from '../../src/views/icons';
import * as icons from '../../src/views/wallet/icons';
import { inputAndStepsOf, scenariosOf } from '../../src/workbench/gallery/events';
import type { MachineRun } from '../../src/workbench/gallery/run';
import { generateAllPaths } from '../engine/paths';
import type { Scenario, ScenarioStep } from '../samples/scenarios';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';
import { RenderNotifier } from '../views/settled';
import { findUnmirroredElements, listElementBoxes, viewChecks } from './checks';
import { directionOf, type LanguageOrMarked, languageOf, showInLanguage } from './copies';

/** A state of a machine whose view differs from the views of all states found before. */
interface Look {
  name: string;
  machine: MachineWithView;
  /** Shows the view of the machine in this state. */
  begin: () => Promise<MachineRun>;
}

const root = createRoot(document.getElementById('stage')!);
const styles = JSON.parse(document.getElementById('styles')!.textContent!) as Record<string, string>;
const style = document.body.appendChild(document.createElement('style'));

addPageStyles();

/** The variant to render of each icon that has several, by the name of the icon. */
const KINDS: Record<string, string> = { Device: 'mobile', StepIcon: 'scan' };

let count = 0;

/** Renders the view of `run` again, in the language `tongue`. */
async function show(machine: MachineWithView, run: MachineRun, tongue: LanguageOrMarked, dir = directionOf(tongue)) {
  showInLanguage(tongue);
  const lang = languageOf(tongue);
  Object.assign(document.documentElement, { lang, dir });
  if (style.textContent !== styles[lang]) style.textContent = styles[lang]!;
  count += 1;
  await new Promise<void>((tell) => {
    flushSync(() =>
      root.render(
        <Fragment key={count}>
          {renderView(machine, run, true)}
          <RenderNotifier tell={tell} />
        </Fragment>,
      ),
    );
  });
}

/** Returns everything that a view reads of a snapshot, as text. */
const situationOf = ({ value, context, children, status }: AnyMachineSnapshot): string =>
  JSON.stringify([
    value,
    status,
    context,
    ...Object.values(children ?? {}).map((child) => {
      const snapshot = (child as AnyActorRef | undefined)?.getSnapshot();
      return snapshot && 'value' in snapshot ? situationOf(snapshot) : '';
    }),
  ]);

interface Way {
  title: string;
  input: unknown;
  scenario?: Scenario;
  steps: readonly ScenarioStep[];
}

/** Returns all generated paths and scenarios of a machine. */
async function waysOf(name: MachineWithView): Promise<Way[]> {
  const { machine } = allMachines.find((one) => one.name === name)!;
  const ways: Way[] = scenariosOf(siteGallery, name).map(({ title }, from) => ({
    title,
    ...inputAndStepsOf(siteGallery, machine, { kind: 'scenario', from, steps: [] }),
  }));
  for (const { title, input, follow } of generateAllPaths(machine, worlds[name])) {
    const events: AnyEventObject[] = [];
    await follow({ send: (event) => events.push(event) });
    ways.push({ title, input, steps: events.map((event) => ({ to: '', event })) });
  }
  return ways;
}

async function beginAt(name: MachineWithView, { input, scenario, steps }: Way, count: number) {
  const { machine } = allMachines.find((one) => one.name === name)!;
  const run = startRun(machine, input, scenario);
  for (const step of steps.slice(0, count)) await run.take(step);
  return run;
}

/** Returns the visible content: each text with its element, and each marked or disabled control. */
function featuresIn() {
  const found = new Set<string>();
  for (const element of document.querySelectorAll('#stage :not(style)')) {
    const text = [...element.childNodes].map((node) => (node instanceof Text ? node.data : '')).join('');
    const marks = ['aria-disabled', 'aria-current', 'data-bad', 'data-crowded', 'aria-label', 'data-scene'];
    const states = marks.map((name) => element.getAttribute(name) ?? '').join();
    found.add(`${element.localName} ${element.className} ${states} ${text.replaceAll(/\d+|0x[\da-f]+/g, '0')}`);
  }
  return found;
}

/** Returns the states of the machine `name` whose view looks different from all earlier ones. */
async function looksOf(name: MachineWithView): Promise<Look[]> {
  const known = new Set<string>();
  const features = new Set<string>();
  const looks: Look[] = [];
  for (const way of await waysOf(name)) {
    const run = await beginAt(name, way, 0);
    for (let at = 0; at <= way.steps.length; at++) {
      if (at) await run.take(way.steps[at - 1]!);
      const situation = situationOf(run.actor.getSnapshot());
      if (known.has(situation)) continue;
      known.add(situation);
      await show(name, run, 'en');
      const news = [...featuresIn()].filter((feature) => !features.has(feature));
      for (const feature of news) features.add(feature);
      if (news.length)
        looks.push({ name: `${name}: ${way.title}, step ${at}`, machine: name, begin: () => beginAt(name, way, at) });
    }
    run.stop();
  }
  return looks;
}

const looks: (Look & { run: MachineRun })[] = [];

/** Returns the found states whose names begin with `only`. */
const listLooks = (only: string) => looks.filter(({ name }) => name.startsWith(only));

/** Functions in the page that show views in their different states, and check them. */
export const viewStage = {
  machines: machinesWithView,
  /** Loads the fonts of all languages in advance, because loading would change measurements. */
  async load() {
    await Promise.all(
      [...new Set(Object.values(styles))].map(async (css) => {
        style.textContent = css;
        await Promise.all([...document.fonts].map((font) => font.load().catch(() => {})));
      }),
    );
  },
  /** Finds all states of machines whose views look different. Returns their names. */
  async find() {
    for (const name of machinesWithView)
      for (const look of await looksOf(name)) looks.push({ ...look, run: await look.begin() });
    return looks.map(({ name }) => name);
  },
  async mirroredIcons() {
    const { Icon: _, ...shapes } = { ...pageIcons, ...icons };
    const all = Object.entries(shapes) as [string, ComponentType<{ kind: string | undefined }>][];
    document.documentElement.dir = 'rtl';
    flushSync(() =>
      root.render(
        all.map(([name, Shown]) => (
          <div key={name} id={name}>
            <Shown kind={KINDS[name]} />
          </div>
        )),
      ),
    );
    const turns = (element: Element) => new DOMMatrix(getComputedStyle(element).transform).a < 0;
    return all.flatMap(([name]) =>
      [...document.querySelectorAll(`#${name} :is(span, svg)`)].filter(turns).length % 2 ? [name] : [],
    );
  },
  /**
   * Shows all found views, or those whose names begin with `only`, in each of the languages `tongues`. Returns the
   * faults.
   */
  async check(tongues: readonly LanguageOrMarked[], names: readonly (keyof typeof viewChecks)[], only = '') {
    const found: string[] = [];
    for (const { name, machine, run } of listLooks(only))
      for (const tongue of tongues) {
        await show(machine, run, tongue);
        for (const check of names) found.push(...viewChecks[check]().map((fault) => `${tongue}, ${name}: ${fault}`));
      }
    return found;
  },
  /** Runs axe on the found views in the language `tongue`, with `rules`, or all rules that single views can break. */
  async axe(tongue: LanguageOrMarked, rules?: readonly string[], only = '') {
    const found: string[] = [];
    const which = rules ? { runOnly: rules } : { rules: { region: { enabled: false } } };
    for (const { name, machine, run } of listLooks(only).filter(({ machine }) => machine !== 'app')) {
      await show(machine, run, tongue);
      const root = document.querySelector('dialog:modal') ?? document.getElementById('stage')!;
      const { violations } = await window.axe.run(root, { resultTypes: ['violations'], preload: false, ...which });
      found.push(...violations.map(({ id, nodes }) => `${name}: ${id}, ${nodes.map(({ html }) => html).join()}`));
    }
    return found;
  },
  /** Shows each found view from left to right, and from right to left. Returns the elements that are not mirrored. */
  async mirror(only = '') {
    const found: string[] = [];
    for (const { name, machine, run } of listLooks(only)) {
      await show(machine, run, 'en', 'ltr');
      const there = listElementBoxes();
      await show(machine, run, 'en', 'rtl');
      found.push(...findUnmirroredElements(there, listElementBoxes()).map((fault) => `${name}: ${fault}`));
    }
    return found;
  },
};

declare global {
  interface Window {
    looks: typeof viewStage;
    axe: {
      run(root: Element, options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
    };
  }
}
window.looks = viewStage;
