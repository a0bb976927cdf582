import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { serve } from '#build/preview';
import { listen } from '../listen';
import { buildGallery } from './build';

const FOLDER = '.gallery';

/** Builds the gallery and serves it. */
export async function show() {
  console.info('Building the gallery …');
  const out = resolve(FOLDER);
  const count = await buildGallery(out);
  const origin = await listen(createServer(serve(out)), 4174);
  console.info(
    `${count} machines are shown at ${origin}. The files in ${FOLDER} suit any static host. Ctrl-C ends it.`,
  );
}
