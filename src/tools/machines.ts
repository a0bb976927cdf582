import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyStateMachine } from 'xstate';
import type { ChartDepth } from '../workbench/charts/boxes';
import { chartOf } from '../workbench/charts/chart';
import { drawChart } from '../workbench/charts/draw';
import { formatAsStatelyCode } from '../workbench/charts/editor';
import { layOutChart } from '../workbench/charts/layout';
import { formatAsMermaid } from '../workbench/charts/mermaid';
import { formatAsScxml } from '../workbench/charts/scxml';
import { chartStyle, createChartColoursCss } from '../workbench/charts/style';
import { formatAsSvg } from '../workbench/charts/svg';

const modules = import.meta.glob<Record<string, AnyStateMachine>>('../../machines/*.ts', { eager: true });

/**
 * Writes every machine into `folder` as JSON, SCXML, Mermaid and SVG, and for editors. Returns the names of the files.
 */
export async function writeMachines(folder: string) {
  mkdirSync(folder, { recursive: true });
  const machines = Object.values(modules).flatMap((module) =>
    Object.entries(module).flatMap(([name, machine]) => (name.endsWith('Machine') ? [machine] : [])),
  );
  const written: string[] = [];
  for (const machine of machines) {
    const chart = chartOf(machine);
    const draw = async (depth: ChartDepth) =>
      formatAsSvg(drawChart(await layOutChart(chart, depth)), createChartColoursCss('.chart') + chartStyle);
    const files = {
      json: `${JSON.stringify(machine.config, null, 2)}\n`,
      'editor.js': formatAsStatelyCode(machine),
      scxml: formatAsScxml(machine),
      mmd: `${formatAsMermaid(chart)}\n`,
      svg: await draw('full'),
      'outline.svg': await draw('outline'),
    };
    for (const [kind, text] of Object.entries(files)) {
      writeFileSync(join(folder, `${machine.id}.${kind}`), text);
      written.push(`${machine.id}.${kind}`);
    }
  }
  return written;
}
