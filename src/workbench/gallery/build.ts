import { basename } from 'node:path';
import { type BundleOptions, bundle } from '../serve/bundle';
import type { GalleryPages } from './config';
import { writeGallery } from './write';

/** Builds the gallery of `config` into the folder `out`: files for any static host. Returns how many machines it shows. */
export async function buildGallery(out: string, config: GalleryPages, options: BundleOptions = {}) {
  const own = ['find.ts', 'player.tsx', 'recording.tsx'].map((part) => `src/workbench/gallery/${part}`);
  await bundle([...own, config.stage], out, options);
  return writeGallery(out, config, `${basename(config.stage).replace(/\.\w+$/, '')}.js`);
}
