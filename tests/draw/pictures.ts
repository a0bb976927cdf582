import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Source } from './sources.tsx';

/** The folder of committed pictures, which the build copies. */
export const PICTURES = resolve('src/build/pictures');

/** The hashes of the pictures' sources, by file name. */
export const DRAWN_FROM = resolve(PICTURES, 'sources.json');

export const hashOf = (source: Source) => createHash('sha256').update(JSON.stringify(source)).digest('hex');
