import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { chartOf } from '../charts/chart';
import { drawChart } from '../charts/draw';
import { findStructureFaults } from '../charts/faults';
import { type LayoutEngine, layOutChart } from '../charts/layout';
import type { DrawnElement } from '../charts/svg';
import { inspectorStyle } from '../inspector/style';
import { buildOnce, hashSources, type SourceHashes } from '../serve/buildOnce';
import { readElkFiles } from '../serve/elkFiles';
import { toolPageOf, toolPolicyOf } from '../serve/page';
import type { GalleryPagesConfig } from './config';
import type { MachineExhibit } from './figures';
import { createLayoutThread } from './layoutThread';
import { renderIndexPage, renderMachinePage } from './pages';
import type { PlayerData } from './player';
import { storiesOf } from './stories';
import { galleryStyle, stageStyle } from './style';

/** The Content Security Policy of the pages, which lay charts out in a worker. */
const POLICY = toolPolicyOf('', 'layout');

const page = (title: string, script: string, style: string, body: string) =>
  toolPageOf({ title, policy: POLICY, script, style, body });

/** The parts of a machine's page that are slow to compute. */
interface MachineData extends Omit<PlayerData, 'view'> {
  sketch: DrawnElement;
  /** The number of transitions that the machine's generated paths take. */
  count: number;
}

/**
 * Returns the coverage of a machine's transitions `names`, of which the paths take those in `taken`. Returns null if
 * the names are unknown.
 */
function coverageBy(taken: Set<string>, names: readonly string[] | undefined): PlayerData['coverage'] {
  if (!names) return null;
  return { taken: names.flatMap((one, index) => (taken.has(one) ? [index] : [])), total: names.length };
}

/** Everything that `makeData` needs for each machine. */
interface Workshop {
  config: GalleryPagesConfig;
  engine: LayoutEngine;
  /** Resolves after the layouts requested so far are sent to the engine's thread. Calls resolve one after the other. */
  takeTurn(): Promise<unknown>;
  known: SourceHashes;
}

async function makeData(
  { config, engine, takeTurn }: Workshop,
  { name, machine }: GalleryPagesConfig['machines'][number],
): Promise<MachineData> {
  const chart = chartOf(machine);
  const sketch = layOutChart(chart, 'sketch', engine);
  // Lets the engine's thread start the layout, while this thread generates paths.
  await takeTurn();
  const paths = config.pathsOf(machine);
  const taken = new Set(paths.flatMap(({ takes }) => takes));
  const stories = await storiesOf({ ...config, pathsOf: () => paths }, machine);
  return {
    machine: name,
    chart,
    sketch: drawChart(await sketch),
    stories,
    faults: findStructureFaults(machine, config.worlds[name]),
    coverage: coverageBy(taken, config.transitionsOf?.(machine)),
    count: Math.min(taken.size, chart.transitions.length),
  };
}

/** Returns the data of a machine's page. The data is cached if the config names its sources. */
async function dataOf(...[workshop, exhibit]: Parameters<typeof makeData>): Promise<MachineData> {
  const make = () => makeData(workshop, exhibit);
  const { config, known } = workshop;
  if (!config.sourcesOf) return make();
  const write = async (out: string) => writeFileSync(out, JSON.stringify(await make()));
  const file = await buildOnce(`gallery-${exhibit.name}`, config.sourcesOf(exhibit.name), write, known);
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Makes the data of all machines, and lays out the chart of the messages between them. */
async function makeAll(config: GalleryPagesConfig) {
  const { engine, end } = createLayoutThread();
  let turn: Promise<unknown> = Promise.resolve();
  const takeTurn = () => {
    turn = turn.then(() => setImmediate());
    return turn;
  };
  const workshop = { config, engine, takeTurn, known: new Map() };
  const system = config.system && layOutChart(config.system, 'full', engine);
  const parts = config.machines.map((one) => dataOf(workshop, one));
  return Promise.all([Promise.all(parts), system]).finally(end);
}

/** The paths of the code that lays charts out. */
const LAYOUT_SOURCES = ['package-lock.json', 'src/workbench/charts'];

/**
 * Writes the pages of the gallery and their data into `out`, beside the scripts. The script `stage` shows the views.
 */
export async function writeGallery(out: string, config: GalleryPagesConfig, stage: string) {
  const { machines, title } = config;
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), text);
  };
  const names = machines.map(({ name }) => name);
  const exhibits: MachineExhibit[] = [];
  const [made, system] = await makeAll(config);
  const version = hashSources({ paths: LAYOUT_SOURCES });
  for (const [path, text] of Object.entries(readElkFiles())) write(path, text);
  for (const [i, { name, machine, meaning }] of machines.entries()) {
    const chart = chartOf(machine);
    const runBy = machines.filter(({ machine: { implementations } }) => name in implementations.actors);
    const { sketch, count, ...data } = made[i]!;
    exhibits.push({
      chart,
      meaning: meaning || chart.description,
      runBy: runBy.map((one) => one.name),
      sketch,
      stories: data.stories,
      taken: count,
    });
    const written: PlayerData = { ...data, view: config.views[name] ?? null };
    write(`${name}.json`, JSON.stringify(written));
  }
  const named = (text: string) => `${text} · ${title}`;
  const index = { exhibits, title, system: system && drawChart(system) };
  write('index.html', page(named('Machines'), 'find.js', 'gallery.css', renderIndexPage(index)));
  for (const exhibit of exhibits) {
    const { id } = exhibit.chart;
    write(`${id}.html`, page(named(id), 'player.js', 'gallery.css', renderMachinePage({ exhibit, names, version })));
  }
  write('stage.html', page('The real view', stage, 'stage.css', '<div id="stage"></div>'));
  const lost = '<main class="index"><h1>There is no such page</h1><p><a href="./index.html">Machines</a></p></main>';
  write('404.html', page('There is no such page', '', 'gallery.css', lost));
  write(
    'recording.html',
    page('A recording', 'recording.js', 'recording.css', `<div id="inspector" data-version="${version}"></div>`),
  );
  write('recording.css', inspectorStyle);
  write('gallery.css', galleryStyle);
  write('stage.css', stageStyle);
  write(
    '_headers',
    `/*\n  Content-Security-Policy: ${POLICY}; frame-ancestors 'self'\n  X-Content-Type-Options: nosniff\n`,
  );
}
