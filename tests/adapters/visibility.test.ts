import { expect, test } from 'vitest';
import { createActor, setup } from 'xstate';
import { createReturnWatcher } from '#adapters/browser/visibility';
import { simulateBrowserForTest } from './browser';

test('reports when the page becomes visible, and each event while it is visible', () => {
  const browser = simulateBrowserForTest();
  let returns = 0;
  const actors = { watchReturn: createReturnWatcher('online', 'pageshow') };
  const actions = {
    count: () => {
      returns += 1;
    },
  };
  const owner = setup({ actors, actions }).createMachine({
    invoke: { src: 'watchReturn' },
    on: { 'visitor.returned': { actions: 'count' } },
  });
  const actor = createActor(owner).start();
  const counted = (happens: () => unknown) => {
    returns = 0;
    happens();
    return returns;
  };
  const hear = (type: string) => () => window.dispatchEvent(new Event(type));
  expect([counted(hear('online')), counted(hear('pageshow')), counted(hear('focus'))]).toEqual([1, 1, 0]);
  expect(counted(() => browser.show('hidden'))).toBe(0);
  expect([counted(hear('online')), counted(() => browser.show('visible'))]).toEqual([0, 1]);
  actor.stop();
  expect(counted(hear('online'))).toBe(0);
});
