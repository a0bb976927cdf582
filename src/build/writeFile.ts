import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file, and creates its folder if it is missing. */
export function writeFile(file: string, text: string | Buffer) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
