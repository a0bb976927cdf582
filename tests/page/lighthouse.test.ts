import { expect, inject, test } from 'vitest';
import { audit } from '../bench/lighthouse.ts';

test('Lighthouse finds no fault that does not depend on time', async () => {
  // It need not wait to see how long things take, nor take pictures of them.
  const { scores, lost } = await audit(inject('origin'), ['accessibility', 'best-practices', 'seo'], {
    throttlingMethod: 'provided',
    disableFullPageScreenshot: true,
  });
  expect(lost).toEqual([]);
  expect(scores).toEqual({ accessibility: 100, 'best-practices': 100, seo: 100 });
});
