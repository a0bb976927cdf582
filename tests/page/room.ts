import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test';

/*
 * Browser contexts that visitors use one after the other: a new one has a process of its own, which takes a third of a
 * visit. A visitor finds no cookie, record, cache, permission, script or time of the one before, only compiled code.
 * Each may visit another site, with a device of their own.
 */

/** The defaults that pages take from their context. */
const DEVICE = {
  viewport: { width: 1280, height: 720 },
  isMobile: undefined,
  hasTouch: undefined,
  userAgent: undefined,
  deviceScaleFactor: undefined,
  javaScriptEnabled: undefined,
  colorScheme: undefined,
  forcedColors: undefined,
  reducedMotion: undefined,
} satisfies { [name in keyof BrowserContextOptions]: unknown };

interface Room {
  browser: Browser;
  /** Its other options: a visitor with the same ones can have it. */
  kind: string;
  context: BrowserContext;
  isTaken: boolean;
  /** Removes listeners. */
  hush: (() => unknown)[];
  /** Undoes additions, the last one first. */
  undo: (() => unknown)[];
}

/** How many are kept for the next visitor: there are few kinds, and each takes the memory of a process. */
const KEPT = 2;
/** For how many ms a room is cleared at the most. */
const PATIENCE = 5_000;

/** Playwright gives up any wait after 30 s, in ms here: a machine that runs all tests at once may need longer. */
const ACTION_TIMEOUT = 45_000;
const NAVIGATION_TIMEOUT = 90_000;

/** The rooms of this worker, the one that was left last at the end. */
let rooms: Room[] = [];

/** A page in a context with `options`, as good as new, for the site at `baseURL`. */
export async function enterRoom(
  browser: Browser,
  { baseURL, permissions, ...options }: BrowserContextOptions & { baseURL: string },
) {
  const kind = JSON.stringify(Object.entries(options).filter(([name]) => !(name in DEVICE)));
  const free = rooms.find((one) => one.browser === browser && !one.isTaken && one.kind === kind);
  if (free) {
    const { context } = free;
    free.isTaken = true;
    for (const one of [context, implOf(context)])
      Object.assign(Reflect.get(one, '_options'), DEVICE, options, { baseURL });
    const old = context.pages();
    // First the new one, as the process would end with the last.
    const page = await context.newPage();
    for (const one of old) await one.close();
    if (permissions) await context.grantPermissions(permissions);
    return page;
  }
  const context = await browser.newContext({ ...options, baseURL, ...(permissions && { permissions }) });
  context.setDefaultTimeout(ACTION_TIMEOUT);
  context.setDefaultNavigationTimeout(NAVIGATION_TIMEOUT);
  const room: Room = { browser, kind, context, isTaken: true, hush: [], undo: [] };
  context.once('close', () => {
    rooms = rooms.filter((one) => one !== room);
  });
  noteWhatComes(room);
  rooms.push(room);
  return context.newPage();
}

/** Gives back the context of a visit. It is closed where it cannot be cleared. */
export async function leaveRoom(context: BrowserContext) {
  const room = rooms.find((one) => one.context === context);
  const isClear = room && (await Promise.race([clear(room), timeout()]).catch(() => false));
  if (!isClear) return context.close();
  room.isTaken = false;
  rooms = [...rooms.filter((one) => one !== room), room];
  const [oldest, ...others] = rooms.filter((one) => !one.isTaken);
  if (others.length >= KEPT) await oldest?.context.close();
}

const timeout = () => new Promise<boolean>((resolve) => setTimeout(resolve, PATIENCE, false).unref());

/** Has a room know what is added to its context. */
function noteWhatComes({ context, hush, undo }: Room) {
  const { addInitScript, exposeBinding, exposeFunction, on } = context;
  const noted =
    <A extends unknown[]>(add: (...given: A) => Promise<{ dispose(): Promise<void> }>) =>
    async (...given: A) => {
      const added = await add.apply(context, given);
      undo.push(() => added.dispose());
      return added;
    };
  Object.assign(context, {
    addInitScript: noted(addInitScript as (...given: unknown[]) => ReturnType<typeof addInitScript>),
    exposeBinding: noted(exposeBinding),
    exposeFunction: noted(exposeFunction),
    on: (event: 'close', listener: () => void) => {
      hush.push(() => context.off(event, listener));
      return on.call(context, event as never, listener);
    },
  });
}

async function clear({ context, hush, undo }: Room) {
  // Errors from here on belong to no visit.
  for (const off of hush.splice(0)) off();
  const [page, ...others] = context.pages();
  if (!page) return false;
  for (const one of others) await one.close();
  await page.goto('about:blank');
  for (const back of undo.splice(0).reverse()) await back();
  await stopClock(context);
  await context.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  await context.clearCookies();
  await context.clearPermissions();
  const devtools = await context.newCDPSession(page);
  // All sites are cleared, as the next visitor may come for any.
  await devtools.send('Storage.clearDataForOrigin', { origin: '*', storageTypes: 'all' });
  await devtools.send('Network.clearBrowserCache');
  // This also clears the process's own copies of loaded files.
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: false });
  await devtools.detach();
  return true;
}

/** Returns Playwright's own side of a context. Only that can change some options of a context that is kept. */
const implOf = (context: BrowserContext) => Reflect.get(context, '_connection').toImpl(context);

/** Gives a context the time of the world. */
const stopClock = (context: BrowserContext) => implOf(context).clock.uninstall({ race: (promise: unknown) => promise });
