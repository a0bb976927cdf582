import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { appMachine } from '#machines/app';
import { walletMachine } from '#machines/wallet';
import { drawSystemChart } from '../../src/tools/systemChart';
import { listStateNodes } from '../engine/words';
import { allMachines } from '../support/machines';
import { drawMachineChart, formatMachineSection, renderChartSvg } from './charts';

/** The line in machines/README.md below which everything is generated. */
const MARK = '<!-- charts -->';

const HINT = 'Draw it anew: npx vitest run --project unit tests/conventions/charts.test.ts -u';

test('machines/README.md shows every machine', async () => {
  const [written, generated] = readFileSync('machines/README.md', 'utf8').split(MARK);
  expect(generated).toBeDefined();
  const sections = allMachines.map(({ machine, source }) => formatMachineSection(machine, source));
  await expect(`${[written + MARK, ...sections].join('\n\n')}\n`, HINT).toMatchFileSnapshot('../../machines/README.md');
});

const system = drawSystemChart(appMachine, { wallet: walletMachine });

test('the chart of messages between machines is up to date', async () => {
  await expect(await renderChartSvg(system), HINT).toMatchFileSnapshot('../../machines/charts/system.svg');
});

test('every machine runs in the actor system of the page', () => {
  const names = allMachines.map(({ name }) => name).sort();
  expect([...new Set(system.states.map(({ key }) => key))].sort()).toEqual(names);
});

/** The width of a picture in a README, and the smallest text that is read with ease, in px. */
const [COLUMN, LEGIBLE] = [830, 10];

test('no text of a chart is too small to read in a README', () => {
  const sizes = readdirSync('machines/charts').map((name) => {
    const svg = readFileSync(`machines/charts/${name}`, 'utf8');
    const width = Number(/viewBox="0 0 (\d+) /.exec(svg)![1]);
    const fonts = [...svg.matchAll(/font(?:-size)?:([\d.]+)px/g)].map(([, size]) => Number(size));
    return { name, size: Math.min(...fonts) * Math.min(1, COLUMN / width) };
  });
  expect(sizes.filter(({ size }) => !(size >= LEGIBLE))).toEqual([]);
});

test('every chart in machines/charts belongs to a machine, or shows the whole system', () => {
  const names = [...allMachines.map(({ name }) => `${name}.svg`), 'system.svg'].sort();
  expect(readdirSync('machines/charts').sort()).toEqual(names);
});

describe.each(allMachines)('the file of the $name machine', ({ name, machine }) => {
  test('the drawn chart is up to date', async () => {
    await expect(await drawMachineChart(machine), HINT).toMatchFileSnapshot(`../../machines/charts/${name}.svg`);
  });

  test('the machine is named like its file, and each invoked actor like its `src`', () => {
    expect(machine.id).toBe(name);
    for (const { id, src } of listStateNodes(machine.root).flatMap(({ invoke }) => invoke)) expect(id).toBe(src);
  });
});
