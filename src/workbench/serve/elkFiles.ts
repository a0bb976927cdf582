import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Returns the files of elkjs that the page loads, by path, from where npm has installed it. The archive contains no
 * code of it, because its licence differs. Without it, charts have the plain layout.
 */
export function readElkFiles(): Record<string, string> {
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string) => [`/elk/${name}`, readFileSync(resolve(`elkjs/lib/${name}`), 'utf8')];
  try {
    return Object.fromEntries(['elk-api.js', 'elk-worker.min.js'].map(read));
  } catch {
    return {};
  }
}
