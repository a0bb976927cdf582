import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleScripts } from '../serve/bundle';
import { buildClient } from '../serve/client';
import { inspectorStyle } from './style';

/** The page loads elkjs from the server, so its bundle does not contain it. */
const ELK = /^elkjs\//;

/** Builds the files of the inspector's page into the folder `out`. The server writes the page itself. */
export async function buildInspector(out: string) {
  await Promise.all([bundleScripts(['src/workbench/inspector/watch.tsx'], out, { external: ELK }), buildClient(out)]);
  writeFileSync(join(out, 'inspector.css'), inspectorStyle);
}
