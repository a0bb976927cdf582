import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { drawPortraits } from '#build/files';
import { packageAliases } from '#build/standIns';
import { brandOf } from '#domain/brand';
import { PORTRAITS_PATH } from '#domain/portrait';
import { site } from '#site';
import { extractMachinePurpose } from '#tests/conventions/charts';
import { buildGallery } from '../../workbench/gallery/build';
import { drawSystemChart } from '../systemChart';
import { machinesWithView } from './seen';
import { listMachineSources } from './sources';
import { siteGalleryWithPaths } from './stories';

const sizeOf = (name: string) =>
  name.startsWith('mobile') ? { width: 390, height: 760 } : { width: 1000, height: 700 };

/** Builds the gallery of this site into the folder `out`, which is emptied first. */
export async function buildSiteGallery(out: string) {
  const machines = siteGalleryWithPaths.machines.map((one) => ({ ...one, meaning: extractMachinePurpose(one.source) }));
  const { app, wallet } = Object.fromEntries(machines.map(({ name, machine }) => [name, machine]));
  const config = {
    ...siteGalleryWithPaths,
    machines,
    title: brandOf(site.product).brand,
    views: Object.fromEntries(machinesWithView.map((name) => [name, sizeOf(name)])),
    stage: 'src/tools/gallery/stage.tsx',
    system: drawSystemChart(app!, { wallet: wallet! }),
    sourcesOf: listMachineSources,
  };
  await buildGallery(out, config, { alias: packageAliases });
  // The views show portraits from this file, as the site does.
  const portraits = join(out, PORTRAITS_PATH);
  mkdirSync(dirname(portraits), { recursive: true });
  writeFileSync(portraits, drawPortraits({ site }));
}
