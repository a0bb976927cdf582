import { cpSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { lockFolder } from '#build/claim';
import { serveBuild } from '#build/preview';
import { buildOnce } from '../../workbench/serve/buildOnce';
import { listenOnPort } from '../../workbench/serve/listen';
import { listGallerySources } from './sources';

const FOLDER = '.gallery';

/** Builds the gallery, unless it was built before from the same sources, and serves it. */
export async function showGallery() {
  const built = await buildOnce('gallery', listGallerySources(), async (out) => {
    console.info('Building the gallery …');
    const { buildSiteGallery } = await import('./build');
    await buildSiteGallery(out);
  });
  const out = resolve(FOLDER);
  const release = lockFolder(out, resolve('node_modules/.cache/gallery.lock'));
  rmSync(out, { recursive: true, force: true });
  cpSync(built, out, { recursive: true });
  release();
  const count = readdirSync(out).filter((name) => name.endsWith('.json')).length;
  const origin = await listenOnPort(createServer(serveBuild(out)), 4174);
  console.info(
    `${count} machines are shown at ${origin}. The files in ${FOLDER} suit any static host. Ctrl-C ends it.`,
  );
}
