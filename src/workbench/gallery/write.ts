import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { chartOf } from '../charts/chart';
import { drawChart } from '../charts/draw';
import { findStructureFaults } from '../charts/faults';
import { type LayoutEngine, layOut } from '../charts/layout';
import type { DrawnElement } from '../charts/svg';
import { inspectorStyle } from '../inspector/style';
import { buildOnce } from '../serve/buildOnce';
import { toolPageOf, toolPolicyOf } from '../serve/page';
import type { GalleryPages } from './config';
import type { MachineExhibit } from './figures';
import { createLayoutThread } from './layoutThread';
import { renderIndexPage, renderMachinePage } from './pages';
import type { PlayerData } from './player';
import { storiesOf } from './stories';
import { galleryStyle, stageStyle } from './style';

const POLICY = toolPolicyOf();

const page = (title: string, script: string, style: string, body: string) =>
  toolPageOf({ title, policy: POLICY, script, style, body });

/** The parts of a machine's page that take time to make. */
interface MachineData extends Omit<PlayerData, 'view'> {
  sketch: DrawnElement;
  /** The number of transitions that its paths take. */
  count: number;
}

/** Returns which transitions of a machine the paths that take `taken` cover. */
function coverageBy(taken: Set<string>, names: readonly string[] | undefined): PlayerData['coverage'] {
  if (!names) return null;
  return { taken: names.flatMap((one, index) => (taken.has(one) ? [index] : [])), total: names.length };
}

async function makeData(
  config: GalleryPages,
  engine: LayoutEngine,
  { name, machine }: GalleryPages['machines'][number],
): Promise<MachineData> {
  const chart = chartOf(machine);
  const layouts = Promise.all([layOut(chart, 'full', engine), layOut(chart, 'sketch', engine)]);
  // The engine's thread gets the first layouts of all machines, and works while this one makes paths.
  await setImmediate();
  const paths = config.pathsOf(machine);
  const taken = new Set(paths.flatMap(({ takes }) => takes));
  const stories = await storiesOf({ ...config, pathsOf: () => paths }, machine);
  const [layout, sketch] = await layouts;
  return {
    machine: name,
    chart,
    layout,
    sketch: drawChart(sketch),
    stories,
    faults: findStructureFaults(machine, config.worlds[name]),
    coverage: coverageBy(taken, config.transitionsOf?.(machine)),
    count: Math.min(taken.size, chart.transitions.length),
  };
}

/** Returns the data of a machine's page. It is cached if its sources are known. */
async function dataOf(...[config, engine, exhibit]: Parameters<typeof makeData>): Promise<MachineData> {
  const make = () => makeData(config, engine, exhibit);
  if (!config.sourcesOf) return make();
  const file = await buildOnce(`gallery-${exhibit.name}`, config.sourcesOf(exhibit.name), async (out) =>
    writeFileSync(out, JSON.stringify(await make())),
  );
  return JSON.parse(readFileSync(file, 'utf8'));
}

/**
 * Writes the pages of the gallery and their data into `out`, beside the scripts. The script `stage` shows the views.
 */
export async function writeGallery(out: string, config: GalleryPages, stage: string) {
  const { machines, title } = config;
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), text);
  };
  const names = machines.map(({ name }) => name);
  const exhibits: MachineExhibit[] = [];
  const { engine, end } = createLayoutThread();
  const parts = await Promise.all(machines.map((one) => dataOf(config, engine, one))).finally(end);
  for (const [i, { name, machine, meaning }] of machines.entries()) {
    const chart = chartOf(machine);
    const runBy = machines.filter(({ machine: { implementations } }) => name in implementations.actors);
    const { sketch, count, ...made } = parts[i]!;
    exhibits.push({
      chart,
      meaning: meaning || chart.description,
      runBy: runBy.map((one) => one.name),
      sketch,
      stories: made.stories,
      taken: count,
    });
    const data: PlayerData = { ...made, view: config.views[name] ?? null };
    write(`${name}.json`, JSON.stringify(data));
  }
  const system = config.system && drawChart(await layOut(config.system));
  const named = (text: string) => `${text} · ${title}`;
  write('index.html', page(named('Machines'), 'find.js', 'gallery.css', renderIndexPage({ exhibits, title, system })));
  for (const exhibit of exhibits) {
    const { id } = exhibit.chart;
    write(`${id}.html`, page(named(id), 'player.js', 'gallery.css', renderMachinePage(exhibit, names)));
  }
  write('stage.html', page('The real view', stage, 'stage.css', '<div id="stage"></div>'));
  const lost = '<main class="index"><h1>There is no such page</h1><p><a href="./index.html">Machines</a></p></main>';
  write('404.html', page('There is no such page', '', 'gallery.css', lost));
  write('recording.html', page('A recording', 'recording.js', 'recording.css', '<div id="inspector"></div>'));
  write('recording.css', inspectorStyle);
  write('gallery.css', galleryStyle);
  write('stage.css', stageStyle);
  write(
    '_headers',
    `/*\n  Content-Security-Policy: ${POLICY}; frame-ancestors 'self'\n  X-Content-Type-Options: nosniff\n`,
  );
}
