import { describe, expect, test, vi } from 'vitest';
import { findAppToShow, listAppChoices, listAppKeys, recordingOfApps } from '../../src/workbench/recorder/oneApp';
import { findShownActor } from '../../src/workbench/recorder/past';
import { createRemoteBench } from '../../src/workbench/recorder/remote';
import { announceSmallMachine } from './wired';

const SHOP = 'http://localhost:5173';

/** Creates a workbench to which apps can connect. `join` connects one with a small machine, and `leave` ends it. */
function createApps() {
  const bench = createRemoteBench();
  const join = (app: string, name: string, source: string) => {
    bench.join(app, source);
    if (name) bench.hear({ type: '@workbench.app', name }, app);
    announceSmallMachine(bench, app);
  };
  const apps = () => listAppKeys(bench.recorder.read());
  const titles = () => listAppChoices(apps(), bench.describeApp).map((app) => bench.describeApp(app).title);
  return { bench, join, leave: bench.leave, apps, titles };
}

describe('the list of apps', () => {
  test('shows disconnected apps that are equal as one entry, which Clear removes', () => {
    const { bench, join, leave, titles } = createApps();
    for (const app of ['app 1', 'app 2', 'app 3']) {
      join(app, 'shop', SHOP);
      leave(app);
    }
    join('app 4', 'shop', 'http://localhost:8080');
    join('app 5', 'shop', SHOP);
    expect(titles()).toEqual([`shop at ${SHOP} (gone)`, 'shop at http://localhost:8080', `shop at ${SHOP}`]);
    bench.clear();
    expect(titles()).toEqual(['shop at http://localhost:8080', `shop at ${SHOP}`]);
  });

  test('lists disconnected programs without a name separately, because they may differ', () => {
    const { join, leave, titles } = createApps();
    for (const app of ['app 1', 'app 2']) {
      join(app, '', '');
      leave(app);
    }
    expect(titles()).toEqual(['app 1 (gone)', 'app 2 (gone)']);
  });

  test('computes the description of each of 300 disconnected apps at most once', () => {
    const { bench, join, leave, apps } = createApps();
    for (let nth = 0; nth < 300; nth++) {
      join(`app ${nth}`, 'shop', SHOP);
      leave(`app ${nth}`);
    }
    const describeApp = vi.fn(bench.describeApp);
    expect(listAppChoices(apps(), describeApp)).toHaveLength(1);
    expect(describeApp.mock.calls.length).toBeLessThanOrEqual(apps().length);
  });

  test('numbers apps of one name that run at the same time', () => {
    const { join, titles } = createApps();
    for (const app of ['app 1', 'app 2']) join(app, 'shop', SHOP);
    expect(titles()).toEqual([`shop at ${SHOP}`, `shop 2 at ${SHOP}`]);
  });
});

describe('the chosen app', () => {
  test.each<[string, { name: string; source: string }, boolean]>([
    ['the same name and address', { name: 'shop', source: SHOP }, true],
    ['the same name at another address', { name: 'shop', source: 'http://localhost:5174' }, true],
    ['another name', { name: 'bank', source: SHOP }, false],
    ['a program outside of a page', { name: 'shop', source: '' }, false],
  ])('is replaced only by a new run of the same app: %s', (_, { name, source }, isFollowed) => {
    const { bench, join, leave, apps } = createApps();
    join('app 1', 'shop', SHOP);
    join('app 2', 'shop', SHOP);
    const chosen = { app: 'app 1', among: apps() };
    const shown = () => findAppToShow(chosen, apps(), bench.describeApp);
    expect(shown()).toBe('app 1');
    leave('app 1');
    // The second app was there before, so it is not the chosen app after a reload.
    expect(shown()).toBe('app 1');
    join('app 3', name, source);
    expect(shown()).toBe(isFollowed ? 'app 3' : 'app 1');
    const { entries } = recordingOfApps(bench.recorder.read(), shown());
    expect(entries.map(({ session }) => session)).toEqual([`${shown()}/x:0`]);
  });

  test('a disconnected app can be chosen while a second run of the same app is listed', () => {
    const { bench, join, leave, apps } = createApps();
    join('app 1', 'shop', SHOP);
    leave('app 1');
    join('app 2', 'shop', SHOP);
    expect(findAppToShow({ app: 'app 1', among: apps() }, apps(), bench.describeApp)).toBe('app 1');
  });
});

test('the machine of a disconnected app is replaced by a machine of its next run', () => {
  const { bench, join, leave } = createApps();
  join('app 1', 'bank', SHOP);
  join('app 2', 'shop', SHOP);
  leave('app 2');
  join('app 3', 'shop', SHOP);
  announceSmallMachine(bench, 'app 3', 'x:1');
  const shown = (chosen: string) => findShownActor(chosen, bench.recorder.read(), bench.describeApp);
  expect(['app 2/x:0', 'app 3/x:1'].map(shown)).toEqual(['app 3/x:0', 'app 3/x:1']);
});
