import { getCompatibleVersions } from 'baseline-browser-mapping';
import { dateOfBuild } from './revision.ts';

/**
 * Returns the oldest supported browsers, in the format of Vite's `build.target`. They are Baseline widely available on
 * `date` (`YYYY-MM-DD`, by default the date of the build).
 */
export const listOldestBrowsers = (date = dateOfBuild()) =>
  getCompatibleVersions({ widelyAvailableOnDate: date, suppressWarnings: true }).flatMap(({ browser, version }) =>
    /^(chrome|edge|firefox|safari|safari_ios)$/.test(browser)
      ? `${browser.replace('safari_ios', 'ios')}${version}`
      : [],
  );
