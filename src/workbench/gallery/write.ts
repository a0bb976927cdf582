import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import { chartOf } from '../charts/chart';
import { drawChart } from '../charts/draw';
import { findFaults } from '../charts/faults';
import { layOut } from '../charts/layout';
import { inspectorStyle } from '../inspector/style';
import { pageOf, policyOf } from '../serve/page';
import type { GalleryPages } from './config';
import { type Exhibit, indexPage, machinePage } from './pages';
import type { PlayerData } from './player';
import { storiesOf } from './stories';
import { galleryStyle, stageStyle } from './style';

const POLICY = policyOf();

const page = (title: string, script: string, style: string, body: string) =>
  pageOf({ title, policy: POLICY, script, style, body });

/** Returns which transitions the paths of a machine take. */
function coverageByPaths(config: GalleryPages, machine: AnyStateMachine): PlayerData['coverage'] {
  const names = config.transitionsOf?.(machine);
  if (!names) return null;
  const taken = new Set(config.pathsOf(machine).flatMap(({ takes }) => takes));
  return { taken: names.flatMap((one, index) => (taken.has(one) ? [index] : [])), total: names.length };
}

/**
 * Writes the pages of the gallery and their data into `out`, beside the scripts, of which `stage` shows the views. Returns
 * how many machines there are.
 */
export async function writeGallery(out: string, config: GalleryPages, stage: string) {
  const { machines, title } = config;
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), text);
  };
  const names = machines.map(({ name }) => name);
  const exhibits: Exhibit[] = [];
  for (const { name, machine, meaning } of machines) {
    const chart = chartOf(machine);
    const layouts = { outline: await layOut(chart, 'outline'), full: await layOut(chart, 'full') };
    const taken = new Set(config.pathsOf(machine).flatMap(({ takes }) => takes)).size;
    const runBy = machines.filter(({ machine: { implementations } }) => name in implementations.actors);
    const stories = await storiesOf(config, machine);
    exhibits.push({
      chart,
      meaning: meaning || chart.description,
      runBy: runBy.map((one) => one.name),
      sketch: drawChart(await layOut(chart, 'sketch')),
      stories,
      taken: Math.min(taken, chart.transitions.length),
    });
    const faults = findFaults(machine, config.worlds[name]);
    const coverage = coverageByPaths(config, machine);
    const data: PlayerData = { machine: name, layouts, stories, faults, coverage, view: config.views[name] ?? null };
    write(`${name}.json`, JSON.stringify(data));
  }
  const system = config.system && drawChart(await layOut(config.system));
  const named = (text: string) => `${text} · ${title}`;
  write('index.html', page(named('Machines'), 'find.js', 'gallery.css', indexPage({ exhibits, title, system })));
  for (const exhibit of exhibits) {
    const { id } = exhibit.chart;
    write(`${id}.html`, page(named(id), 'player.js', 'gallery.css', machinePage(exhibit, names)));
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
  return exhibits.length;
}
