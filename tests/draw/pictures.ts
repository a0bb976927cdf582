import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import type { Source } from './sources.tsx';

/** The folder of committed pictures, from which the build takes them. */
export const PICTURES = resolve('src/build/pictures');

/** The sources of those pictures: a file name → the hash of its source. */
export const DRAWN_FROM = resolve(PICTURES, 'sources.json');

/** SHA-256 of all that a picture is drawn from, in hex. */
export const hashOf = (source: Source) => createHash('sha256').update(JSON.stringify(source)).digest('hex');
