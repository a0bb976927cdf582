import type { InspectionEvent } from 'xstate';
import { handBenchTo } from '../workbench/panel/benchHandover';
import type { StoppableClock } from '../workbench/recorder/clock';
import type { EventSamples } from '../workbench/recorder/handledEvents';
import { createSiteBench } from './bench';

/** Loads the sample events of the tests by machine, so that the panel can offer events with data. */
async function loadSamples(): Promise<Record<string, EventSamples>> {
  const files = import.meta.glob<{ worlds?: Record<string, EventSamples> }>('../../tests/samples/worlds.ts');
  const modules = await Promise.all(Object.values(files).map((load) => load()));
  return Object.assign({}, ...modules.map(({ worlds }) => worlds));
}

interface Options {
  inspect: (news: InspectionEvent) => void;
  clock?: StoppableClock;
}

/**
 * Keeps the query of the URL, which asks for the workbench, in links within the page, such as `/#connect`. Without it,
 * a click would load the page again without the workbench.
 */
function keepInLinks() {
  const keep = ({ target }: Event) => {
    const link = (target as Element).closest('a');
    if (link?.origin === location.origin && link.pathname === location.pathname) link.search = location.search;
  };
  addEventListener('click', keep, { capture: true });
}

/** Gives the workbench around the frame access to the machines of the framed page. */
async function joinShell(options: Options) {
  const worlds = await loadSamples();
  const bench = createSiteBench(worlds);
  // Uses `top`, because a script may have replaced `parent`, as the next statement does.
  handBenchTo(window.top!, bench);
  // Hides the parent window, which the page would mistake for the Safe wallet.
  Reflect.set(window, 'parent', window);
  keepInLinks();
  import.meta.hot?.on('vite:beforeFullReload', () => window.top!.location.reload());
  const { inspect } = options;
  options.inspect = (news) => {
    inspect(news);
    bench.recorder.inspect(news);
  };
  options.clock = bench.clock;
}

/**
 * Adds the tools that the URL asks for to the options of the page's root actor: `?inspect` Stately's inspector,
 * `?workbench` the workbench. Returns false if the workbench is shown, because the page then starts inside of its frame
 * instead.
 */
export async function addDeveloperTools(options: Options): Promise<boolean> {
  const address = new URL(location.href);
  const { searchParams } = address;
  if (searchParams.has('inspect')) {
    const { addInspectorButton } = await import('#adapters/page/inspector');
    options.inspect = addInspectorButton(options.inspect);
  }
  if (searchParams.get('workbench') === 'page') await joinShell(options);
  else if (searchParams.has('workbench')) (await import('./shell')).showWorkbench(address);
  else return true;
  return searchParams.get('workbench') === 'page';
}
