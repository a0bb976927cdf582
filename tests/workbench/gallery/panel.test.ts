import { rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { siteStoriesOf } from '../../../src/tools/gallery/stories.ts';
import { inspectorStyle } from '../../../src/workbench/inspector/style.ts';
import { bundleScripts } from '../../../src/workbench/serve/bundle.ts';
import { toolPageOf, toolPolicyOf } from '../../../src/workbench/serve/page.ts';
import { generateAllPaths, selectFewestPaths } from '../../engine/paths.ts';
import { worlds } from '../../samples/worlds.ts';
import { allMachines } from '../../support/machines.ts';
import { openPage, serveBuiltPages } from '../browser.ts';
import { highlightedIdsAlong } from '../lit.ts';
import type { PlayResult } from '../played/panel.tsx';

const OUT = resolve('node_modules/.cache/panel');

/** Builds a page with the panel alone, under the policy of the tools. */
async function buildPage() {
  rmSync(OUT, { recursive: true, force: true });
  await bundleScripts(['tests/workbench/played/panel.tsx'], OUT);
  const policy = toolPolicyOf();
  const body = '<div id="inspector"></div>';
  writeFileSync(
    join(OUT, 'index.html'),
    toolPageOf({ title: 'Panel', policy, script: 'panel.js', style: 'panel.css', body }),
  );
  writeFileSync(join(OUT, 'panel.css'), inspectorStyle);
  writeFileSync(join(OUT, '_headers'), `/*\n  Content-Security-Policy: ${policy}\n`);
}

const built = serveBuiltPages(OUT, buildPage);

async function openPanel() {
  const { page } = await openPage(built.browser);
  let hear: (result: PlayResult) => void = () => {};
  await page.exposeFunction('handOver', (result: PlayResult) => hear(result));
  await page.goto(built.origin);
  // The page hands the result over, because `evaluate` sometimes lost the promise of a path that had ended.
  const play = async (...path: Parameters<Window['playPath']>) => {
    const handed = new Promise<PlayResult>((resolve) => {
      hear = resolve;
    });
    await page.evaluate(([name, story, isThorough]) => {
      window.playPath(name, story, isThorough).then(
        (played) => window.handOver({ played }),
        (error) => window.handOver({ problem: String(error) }),
      );
    }, path);
    const result = await handed;
    if ('problem' in result) throw new Error(result.problem);
    return result.played;
  };
  return { page, play };
}

test.each(allMachines)('the panel can play every path of $name', { timeout: 600_000 }, async ({ name, machine }) => {
  const paths = generateAllPaths(machine, worlds[name]);
  const stories = (await siteStoriesOf(machine)).filter(({ kind }) => kind === 'path');
  const thorough = new Set(selectFewestPaths(paths));
  const { page, play } = await openPanel();
  for (const [i, path] of paths.entries()) {
    const must = await highlightedIdsAlong(path);
    // Painting a step takes long, so only the first path is painted.
    if (i === 1) await page.evaluate(() => document.body.toggleAttribute('hidden', true));
    const played = await play(name, stories[i]!, thorough.has(path));
    expect(played.live, path.title).toEqual(must);
    expect(
      played.past.map(([shown]) => shown),
      path.title,
    ).toEqual(played.past.map(([, recorded]) => recorded));
    expect(played.wrong, path.title).toEqual([]);
  }
});
