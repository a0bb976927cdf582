import type { BrowserContext, Page } from '@playwright/test';
import { expect, inject } from 'vitest';
import { layouts } from './look.ts';
import { enterRoom, leaveRoom } from './room.ts';
import { alive, test } from './visit.ts';

const HOUR = 60 * 60_000;

/** In the page: what a visitor may have left. */
const tracesIn = async () => ({
  cookie: document.cookie,
  records: localStorage.length,
  notes: sessionStorage.length,
  databases: (await indexedDB.databases()).length,
  scripts: ['script', 'binding', '__pwClock'].filter((name) => name in window),
  now: Date.now(),
  mayNotify: (await navigator.permissions.query({ name: 'notifications' })).state,
});

/** In the page: what device a visitor has. */
const deviceIn = async () => ({
  mayNotify: (await navigator.permissions.query({ name: 'notifications' })).state,
  agent: navigator.userAgent,
  touches: navigator.maxTouchPoints,
  size: [innerWidth, innerHeight, devicePixelRatio],
  queries: ['(pointer: coarse)', '(prefers-reduced-motion)', '(prefers-color-scheme: dark)', '(forced-colors)'].filter(
    (query) => matchMedia(query).matches,
  ),
});

/** The addresses that are asked for while `page` is loaded. */
async function askedBy(page: Page) {
  const asked: Promise<string>[] = [];
  page.on('response', (response) => {
    const described = response
      .request()
      .sizes()
      .then(({ responseBodySize }) => `${response.url()} ${responseBodySize > 0}`);
    asked.push(described);
  });
  await page.goto('/');
  // A slow machine fetches the scripts after the network has been idle for a while.
  await alive(page);
  await page.waitForLoadState('networkidle');
  return (await Promise.all(asked)).sort();
}

test('the next visitor finds a room as if it were new', async ({ browserOf }) => {
  const browser = await browserOf(false);
  // No earlier visitor had this room.
  const options = { baseURL: inject('origin'), locale: 'en-GB' };
  const page = await enterRoom(browser, options);
  const context = page.context();
  const asked = await askedBy(page);
  const { now: _, ...nothing } = await page.evaluate(tracesIn);
  expect(nothing).toMatchObject({ cookie: '', records: 0, notes: 0, databases: 0, scripts: [] });

  const heard: string[] = [];
  context.on('request', (request) => heard.push(request.url()));
  await context.addInitScript(() => Reflect.set(window, 'script', true));
  await context.exposeFunction('binding', () => {});
  await context.route('**/*.js', (route) => route.continue());
  await context.grantPermissions(['notifications']);
  await page.clock.install();
  await page.clock.fastForward(HOUR);
  await page.reload();
  await context.addCookies([{ name: 'left', value: '1', url: options.baseURL }]);
  await page.evaluate(async () => {
    localStorage.setItem('left', '1');
    sessionStorage.setItem('left', '1');
    await new Promise((resolve) => {
      indexedDB.open('left').onsuccess = resolve;
    });
    open('/');
  });
  expect(await page.evaluate(tracesIn)).toMatchObject({
    cookie: 'left=1',
    records: 1,
    notes: 1,
    databases: 1,
    scripts: ['script', 'binding', '__pwClock'],
  });
  await page.goto(inject('openOrigin'));
  await page.evaluate(() => localStorage.setItem('left', '1'));
  await context.setOffline(true);
  await leaveRoom(context);

  heard.length = 0;
  const next = await enterRoom(browser, options);
  expect(next.context()).toBe(context);
  expect(context.pages()).toEqual([next]);
  expect(await askedBy(next)).toEqual(asked);
  const { now, ...found } = await next.evaluate(tracesIn);
  expect(found).toEqual(nothing);
  expect(Math.abs(now - Date.now())).toBeLessThan(HOUR / 2);
  expect(heard).toEqual([]);
  await leaveRoom(context);

  const elsewhere = await enterRoom(browser, { ...options, baseURL: inject('openOrigin') });
  expect(elsewhere.context()).toBe(context);
  await elsewhere.goto('/');
  expect(new URL(elsewhere.url()).origin).toBe(inject('openOrigin'));
  expect(await elsewhere.evaluate(tracesIn)).toMatchObject({ cookie: '', records: 0, databases: 0 });
  await elsewhere.route('/404.html', (route) => route.fulfill({ body: 'Answered.' }));
  expect(await (await elsewhere.goto('/404.html'))?.text()).toBe('Answered.');
  await context.close();

  const other = await enterRoom(browser, options);
  expect(other.context()).not.toBe(context);
  await other.context().close();
});

test('the next visitor has a device of their own', async ({ browserOf }) => {
  const browser = await browserOf(false);
  const baseURL = inject('origin');
  const devices = [
    { ...layouts.sheet, deviceScaleFactor: 2, colorScheme: 'dark' as const },
    {},
    { viewport: { width: 800, height: 600 }, reducedMotion: 'reduce' as const },
    { forcedColors: 'active' as const },
    { javaScriptEnabled: false },
    { permissions: ['notifications'] },
  ];
  const look = async (page: Page) => {
    await page.setContent('<script>document.title = "runs"</script>');
    const title = await page.title();
    await page.goto('/');
    return { ...(await page.evaluate(deviceIn)), title };
  };
  const own = [];
  for (const device of devices) {
    const context = await browser.newContext({ ...device, baseURL });
    own.push(await look(await context.newPage()));
    await context.close();
  }
  // All differ.
  expect(new Set(own.map((one) => JSON.stringify(one))).size).toBe(devices.length);

  const contexts = new Set<BrowserContext>();
  for (const i of [0, 1, 2, 3, 4, 5, 4, 3, 2, 1, 0]) {
    // No earlier visitor had this room.
    const page = await enterRoom(browser, { ...devices[i], baseURL, locale: 'en-AU' });
    contexts.add(page.context());
    expect(await look(page)).toEqual(own[i]);
    await leaveRoom(page.context());
  }
  expect(contexts.size).toBe(1);
  for (const context of contexts) await context.close();
});
