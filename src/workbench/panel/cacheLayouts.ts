import type { Layout } from '../charts/boxes';
import type { Chart } from '../charts/chart';
import { isLayout } from '../charts/layoutShape';
import type { LayoutStarter } from './layouts';
import { readSetting, removeSettings, storeSetting } from './settings';

/** The prefix of the names under which layouts are stored. */
const PREFIX = 'layout ';
/** The length in characters above which a layout is not stored. */
const LONGEST = 500_000;

/** Returns a hash of everything that a layout depends on. */
async function hashChart(chart: Chart, depth: string, version: string) {
  const text = new TextEncoder().encode(JSON.stringify([version, depth, chart]));
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text)).slice(0, 12).join('.');
}

/**
 * Returns the stored layout with this name and hash, or undefined. Validates it, because any page of this origin may
 * have stored it.
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
 * Caches layouts in local storage, so that unchanged charts appear at once after a reload. Stores one layout for each
 * machine and depth. A new `version` of the layout code makes stored layouts stale.
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
    // If storage is full, removes all stored layouts, because other settings need the space.
    if (text.length < LONGEST && !storeSetting(name, text)) removeSettings(PREFIX);
    return layout;
  };
