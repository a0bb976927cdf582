import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

export function writeFile(file: string, text: string | Buffer) {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
