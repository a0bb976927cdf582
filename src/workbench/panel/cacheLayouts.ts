import type { Layout } from '../charts/boxes';
import type { Chart } from '../charts/chart';
import { isLayout } from '../charts/layoutShape';
import type { LayoutStarter } from './layouts';
import { readSetting, removeSettings, storeSetting } from './settings';

/** The names of stored layouts begin with this text. */
const PREFIX = 'layout ';
/** The length in characters above which a layout is not stored. */
const LONGEST = 500_000;

/** Returns a hash of everything that a layout depends on. */
async function hashChart(chart: Chart, depth: string, version: string) {
  const text = new TextEncoder().encode(JSON.stringify([version, depth, chart]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 12).join('.');
}

/**
 * Returns a stored layout, or undefined if there is none of this hash. Any page of this origin may have stored it, so
 * it is checked.
 */
function readLayout(name: string, hash: string): Layout | undefined {
  try {
    const kept = JSON.parse(readSetting(name) ?? 'null');
    return kept?.hash === hash && isLayout(kept.layout) ? kept.layout : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Keeps layouts in the browser, so that charts of machines that have not changed appear at once after a reload. One is
 * kept of each machine and depth. `version` stands for the code that lays out.
 */
export const cacheLayouts =
  (start: LayoutStarter, version: string): LayoutStarter =>
  (signal) =>
  async (chart, depth = 'full') => {
    const name = `${PREFIX}${depth} ${chart.id}`;
    const hash = await hashChart(chart, depth, version);
    const kept = readLayout(name, hash);
    if (kept) return kept;
    const layout = await start(signal)(chart, depth);
    const text = JSON.stringify({ hash, layout });
    // If storage is full, removes all layouts, which would leave no room for other settings.
    if (text.length < LONGEST && !storeSetting(name, text)) removeSettings(PREFIX);
    return layout;
  };
