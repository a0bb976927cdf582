import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { NODE } from '../support/build.ts';
import { readTrace, replay } from '../traces.ts';
import { seen } from './seen.ts';
import { alive, answerFor, test } from './visit.ts';

let server: ChildProcess;
let origin = '';

/** In a process of its own, as a developer runs it: this one has the test runner's environment. */
beforeAll(async () => {
  const { NODE_ENV: _, VITEST: __, ...env } = process.env;
  const vite = resolve('node_modules/vite/bin/vite.js');
  server = spawn(NODE, [vite, '--host', '127.0.0.1', '--port', '0'], { env: { ...env, NO_COLOR: '1' } });
  let printed = '';
  while (!origin) {
    const [chunk] = await once(server.stdout!, 'data');
    printed += chunk;
    const port = /127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
    origin = port ? `http://127.0.0.1:${port}` : '';
  }
});
afterAll(() => {
  server.kill();
});

describe('npm run dev', () => {
  test('shows the page as the build does, and hydrates it without a warning', async ({ visit }) => {
    const { page } = await visit({ origin });
    await alive(page);
    await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('1000');
    await seen(page.getByText('88%', { exact: true })).toBeVisible();
  });

  test('?inspect shows the running machines to the Stately inspector', async ({ visit }) => {
    const { page, context } = await visit({
      origin,
      path: '/?inspect',
      before: (_, context) => answerFor(context, 'stately.ai'),
    });
    await alive(page);
    await seen.poll(() => context.pages().map((tab) => tab.url())).toContain('https://stately.ai/inspect');
  });

  test('has a button in the corner that copies the trace', async ({ visit }) => {
    const { page } = await visit({ origin, permissions: ['clipboard-read', 'clipboard-write'] });
    await alive(page);
    await page.locator('#trace-corner').getByRole('button', { name: 'Copy trace' }).click();
    await seen(page.locator('#trace-corner')).toContainText('The trace was copied.');
    await replay('development', readTrace('development', await page.evaluate(() => navigator.clipboard.readText())));
  });
});
