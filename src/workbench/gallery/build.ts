import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { type BundleOptions, bundleScripts } from '../serve/bundle';
import type { GalleryPagesConfig } from './config';
import { writeGallery } from './write';

/**
 * Matches the imports of elkjs, which the pages load as a file of its own. Bundling it would take most of the build's
 * time.
 */
const ELK = /^elkjs\//;

/** Builds the gallery of `config` into the folder `out`, which is emptied first: files for any static host. */
export async function buildGallery(out: string, config: GalleryPagesConfig, options: BundleOptions = {}) {
  const own = ['find.ts', 'player.tsx', 'recording.tsx'].map((part) => `src/workbench/gallery/${part}`);
  rmSync(out, { recursive: true, force: true });
  await Promise.all([
    bundleScripts([...own, config.stage], out, { ...options, external: ELK }),
    writeGallery(out, config, `${basename(config.stage).replace(/\.\w+$/, '')}.js`),
  ]);
}
