import { afterAll, beforeAll, describe } from 'vitest';
import { startDevelopment } from '../support/development.ts';
import { readTrace, replayTrace } from '../traces/traces.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';

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
  test('the development server sends a styled page, which hydrates without a warning', async ({ visit }) => {
    const visitor = await visit({ origin });
    await visitor.waitsForScripts();
    await visitor.page.getByRole('textbox', { name: say('comparison.amount') }).fill('1000');
    await expectPage(visitor.page.getByText('88%', { exact: true })).toBeVisible();
    await visitor.alpha.join.click();
    await expectPage(visitor.alpha.modal).toHaveCSS('opacity', '1');
    await expectPage(visitor.alpha.modal).toHaveCSS('border-top-left-radius', '20px');
  });

  test('the page of the development server has a button that copies the trace', async ({ visit }) => {
    const visitor = await visit({ origin, permissions: ['clipboard-read', 'clipboard-write'] });
    await visitor.waitsForScripts();
    await visitor.page
      .locator('#trace-corner')
      .getByRole('button', { name: say('trace') })
      .click();
    await expectPage(visitor.page.locator('#trace-corner')).toContainText(say('traced.copied'));
    await replayTrace(
      'development',
      readTrace('development', await visitor.page.evaluate(() => navigator.clipboard.readText())),
    );
  });
});
