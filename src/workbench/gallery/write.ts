import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { drawPortraits } from '#build/files';
import { brandOf } from '#domain/brand';
import { PORTRAITS } from '#domain/portrait';
import { site } from '#site';
import { meaningOf } from '#tests/conventions/charts';
import { essentials, pathsOf } from '#tests/engine/paths';
import { restsOf } from '#tests/engine/words';
import { worlds } from '#tests/samples/worlds';
import { machines } from '#tests/support/machines';
import { chartOf } from '../chart/chart';
import { drawChart } from '../chart/draw';
import { layOut } from '../chart/layout';
import { systemChart } from '../chart/system';
import { pageOf, policyOf } from '../page';
import { type Exhibit, indexPage, machinePage } from './pages';
import type { PlayerData } from './player';
import { storiesOf } from './stories';
import { galleryStyle, stageStyle } from './style';

const SERIF = '@fontsource/instrument-serif/files/instrument-serif-latin-400-normal.woff2';

const POLICY = policyOf();

const page = (title: string, script: string, style: string, body: string) =>
  pageOf({ title, policy: POLICY, script, style, body });

/** A phone's screen, and a window on a desk. */
const sizeOf = (name: string) =>
  name.startsWith('mobile') ? { width: 390, height: 760 } : { width: 1000, height: 700 };

/** Writes the pages of the gallery and their data into `out`, beside the scripts. `seen` names the machines with a view. */
export async function writeGallery(out: string, seen: readonly string[]) {
  const write = (name: string, text: string) => {
    mkdirSync(dirname(join(out, name)), { recursive: true });
    writeFileSync(join(out, name), text);
  };
  const names = machines.map(({ name }) => name);
  const exhibits: Exhibit[] = [];
  for (const { name, machine, source } of machines) {
    const chart = chartOf(machine);
    const layouts = { outline: await layOut(chart, 'outline'), full: await layOut(chart, 'full') };
    const stories = await storiesOf(machine);
    const taken = new Set(essentials(pathsOf(machine, worlds[name])).flatMap(({ takes }) => takes)).size;
    const runBy = machines.filter(({ machine: { implementations } }) => name in implementations.actors);
    exhibits.push({
      chart,
      states: restsOf(machine).length,
      meaning: meaningOf(source) || chart.description,
      runBy: runBy.map((one) => one.name),
      sketch: drawChart(await layOut(chart, 'sketch')),
      stories,
      taken: Math.min(taken, chart.transitions.length),
    });
    const data: PlayerData = { machine: name, layouts, stories, view: seen.includes(name) ? sizeOf(name) : null };
    write(`${name}.json`, JSON.stringify(data));
  }
  const { app, wallet } = Object.fromEntries(machines.map(({ name, machine }) => [name, machine]));
  const system = drawChart(await layOut(systemChart(app!, { wallet: wallet! })));
  const product = brandOf(site.product).brand;
  const title = (text: string) => `${text} · ${product}`;
  write('index.html', page(title('Machines'), 'find.js', 'gallery.css', indexPage({ exhibits, product, system })));
  for (const exhibit of exhibits) {
    const { id } = exhibit.chart;
    write(`${id}.html`, page(title(id), 'player.js', 'gallery.css', machinePage(exhibit, names)));
  }
  write('stage.html', page('The real view', 'stage.js', 'stage.css', '<div id="stage"></div>'));
  const lost = '<main class="index"><h1>There is no such page</h1><p><a href="./index.html">Machines</a></p></main>';
  write('404.html', page('There is no such page', '', 'gallery.css', lost));
  write('gallery.css', galleryStyle('./serif.woff2'));
  write('stage.css', stageStyle);
  write(PORTRAITS, drawPortraits({ site }));
  copyFileSync(createRequire(import.meta.url).resolve(SERIF), join(out, 'serif.woff2'));
  write(
    '_headers',
    `/*\n  Content-Security-Policy: ${POLICY}; frame-ancestors 'self'\n  X-Content-Type-Options: nosniff\n`,
  );
  return exhibits.length;
}
