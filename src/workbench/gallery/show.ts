import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { serve } from '#build/preview';
import { listen } from '../listen';
import { buildGallery } from './build';

/** Builds the gallery into `folder` and serves it. */
export async function showGallery(folder: string) {
  const out = resolve(folder);
  const count = await buildGallery(out);
  const origin = await listen(createServer(serve(out)), 4174);
  console.info(
    `${count} machines are shown at ${origin}. The files in ${folder} suit any static host. Ctrl-C ends it.`,
  );
}
