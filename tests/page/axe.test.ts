import { expect } from 'vitest';
import { seen } from './seen.ts';
import { alive, alphaOf, axe, test } from './visit.ts';

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

test('axe finds nothing: page, modal, blocked modal, error screen, in each size and scheme', async ({ visit }) => {
  const { page, complaints } = await visit();
  const look = async (what: string) => {
    for (const [name, viewport] of Object.entries(viewports)) {
      await page.setViewportSize(viewport);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await axe(page), `${what}, ${name}, ${colorScheme}`).toEqual([]);
      }
    }
  };
  await alive(page);
  await look('page');
  const alpha = alphaOf(page);
  await alpha.join.click();
  await look('modal');
  await alpha.field.fill('90000');
  await seen(alpha.blocked).toBeDisabled();
  await look('blocked modal');
  await page.goto('/nowhere');
  await look('error screen');
  // The browser notes that the document itself was answered with 404.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 404')]);
});
