import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listGallerySources, listMachineSources } from '../../src/tools/gallery/sources';
import { WORKBENCH_SOURCES } from '../../src/tools/serveShell';
import { listSiteSources } from '../../src/tools/siteSources';
import { buildOnce } from '../../src/workbench/serve/buildOnce';
import { allMachines } from '../support/machines';
import { findImportedModules } from '../support/sources';

const CACHE = 'node_modules/.cache/workbench';

/** A tool with one source file. `start` returns its served text, and counts the builds. */
function makeTool() {
  const source = join(mkdtempSync(join(tmpdir(), 'sources-')), 'source.ts');
  const name = `test-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const tool = { source, name, builds: 0, values: {} as object, start };
  async function start() {
    const out = await buildOnce(name, { paths: [dirname(source)], values: tool.values }, (draft) => {
      tool.builds += 1;
      mkdirSync(draft);
      writeFileSync(join(draft, 'page'), readFileSync(source));
    });
    return readFileSync(join(out, 'page'), 'utf8');
  }
  writeFileSync(source, 'first');
  onTestFinished(() => {
    rmSync(dirname(source), { recursive: true });
    for (const one of readdirSync(CACHE)) if (one.startsWith(name)) rmSync(join(CACHE, one), { recursive: true });
  });
  return tool;
}

test('a second start of a tool builds it again only if a source file has changed', async () => {
  const tool = makeTool();
  expect([await tool.start(), await tool.start(), tool.builds]).toEqual(['first', 'first', 1]);
  writeFileSync(tool.source, 'second');
  expect([await tool.start(), tool.builds]).toEqual(['second', 2]);
  writeFileSync(join(dirname(tool.source), 'new.ts'), '');
  tool.values = { VITE_X: '1' };
  expect([await tool.start(), tool.builds]).toEqual(['second', 3]);
  tool.values = { VITE_X: '2' };
  expect([await tool.start(), tool.builds]).toEqual(['second', 4]);
  expect(readdirSync(CACHE).filter((one) => one.startsWith(tool.name))).toHaveLength(1);
});

test('two simultaneous starts of a tool share one build', async () => {
  const tool = makeTool();
  expect(await Promise.all([tool.start(), tool.start()])).toEqual(['first', 'first']);
  expect(readdirSync(CACHE).filter((one) => one.startsWith(tool.name))).toHaveLength(1);
});

test('a failed build of a tool is repeated at the next start', async () => {
  const tool = makeTool();
  rmSync(tool.source);
  await expect(tool.start()).rejects.toThrow('ENOENT');
  writeFileSync(tool.source, 'mended');
  expect(await tool.start()).toBe('mended');
});

const isIn = (file: string, paths: readonly string[] = []) =>
  paths.some((path) => file === path || file.startsWith(`${path}/`));

test.each([
  ['the gallery', ['src/tools/gallery/build.ts', 'src/tools/gallery/stage.tsx'], listGallerySources()],
  ['the demo', ['src/main.tsx', 'src/tools/demo/shell.tsx'], listSiteSources([])],
  ['the workbench of the development server', ['src/tools/shellPage.ts'], WORKBENCH_SOURCES],
  ['the stories of a machine', ['src/tools/gallery/stories.ts'], listMachineSources('connect')],
])('each module of %s is among the sources that cause a new build', (_, entries, { paths }) => {
  const known = ['src/workbench', 'machines', ...paths!];
  const { files } = findImportedModules(entries);
  expect(files.length).toBeGreaterThan(20);
  expect(files.filter((file) => !isIn(file, known))).toEqual([]);
});

test.each(allMachines)('a change of a machine that $name runs rebuilds the stories of $name', ({ name, machine }) => {
  const sources = JSON.stringify(listMachineSources(name));
  const run = allMachines.filter((one) => one.name in machine.implementations.actors);
  expect(run.filter(({ source }) => !sources.includes(JSON.stringify(source)))).toEqual([]);
});
