import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { PictureSource } from './sources.tsx';

/** The folder of committed pictures, which the build copies. */
export const DRAWN_PICTURES_FOLDER = resolve('src/build/pictures');

/** The hashes of the pictures' sources, by file name. */
export const PICTURE_HASHES_PATH = resolve(DRAWN_PICTURES_FOLDER, 'sources.json');

/** Returns a hash that changes when the picture must be drawn again. */
export const hashPictureSource = (source: PictureSource) =>
  createHash('sha256').update(JSON.stringify(source)).digest('hex');
