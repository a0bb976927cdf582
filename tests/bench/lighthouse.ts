import { chromium } from '@playwright/test';
import lighthouse, { type Flags } from 'lighthouse';
import { createLaunchOptions } from '../support/chromium.ts';
import { findFreePort } from '../support/listen.ts';

/**
 * Runs Lighthouse on `url` as a phone, with additional `flags`. Returns the scores by category, from 0 to 100, and
 * describes each audit that lost points.
 */
export async function runLighthouse(url: string, categories: string[], flags: Flags = {}) {
  const port = await findFreePort();
  const { args, ...options } = createLaunchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const result = await lighthouse(url, { port, onlyCategories: categories, logLevel: 'error', ...flags });
    if (!result) throw new Error('Lighthouse gave no result.');
    const { audits, runtimeError } = result.lhr;
    if (runtimeError) throw new Error(`Lighthouse could not look at the page: ${runtimeError.message}`);

    const judged = Object.values(result.lhr.categories);
    const lost = judged.flatMap(({ id, auditRefs }) =>
      auditRefs
        .filter(({ weight }) => weight > 0)
        .map((ref) => audits[ref.id]!)
        .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'error' || (score !== null && score < 1))
        .map((one) => `${id}, ${one.id}: ${one.title} ${one.displayValue ?? one.errorMessage ?? ''}`.trim()),
    );
    const scores = Object.fromEntries(judged.map(({ id, score }) => [id, Math.round((score ?? 0) * 100)]));
    return { scores, lost };
  } finally {
    await browser.close();
  }
}
