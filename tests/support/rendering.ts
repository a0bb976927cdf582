import type { CDPSession, Page } from '@playwright/test';

interface Traced {
  name?: string;
  ph?: string;
  ts: number;
  dur?: number;
  args?: { elementCount?: number };
}

const SCRIPT = new Set(['FunctionCall', 'EvaluateScript', 'RunMicrotasks', 'EventDispatch', 'TimerFire']);

/**
 * Traces the browser while `act` runs, and until its result is painted. Returns the work of the page's main thread:
 * elements with recalculated styles, and times in ms. The time of scripts excludes style and layout that they force.
 */
export async function measureRendering(page: Page, act: () => Promise<unknown>, session?: CDPSession) {
  const devtools = session ?? (await page.context().newCDPSession(page));
  const events: Traced[] = [];
  const collect = ({ value }: { value: object[] }) => events.push(...(value as Traced[]));
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', { categories: 'devtools.timeline', transferMode: 'ReportEvents' });
  await act();
  await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))));
  const over = new Promise((done) => devtools.once('Tracing.tracingComplete', done));
  await devtools.send('Tracing.end');
  await over;
  devtools.off('Tracing.dataCollected', collect);
  // Keeps the caller's DevTools session attached, because its settings, such as a slower processor, end with it.
  if (!session) await devtools.detach();
  const named = (name: string) => events.filter((event) => event.ph === 'X' && event.name === name);
  const time = (list: Traced[]) => list.reduce((sum, { dur = 0 }) => sum + dur / 1000, 0);
  const [style, layout] = [named('UpdateLayoutTree'), named('Layout')];
  let end = 0;
  // Counts only outermost calls, which include the inner ones.
  const outer = events
    .filter(({ name = '', ph }) => ph === 'X' && SCRIPT.has(name))
    .sort((a, b) => a.ts - b.ts || (b.dur ?? 0) - (a.dur ?? 0))
    .filter(({ ts, dur = 0 }) => {
      const isOuter = ts >= end;
      if (isOuter) end = ts + dur;
      return isOuter;
    });
  const within = (list: typeof events) =>
    list.filter(({ ts }) => outer.some((one) => ts >= one.ts && ts < one.ts + (one.dur ?? 0)));
  return {
    elements: style.reduce((sum, { args }) => sum + (args?.elementCount ?? 0), 0),
    style: time(style),
    layout: time(layout),
    script: time(outer) - time(within(style)) - time(within(layout)),
  };
}
