import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readFiles } from './integrity.ts';

export const hashSubresource = (content: Buffer | string) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/**
 * Adds the hashes of all scripts that a page may load to its import map: imported scripts have no other place for a
 * hash. Browsers that check them run only these scripts. Returns `policy` with the hashes of the changed maps.
 */
export function addScriptIntegrity(folder: string, policy: string) {
  const files = [...readFiles(folder)];
  // Skips pages without scripts, which have no import map.
  const pages = files.flatMap(([path, content]) => {
    const html = path.endsWith('.html') ? content.toString() : '';
    const text = /<script type="importmap">([^<]*)<\/script>/.exec(html)?.[1];
    return text ? [{ path, html, text, imports: JSON.parse(text).imports as Record<string, string> }] : [];
  });
  const named = new Set(pages.flatMap(({ imports }) => Object.values(imports)));
  const scripts = files
    .filter(([path]) => /^assets\/.*\.js$/.test(path))
    .map(([path, content]) => [`/${path}`, hashSubresource(content)] as const);
  let allowed = policy;
  for (const { path, html, text, imports } of pages) {
    // Leaves out scripts that only pages in other languages load.
    const own = Object.values(imports);
    const integrity = Object.fromEntries(scripts.filter(([script]) => own.includes(script) || !named.has(script)));
    const map = JSON.stringify({ imports, integrity });
    const changed = html.replace(text, () => map);
    writeFileSync(join(folder, path), changed);
    allowed = allowed.replace(hashSubresource(text), hashSubresource(map));
  }
  return allowed;
}
