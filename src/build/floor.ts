import { getCompatibleVersions } from 'baseline-browser-mapping';
import { dateOfBuild } from './revision.ts';

/**
 * Returns the oldest supported browsers, as Vite's `build.target` takes them. They are Baseline widely available on
 * `date` (`YYYY-MM-DD`, that of the build by default).
 */
export const listOldestBrowsers = (date = dateOfBuild()) =>
  getCompatibleVersions({ widelyAvailableOnDate: date, suppressWarnings: true }).flatMap(({ browser, version }) =>
    /^(chrome|edge|firefox|safari|safari_ios)$/.test(browser)
      ? `${browser.replace('safari_ios', 'ios')}${version}`
      : [],
  );
