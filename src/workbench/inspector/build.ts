import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../serve/bundle';
import { buildClient } from '../serve/client';
import { inspectorStyle } from './style';

/** The page lays out in a worker, whose files its server has. */
const ELK = /^elkjs\//;

/** Builds the files of the inspector's page into the folder `out`. The server writes the page itself. */
export async function buildInspector(out: string) {
  await Promise.all([bundle(['src/workbench/inspector/watch.tsx'], out, { external: ELK }), buildClient(out)]);
  writeFileSync(join(out, 'inspector.css'), inspectorStyle);
}
