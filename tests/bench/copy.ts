import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const SCRIPT = /<script\b([^>]*)>[\s\S]*?<\/script>/g;

/** Returns the HTML without its scripts, but with data for search engines. */
const withoutScripts = (html: string) =>
  html.replace(SCRIPT, (script, attributes: string) => (attributes.includes('application/ld+json') ? script : ''));

/** Copies the build in `dist` without the scripts of its pages, and returns the copy's folder. */
export function copyWithoutScripts(dist: string) {
  const copy = resolve('node_modules/.cache/site/without-scripts');
  rmSync(copy, { recursive: true, force: true });
  cpSync(dist, copy, { recursive: true });
  for (const page of ['index.html', '404.html'].map((name) => join(copy, name)))
    writeFileSync(page, withoutScripts(readFileSync(page, 'utf8')));
  return copy;
}
