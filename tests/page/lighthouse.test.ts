import { expect, inject, test } from 'vitest';
import { runLighthouse } from '../bench/lighthouse.ts';

test('Lighthouse finds no fault in audits that do not measure time', async () => {
  // Neither timings nor screenshots are needed.
  const { scores, lost } = await runLighthouse(inject('origin'), ['accessibility', 'best-practices', 'seo'], {
    throttlingMethod: 'provided',
    disableFullPageScreenshot: true,
  });
  expect(lost).toEqual([]);
  expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
});
