import { readFileSync } from 'node:fs';
import type { BuildSources } from '../../workbench/serve/buildOnce';
import { listSiteSources } from '../siteSources';

/** Folders of the tests whose code the gallery uses to run the machines. */
const PLAYED = ['tests/engine', 'tests/samples', 'tests/support', 'tests/wallet'];

/** Returns the sources of the gallery of this site. A change in them causes a new build. */
export const listGallerySources = () => listSiteSources([...PLAYED, 'tests/conventions/charts.ts']);

/** Returns the file of the machine `name`, and all files in `machines` that it imports, with their texts. */
function sourcesBehind(name: string, found = new Map<string, string>()) {
  const text = readFileSync(`machines/${name}.ts`, 'utf8');
  found.set(name, text);
  // An import of a type counts as well, because it may name a machine that is loaded later.
  for (const [, other] of text.matchAll(/ from '\.\/(\w+)'/g)) if (!found.has(other!)) sourcesBehind(other!, found);
  return found;
}

/** Returns the sources from which the paths, scenarios and layouts of the machine `name` are made. */
export const listMachineSources = (name: string): BuildSources => ({
  paths: [...PLAYED, 'src/domain', 'src/tools'],
  values: [...sourcesBehind(name)].sort(),
});
