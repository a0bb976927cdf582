import { getCompatibleVersions } from 'baseline-browser-mapping';

const NAMES: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  safari_ios: 'ios',
};

/**
 * Returns the oldest supported browsers, as Vite's `build.target` takes them: the versions that are Baseline widely
 * available on `date` (`YYYY-MM-DD`, today by default).
 */
export const floor = (date = new Date().toISOString().slice(0, 10)) =>
  getCompatibleVersions({ widelyAvailableOnDate: date, suppressWarnings: true }).flatMap(({ browser, version }) =>
    NAMES[browser] ? [`${NAMES[browser]}${version}`] : [],
  );
