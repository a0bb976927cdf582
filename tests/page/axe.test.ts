import { expect as seen } from '@playwright/test';
import { describe, expect } from 'vitest';
import { alive, alphaOf, axe, test } from './visit.ts';

const viewports = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

describe('axe finds nothing', () => {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [name, viewport] of Object.entries(viewports))
      test(`${colorScheme}, ${name}: page, modal, blocked modal, error screen`, async ({ visit }) => {
        const { page, complaints } = await visit({ colorScheme, viewport });
        await alive(page);
        expect(await axe(page)).toEqual([]);
        const alpha = alphaOf(page);
        await alpha.join.click();
        expect(await axe(page)).toEqual([]);
        await alpha.field.fill('90000');
        await seen(alpha.blocked).toBeDisabled();
        expect(await axe(page)).toEqual([]);
        await page.goto('/nowhere');
        expect(await axe(page)).toEqual([]);
        // The browser notes that the document itself was answered with 404.
        expect(complaints.splice(0)).toEqual([expect.stringContaining('status of 404')]);
      });
});
