import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { expect, inject, test } from 'vitest';
import { createLaunchOptions } from '../support/chromium.ts';
import { findFreePort } from '../support/listen.ts';

test('Lighthouse finds no fault in audits that do not measure time', async () => {
  const port = await findFreePort();
  const { args, ...options } = createLaunchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  const result = await lighthouse(inject('origin'), {
    port,
    logLevel: 'error',
    onlyCategories: ['accessibility', 'best-practices', 'seo'],
    // Lighthouse measures without simulated throttling and screenshots, because no timing is checked.
    throttlingMethod: 'provided',
    disableFullPageScreenshot: true,
  }).finally(() => browser.close());
  const { audits, runtimeError, categories } = result!.lhr;
  expect(runtimeError).toBeUndefined();
  const judged = Object.values(categories);
  const weighed = judged.flatMap(({ auditRefs }) => auditRefs.filter(({ weight }) => weight > 0));
  const lost = weighed
    .map(({ id }) => audits[id]!)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'error' || (score !== null && score < 1))
    .map(({ id, title, displayValue, errorMessage }) => `${id}: ${title} ${displayValue ?? errorMessage ?? ''}`.trim());
  expect(lost).toEqual([]);
  expect(judged.map(({ id, score }) => [id, score])).toEqual([
    ['accessibility', 1],
    ['best-practices', 1],
    ['seo', 1],
  ]);
});
