import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../serve/bundle';
import { buildClient } from '../serve/client';
import { inspectorStyle } from './style';

/** Builds the files of the inspector's page into the folder `out`. The server writes the page itself. */
export async function buildInspector(out: string) {
  await Promise.all([bundle(['src/workbench/inspector/watch.tsx'], out), buildClient(out)]);
  writeFileSync(join(out, 'inspector.css'), inspectorStyle);
}
