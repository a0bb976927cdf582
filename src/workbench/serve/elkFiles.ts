import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * Reads the scripts of the layout library elkjs from node_modules, and returns them by URL path. They aren't bundled,
 * because the licence differs. Returns {} if elkjs isn't installed: charts then have a plain layout.
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
