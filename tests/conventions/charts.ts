import type { AnyStateMachine } from 'xstate';
import { type Chart, chartOf } from '../../src/workbench/charts/chart';
import { drawChart, writeSvg } from '../../src/workbench/charts/draw';
import { DOCUMENT_AIM, layOut } from '../../src/workbench/charts/layout';
import { chartColours, chartStyle } from '../../src/workbench/charts/style';

export const pictureOf = (machine: AnyStateMachine) => drawToSvg(chartOf(machine));

export async function drawToSvg(chart: Chart) {
  const drawn = drawChart(await layOut(chart, 'full', undefined, DOCUMENT_AIM));
  return `${writeSvg(drawn, chartColours('.chart') + chartStyle.replace(/\n/g, '')).trim()}\n`;
}

/** Returns the first paragraph of the comment above the machine in `source`. */
export const purposeOf = (source: string) =>
  (/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*export const \w+Machine\b/.exec(source)?.[1] ?? '')
    .replace(/^[ *]+/gm, '')
    .trim()
    .split(/\n\s*\n/)[0]
    ?.replace(/\s+/g, ' ');

/** Returns a section of the generated README: the machine's purpose and its chart. */
export const sectionOf = ({ id }: AnyStateMachine, source: string) =>
  [`## ${id}`, purposeOf(source), `![Chart of ${id}](charts/${id}.svg)`].filter(Boolean).join('\n\n');

/** Returns code in `source` that prevents an editor from reading the machine as a literal. */
export function findUnreadableCode(source: string): string[] {
  const odd = (found: boolean, sentence: string) => (found ? [sentence] : []);
  const count = (pattern: RegExp) => source.match(pattern)?.length ?? 0;
  const literal = source.slice(source.indexOf('.createMachine('));
  return [
    ...odd(count(/\bsetup\(\{/g) !== 1 || count(/\bsetup\(/g) !== 1, 'There must be one setup({…}).'),
    ...odd(
      count(/\}\)\.createMachine\(\{/g) !== 1 || count(/createMachine\(/g) !== 1,
      'There must be one createMachine({…}), right after setup.',
    ),
    // Spreading the input into the context is fine, because it isn't part of the chart.
    ...odd(/^(?!.*=>).*\.\.\./m.test(literal), 'The chart must be written out, without spread.'),
    ...odd(/[{,]\s*\[[^\]]*\]\s*:/.test(literal), 'The chart must be written out, without computed keys.'),
    ...odd(/\b(sendParent|createStateConfig)\b/.test(source), 'No sendParent or createStateConfig.'),
  ];
}
