import { bundle } from '../bundle';
import { viewedMachines } from './seen';
import { writeGallery } from './write';

/** Builds the gallery into the folder `out`: files for any static host. Returns how many machines it shows. */
export async function buildGallery(out: string): Promise<number> {
  await bundle(['gallery/find.ts', 'gallery/player.tsx', 'gallery/stage.tsx'], out);
  return writeGallery(out, viewedMachines);
}
