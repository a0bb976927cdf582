import { getCompatibleVersions } from 'baseline-browser-mapping';
import { dateOfBuild } from './revision.ts';

/** Returns the oldest Baseline widely available browsers on `date` (`YYYY-MM-DD`), as Vite's `build.target` expects. */
export const listOldestBrowsers = (date = dateOfBuild()) =>
  getCompatibleVersions({ widelyAvailableOnDate: date, suppressWarnings: true }).flatMap(({ browser, version }) =>
    /^(chrome|edge|firefox|safari|safari_ios)$/.test(browser)
      ? `${browser.replace('safari_ios', 'ios')}${version}`
      : [],
  );
