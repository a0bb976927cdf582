import type { VisitOptions } from './fixtures.ts';
import { recordAnnouncements } from './inPage.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

/** Windows for which the dialogs have different layouts, by name. */
export const layoutOptions = {
  wide: { viewport: { width: 1280, height: 800 } },
  compact: { viewport: { width: 480, height: 800 } },
  sheet: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, userAgent: IPHONE },
  narrow: { viewport: { width: 320, height: 480 } },
} satisfies Record<string, VisitOptions>;

/** Options of a visit that records announcements. Messages to the relay get no answer. */
export const silentVisitOptions: VisitOptions = {
  clock: true,
  scripts: [recordAnnouncements],
  before: (page) => page.routeWebSocket(/relay/, () => {}),
};
