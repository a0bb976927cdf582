import type { Browser, Page } from '@playwright/test';
import type { Measures } from './table.ts';

const CPU_SLOWDOWN = 4;
const WARM_ROUNDS = 5;

/** In the page: a dialog with nothing in it, which opens when the address asks for it, and closes with it. */
function addBareDialog() {
  const bare = document.createElement('dialog');
  bare.id = 'bare';
  bare.append(document.createElement('p'));
  document.body.append(bare);
  addEventListener('hashchange', () => (location.hash === '#bare' ? bare.showModal() : bare.close()));
}

/** In the page: asks for a dialog by the address, and says how many ms it took until all of it was painted. */
async function open([hash, what, least]: [string, string, number]) {
  await new Promise((idle) => requestIdleCallback(idle));
  const asked = performance.now();
  location.hash = hash;
  await new Promise<void>((resolve) => {
    const look = () => (document.querySelectorAll(what).length >= least ? resolve() : requestAnimationFrame(look));
    requestAnimationFrame(look);
  });
  // The first task after that frame: by then it was painted.
  await new Promise((painted) => setTimeout(painted));
  return performance.now() - asked;
}

async function openOnce(page: Page, ...of: [hash: string, what: string, least: number]) {
  const time = await page.evaluate(open, of);
  await page.goBack();
  // Also what fades out is to be gone before the next one is opened.
  await page.waitForFunction(
    () => !location.hash && [...document.querySelectorAll('dialog')].every((dialog) => !dialog.checkVisibility()),
  );
  return time;
}

/** Opens the wallet dialog, and a bare one on the same page: for the first time, and again. */
export async function openDialogs(browser: Browser, url: string): Promise<{ ours: Measures[]; bare: Measures[] }> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.locator('#wallet').waitFor({ state: 'attached' });
    await page.evaluate(addBareDialog);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    const times = { ours: [] as Measures[], bare: [] as Measures[] };
    for (let round = 0; round <= WARM_ROUNDS; round++) {
      const name = round ? 'warm' : 'cold';
      times.bare.push({ [name]: await openOnce(page, 'bare', '#bare[open] p', 1) });
      times.ours.push({ [name]: await openOnce(page, 'connect', '#wallet[open] li', 10) });
    }
    return times;
  } finally {
    await context.close();
  }
}
