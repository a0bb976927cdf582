import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { PictureSource } from './sources.tsx';

/** The folder of committed pictures, which the build copies. */
export const DRAWN_FOLDER = resolve('src/build/pictures');

/** The hashes of the pictures' sources, by file name. */
export const DRAWN_FROM = resolve(DRAWN_FOLDER, 'sources.json');

export const hashOfSource = (source: PictureSource) =>
  createHash('sha256').update(JSON.stringify(source)).digest('hex');
