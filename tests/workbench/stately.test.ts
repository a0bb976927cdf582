import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { addInspectorButton } from '#adapters/page/inspector';
import { generatePaths, selectFewestPaths } from '../engine/paths';
import { perform } from '../engine/perform';
import { worlds } from '../samples/worlds';
import { allMachines } from '../support/machines';
import { SECRET_PATTERN } from './secrets';

let press = () => {};
let connect = () => {};
let received: string[] = [];

/** A simulated page with Stately's inspector in its window. */
beforeEach(() => {
  received = [];
  const element = {
    style: {},
    appendChild: <T>(child: T) => child,
    addEventListener: (_: string, run: () => void) => {
      press = run;
    },
  };
  vi.stubGlobal('document', { body: element, createElement: () => ({ ...element }) });
  vi.stubGlobal('open', () => ({ postMessage: (message: unknown) => received.push(JSON.stringify(message)) }));
  vi.stubGlobal('window', {
    requestIdleCallback: queueMicrotask,
    addEventListener: (_: string, hear: (event: object) => void) => {
      connect = () => hear({ data: { type: '@statelyai.connected' } });
    },
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(allMachines)("Stately's inspector and $name", ({ name, machine }) => {
  test.each(selectFewestPaths(generatePaths(machine, worlds[name])))(
    'no secret is sent to Stately: $title',
    async ({ input, follow, types }) => {
      const inspect = addInspectorButton(() => {});
      press();
      connect();
      const { stop, ...life } = perform(machine, { input: input as never, inspect });
      await follow({ ...life, states: { '*': () => {} } });
      await Promise.resolve();
      stop();
      const text = received.join('\n');
      for (const type of types.filter((type) => !/0x|\$/.test(type))) expect(text).toContain(`"${type}"`);
      expect(text).not.toMatch(SECRET_PATTERN);
    },
  );
});
