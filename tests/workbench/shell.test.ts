import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { appMachine } from '#machines/app';
import { answerWorkbenchRequest } from '../../src/tools/serveShell';
import { chartOf } from '../../src/workbench/charts/chart';
import { drawChart } from '../../src/workbench/charts/draw';
import { layOutChartWithoutElk } from '../../src/workbench/charts/plainLayout';
import { handBenchTo, receiveBenches } from '../../src/workbench/panel/benchHandover';
import { cacheLayouts } from '../../src/workbench/panel/cacheLayouts';
import type { LayoutFunction } from '../../src/workbench/panel/layouts';
import type { Bench } from '../../src/workbench/recorder/bench';
import { findFirstShownMachine } from '../../src/workbench/recorder/past';
import { allMachines } from '../support/machines';
import { listImports } from '../support/sources';

async function serveShell() {
  const server = createServer((request, response) =>
    answerWorkbenchRequest(request, response, () => response.end('site')),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the workbench arrives as one cacheable script, beside its HTML frame', async () => {
  const origin = await serveShell();
  const page = await (await fetch(`${origin}/?workbench`)).text();
  expect(page.match(/<(iframe|script)\b/g)).toEqual(['<script', '<script', '<iframe', '<script']);
  const [path] = /\/@workbench\/[^"]+/.exec(page)!;
  const script = await fetch(origin + path);
  expect([script.status, script.headers.get('Cache-Control')]).toEqual([200, 'max-age=31536000, immutable']);
  const text = await script.text();
  // The script imports no other file at its start, and contains the production code of React.
  const imports = listImports('shellPage.js', text).filter(({ lazy }) => !lazy);
  expect([imports, text.includes('jsxDEV')]).toEqual([[], false]);
  expect((await fetch(new URL('elk/elk-api.js', origin + path))).status).toBe(200);
  expect((await fetch(`${origin}/@workbench/shell-older/shellPage.js`)).status).toBe(404);
});

test('the page of the workbench contains the machine that it shows first', async () => {
  const page = await (await fetch(`${await serveShell()}/?workbench`)).text();
  const [, text] = /id="first-machine">([^<]*)</.exec(page)!;
  expect(JSON.parse(JSON.parse(text!).definition).id).toBe(findFirstShownMachine(appMachine).id);
});

test.each([
  ['app', 'alpha'],
  ['session', 'session'],
])('if %s is the root machine, the workbench first shows the machine %s', (root, first) => {
  const { machine } = allMachines.find(({ name }) => name === root)!;
  expect(findFirstShownMachine(machine).id).toBe(first);
});

test.each(['/', '/?workbench=page', '/?workbench=page#connect', '/id?workbench'])(
  'the address %s shows the site, not the workbench',
  async (path) => {
    expect(await (await fetch((await serveShell()) + path)).text()).toBe('site');
  },
);

test('the panel gets the recorder that the page already has, and each later one', () => {
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('workbench.handed', undefined);
  const events = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('dispatchEvent', events.dispatchEvent.bind(events));
  onTestFinished(() => void vi.unstubAllGlobals());
  const [first, second] = [{ file: '1' } as Bench, { file: '2' } as Bench];
  handBenchTo(window, first);
  const taken: Bench[] = [];
  receiveBenches((bench) => taken.push(bench));
  handBenchTo(window, second);
  expect(taken).toEqual([first, second]);
});

function countLayouts() {
  const asked: string[] = [];
  const layOut: LayoutFunction = async (chart, depth = 'full') => {
    asked.push(`${depth} ${chart.id}`);
    return layOutChartWithoutElk(chart, depth === 'sketch' ? 'outline' : depth);
  };
  return { asked, start: () => layOut };
}

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
});
afterEach(() => void vi.unstubAllGlobals());

const [connect, session] = ['connect', 'session'].map((name) =>
  chartOf(allMachines.find((one) => one.name === name)!.machine),
);

test('a chart is laid out once, and anew if machine, depth or code has changed', async () => {
  const { asked, start } = countLayouts();
  const first = await cacheLayouts(start, '1')()(connect!, 'full');
  // A new call of `cacheLayouts` simulates the page after a reload.
  expect(await cacheLayouts(start, '1')()(connect!, 'full')).toEqual(first);
  await cacheLayouts(start, '1')()(connect!, 'outline');
  await cacheLayouts(start, '1')()(session!, 'full');
  expect(asked).toEqual(['full connect', 'outline connect', 'full session']);
  await cacheLayouts(start, '2')()(connect!, 'full');
  await cacheLayouts(start, '2')()({ ...connect!, transitions: [] }, 'full');
  expect(asked).toHaveLength(5);
  expect(kept.size).toBe(3);
});

test('a stored layout that cannot be drawn is replaced', async () => {
  const { asked, start } = countLayouts();
  const [chain] = allMachines.filter(({ name }) => name === 'chain').map(({ machine }) => chartOf(machine));
  const right = await cacheLayouts(start, '1')()(chain!, 'full');
  const [[name, text]] = [...kept] as [[string, string]];
  /** Replaces the value at the end of a path through a stored layout. */
  const spoil = (it: unknown, [step, ...way]: readonly number[], by: unknown): unknown => {
    if (step === undefined || typeof it !== 'object' || it === null) return by;
    const keys = Object.keys(it);
    const key = keys[step % keys.length]!;
    const part = spoil(Reflect.get(it, key), way, by);
    return Array.isArray(it) ? it.map((one, i) => (String(i) === key ? part : one)) : { ...it, [key]: part };
  };
  const way = fc.array(fc.nat(99), { maxLength: 7 });
  const rubbish = fc.oneof(fc.constantFrom(null, [], {}, 1e300, -1, '<script>', [[]]), fc.json());
  await fc.assert(
    fc.asyncProperty(way, rubbish, async (way, by) => {
      const { hash, layout } = JSON.parse(text);
      kept.set(name, JSON.stringify(spoil({ hash, layout }, way, by)));
      asked.length = 0;
      const read = await cacheLayouts(start, '1')()(chain!, 'full');
      drawChart(read);
      if (asked.length) expect(read).toEqual(right);
    }),
    { numRuns: 300, seed: 52 },
  );
});

test('stored layouts are deleted when the storage is full', async () => {
  const { start } = countLayouts();
  await cacheLayouts(start, '1')()(connect!, 'full');
  const storage = Object.assign(Object.fromEntries(kept), {
    removeItem: (key: string) => Reflect.deleteProperty(storage, key),
  });
  vi.stubGlobal('localStorage', storage);
  expect(await cacheLayouts(start, '1')()(session!, 'full')).toMatchObject({ id: 'session' });
  expect(Object.keys(storage)).toEqual(['removeItem']);
});

test('charts are laid out in a browser that stores nothing', async () => {
  const { start } = countLayouts();
  vi.stubGlobal('localStorage', undefined);
  expect(await cacheLayouts(start, '1')()(connect!, 'full')).toMatchObject({ id: 'connect' });
});
