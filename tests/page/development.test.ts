import { afterAll, beforeAll, describe } from 'vitest';
import { startDevelopment } from '../support/development.ts';
import { readTrace, replay } from '../traces/traces.ts';
import { seen } from './seen.ts';
import { alive, test } from './visit.ts';

let server: Awaited<ReturnType<typeof startDevelopment>>;
let origin = '';

beforeAll(async () => {
  server = await startDevelopment();
  ({ origin } = server);
});
afterAll(() => {
  server.stop();
});

describe('npm run dev', () => {
  test('the development server serves the built page, and hydration logs no warning', async ({ visit }) => {
    const { page } = await visit({ origin });
    await alive(page);
    await page.getByRole('textbox', { name: 'Amount to borrow' }).fill('1000');
    await seen(page.getByText('88%', { exact: true })).toBeVisible();
  });

  test('the development server shows a button that copies the trace', async ({ visit }) => {
    const { page } = await visit({ origin, permissions: ['clipboard-read', 'clipboard-write'] });
    await alive(page);
    await page.locator('#trace-corner').getByRole('button', { name: 'Copy error details' }).click();
    await seen(page.locator('#trace-corner')).toContainText('Error details copied.');
    await replay('development', readTrace('development', await page.evaluate(() => navigator.clipboard.readText())));
  });

  test('the development server shows the workbench beside the page', async ({ visit }) => {
    const { page } = await visit({ origin, path: '/?workbench' });
    await page
      .locator('.tree')
      .getByRole('button', { name: /^alpha/ })
      .click();
    await page.locator('.now').getByRole('button', { name: 'open', exact: true }).waitFor();
  });
});
