import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { lockFolder } from '#build/claim';
import { serveBuild } from '#build/preview';
import { listenOnPort } from '../../workbench/serve/listen';
import { buildSiteGallery } from './build';

const FOLDER = '.gallery';

/** Builds the gallery and serves it. */
export async function show() {
  console.info('Building the gallery …');
  const out = resolve(FOLDER);
  const release = lockFolder(out, resolve('node_modules/.cache/gallery.lock'));
  const count = await buildSiteGallery(out).finally(release);
  const origin = await listenOnPort(createServer(serveBuild(out)), 4174);
  console.info(
    `${count} machines are shown at ${origin}. The files in ${FOLDER} suit any static host. Ctrl-C ends it.`,
  );
}
