import type { AnyStateMachine } from 'xstate';
import { type Chart, chartOf } from '../../src/workbench/charts/chart';
import { drawChart } from '../../src/workbench/charts/draw';
import { DOCUMENT_CHART_SIZE, layOutChart } from '../../src/workbench/charts/layout';
import { chartStyle, createChartColoursCss } from '../../src/workbench/charts/style';
import { formatAsSvg } from '../../src/workbench/charts/svg';

export const drawMachineChart = (machine: AnyStateMachine) => renderChartSvg(chartOf(machine));

/** Lays out a chart, and writes it as SVG. */
export async function renderChartSvg(chart: Chart) {
  const drawn = drawChart(await layOutChart(chart, 'full', undefined, DOCUMENT_CHART_SIZE));
  return `${formatAsSvg(drawn, createChartColoursCss('.chart') + chartStyle.replace(/\n/g, '')).trim()}\n`;
}

/** Returns the first paragraph of the comment above the machine in `source`. */
export const extractMachinePurpose = (source: string) =>
  (/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+Machine\b/.exec(source)?.[1] ?? '')
    .replace(/^[ *]+/gm, '')
    .trim()
    .split(/\n\s*\n/)[0]
    ?.replace(/\s+/g, ' ');

/** Returns a section of the generated README: the machine's purpose and its chart. */
export const formatMachineSection = ({ id }: AnyStateMachine, source: string) =>
  [`## ${id}`, extractMachinePurpose(source), `![Chart of ${id}](charts/${id}.svg)`].filter(Boolean).join('\n\n');
