import type { Locator } from '@playwright/test';
import { expect } from 'vitest';
import type { VisitOptions } from './fixtures.ts';
import { recordAnnouncements } from './inPage.ts';
import { expectRoomForText, expectStatesDistinct } from './layout.ts';
import { axe, COLOURS, checkLayout, savePicture } from './look.ts';
import { seen } from './seen.ts';
import type { Visitor } from './visitor.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Windows for which the dialogs have different layouts, by name. */
export const layouts = {
  wide: { viewport: { width: 1280, height: 800 } },
  compact: { viewport: { width: 480, height: 800 } },
  sheet: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: IPHONE },
  narrow: { viewport: { width: 320, height: 480 } },
} satisfies Record<string, VisitOptions>;

/** Layouts and schemes in which to check a state. Only colours differ, so the dark scheme is checked once. */
const sightsOf = (names: readonly (keyof typeof layouts)[]) =>
  [
    ...names.map((layout) => ({ layout, scheme: 'light' as 'light' | 'dark' })),
    ...names.slice(-1).map((layout) => ({ layout, scheme: 'dark' as const })),
  ].map((sight) => ({ ...sight, viewport: layouts[sight.layout].viewport }));

/** Options of a visit that records announcements. Messages to the relay get no answer. */
export const silentVisit: VisitOptions = {
  clock: true,
  scripts: [recordAnnouncements],
  before: (page) => page.routeWebSocket(/relay/, () => {}),
};

/** Returns a check of one state in each layout and scheme, and the heights of the dialog, by layout and state. */
export function createLayoutCheck(visitor: Visitor, names: readonly (keyof typeof layouts)[]) {
  const { page, looks } = visitor;
  const sights = sightsOf(names);
  const heights: Record<string, Record<string, number>> = {};
  const look = (name: string, focus: Locator | null, ...said: string[]) =>
    visitor.hearsOnly(said, async () => {
      for (const { layout, scheme, viewport } of sights) {
        const sight = `${layout}-${scheme}-${name}`;
        if (names.length > 1) await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme: scheme });
        expect(await axe(page, scheme === 'dark' ? COLOURS : []), sight).toEqual([]);
        if (process.env.SHOTS) await savePicture(page, looks.folder, sight);
        if (scheme === 'dark') continue;
        await expectStatesDistinct(page, sight);
        await expectRoomForText(page, sight);
        if (focus) await seen(focus, sight).toBeFocused();
        await checkLayout(page, sight);
        const height = (await page.locator('#wallet').boundingBox())?.height;
        if (height) heights[layout] = { ...heights[layout], [name]: height };
      }
    });
  return { look, heights };
}
