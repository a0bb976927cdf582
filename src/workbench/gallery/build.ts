import { rmSync } from 'node:fs';
import { basename } from 'node:path';
import { type BundleOptions, bundleScripts } from '../serve/bundle';
import type { GalleryPages } from './config';
import { writeGallery } from './write';

/** Copies the library ELK as it is. Bundling it would take most of the time. */
const copyElk: NonNullable<BundleOptions['plugins']> = [
  {
    name: 'copy-elk',
    load: {
      filter: { id: /elkjs\/lib\/elk\.bundled\.js$/ },
      handler: (id) =>
        `import url from ${JSON.stringify(`${id}?url`)};\nawait import(/* @vite-ignore */ url);\nexport default globalThis.ELK;`,
    },
  },
];

/** Builds the gallery of `config` into the folder `out`, which is emptied first: files for any static host. */
export async function buildGallery(out: string, config: GalleryPages, options: BundleOptions = {}) {
  const own = ['find.ts', 'player.tsx', 'recording.tsx'].map((part) => `src/workbench/gallery/${part}`);
  rmSync(out, { recursive: true, force: true });
  await Promise.all([
    bundleScripts([...own, config.stage], out, { ...options, plugins: [...copyElk, ...(options.plugins ?? [])] }),
    writeGallery(out, config, `${basename(config.stage).replace(/\.\w+$/, '')}.js`),
  ]);
}
