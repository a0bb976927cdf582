import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleScripts } from '../serve/bundle';
import { buildClient } from '../serve/client';
import { inspectorStyle } from './style';

/** Matches the imports of elkjs, which the page loads from the server as a file of its own. */
const ELK = /^elkjs\//;

/** Builds the files of the inspector's page into the folder `out`. The server writes the page itself. */
export async function buildInspector(out: string) {
  await Promise.all([bundleScripts(['src/workbench/inspector/watch.tsx'], out, { external: ELK }), buildClient(out)]);
  writeFileSync(join(out, 'inspector.css'), inspectorStyle);
}
