import { onTestFinished } from 'vitest';
import { startDevelopmentServer } from '../support/development.ts';
import { readTrace, replayTrace } from '../traces/traces.ts';
import { expectPage } from './visitor/expectPage.ts';
import { test } from './visitor/fixtures.ts';
import { say } from './visitor/say.ts';

test('npm run dev serves a styled page, which hydrates and can copy its trace', async ({ visit }) => {
  const { origin, stop } = await startDevelopmentServer();
  onTestFinished(() => void stop());
  const visitor = await visit({ origin, permissions: ['clipboard-read', 'clipboard-write'] });
  const { page, alpha } = visitor;
  await visitor.waitsForScripts();
  await page.getByRole('textbox', { name: say('comparison.amount') }).fill('1000');
  await expectPage(page.getByText('88%', { exact: true })).toBeVisible();
  await alpha.join.click();
  await expectPage(alpha.modal).toHaveCSS('opacity', '1');
  await expectPage(alpha.modal).toHaveCSS('border-top-left-radius', '20px');
  await alpha.close.click();
  const corner = page.locator('#trace-corner');
  await corner.getByRole('button', { name: say('trace') }).click();
  await expectPage(corner).toContainText(say('traced.copied'));
  const text = await page.evaluate(() => navigator.clipboard.readText());
  await replayTrace('development', readTrace('development', text));
});
