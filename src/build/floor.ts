import { getCompatibleVersions } from 'baseline-browser-mapping';
import { dateOfBuild } from './revision.ts';

const NAMES: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  safari_ios: 'ios',
};

/**
 * Returns the oldest supported browsers, as Vite's `build.target` takes them. They are Baseline widely available on
 * `date` (`YYYY-MM-DD`, that of the build by default).
 */
export const oldestBrowsers = (date = dateOfBuild()) =>
  getCompatibleVersions({ widelyAvailableOnDate: date, suppressWarnings: true }).flatMap(({ browser, version }) =>
    NAMES[browser] ? [`${NAMES[browser]}${version}`] : [],
  );
