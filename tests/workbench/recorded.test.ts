import { afterEach, describe, expect, test, vi } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { addInspectorButton } from '#adapters/page/inspector';
import { createSiteBench } from '../../src/tools/bench';
import { connectWorkbench } from '../../src/workbench/client/client';
import type { Bench } from '../../src/workbench/recorder/bench';
import type { LogEntry } from '../../src/workbench/recorder/recording';
import { createRemoteBench } from '../../src/workbench/recorder/remote';
import { generatePaths, selectFewestPaths } from '../engine/paths';
import { perform } from '../engine/perform';
import { describeTransition, listStateNodes, serializeValue, transitionsOf } from '../engine/words';
import { worlds } from '../samples/worlds';
import { waitForEventLoopTurn } from '../support/gate';
import { allMachines } from '../support/machines';
import { highlightedIdsOf, SECRET_PATTERN } from './lit';
import { createFakeSocketServer, createStatelyInspector } from './wired';

afterEach(() => vi.unstubAllGlobals());

const ANY_STATE = { '*': () => {} };

const stepsIn = ({ recorder }: Bench, session: string) =>
  recorder.read().entries.filter((entry) => entry.session === session);

/** Opens Stately's inspector in a simulated page. `received` collects the messages to the inspector. */
function openStatelyWindow() {
  const received: string[] = [];
  const on: Record<string, (event: object) => void> = {};
  const addEventListener = (type: string, run: (event: object) => void) => {
    on[type] = run;
  };
  const element = { style: {}, appendChild: <T>(child: T) => child, addEventListener };
  vi.stubGlobal('document', { body: element, createElement: () => ({ ...element }) });
  vi.stubGlobal('open', () => ({ postMessage: (message: unknown) => received.push(JSON.stringify(message)) }));
  vi.stubGlobal('window', { requestIdleCallback: queueMicrotask, addEventListener });
  const inspect = addInspectorButton(() => {});
  on.click!({});
  on.message!({ data: { type: '@statelyai.connected' } });
  return { inspect, received };
}

describe.each(allMachines)('the workbench and the machine $name', ({ name, machine }) => {
  const paths = generatePaths(machine, worlds[name]);
  const all = listStateNodes(machine.root).flatMap(transitionsOf);

  test.each(paths)('records each step of this and another app: $title', async ({ input, follow, takes }) => {
    const [here, there] = [createSiteBench(worlds), createRemoteBench()];
    const { inspect } = createStatelyInspector((message) => there.hear(message, 'app'));
    const { actor, stop, ...life } = perform(machine, {
      input: input as never,
      inspect: (news) => {
        here.recorder.inspect(news);
        inspect.next?.(news);
      },
    });
    const send = async (event: AnyEventObject) => {
      await life.send(event);
      await Promise.resolve();
      expect(stepsIn(here, actor.sessionId).at(-1)?.snapshot).toBe(actor.getSnapshot());
    };
    await follow({ ...life, send, states: ANY_STATE });
    await waitForEventLoopTurn();
    const own = stepsIn(here, actor.sessionId);
    for (const { before, event, taken, refused } of own) {
      if (refused.length) expect([taken, before?.can(event)], serializeValue(event)).toEqual([[], false]);
    }
    const taken = new Set(own.flatMap((entry) => entry.taken).map((index) => describeTransition(all[index]!)));
    // A path also names transitions of invoked machines, whose steps are entries of their own.
    const names = all.map(describeTransition);
    expect([...new Set(takes)].filter((one) => names.includes(one) && !taken.has(one))).toEqual([]);

    const told = stepsIn(there, `app/${actor.sessionId}`);
    expect(told.map(({ snapshot }) => highlightedIdsOf(snapshot))).toEqual(
      own.map(({ snapshot }) => highlightedIdsOf(snapshot)),
    );
    // The messages leave some facts unknown, but all reported facts are true.
    const guardsOf = ({ refused }: LogEntry) => refused.map(({ guard }) => guard);
    const sure = told.flatMap((entry, i) => (entry.refused.length ? [[guardsOf(entry), guardsOf(own[i]!)]] : []));
    for (const [said, known] of sure) expect(said).toEqual(known);
    expect(told.filter(({ taken }, i) => taken.length && !own[i]!.taken.length)).toEqual([]);
    for (const [bench, entries] of [[here, own] as const, [there, told] as const]) {
      for (const entry of entries) expect(serializeValue(bench.tell(entry, true))).not.toMatch(SECRET_PATTERN);
      expect(bench.trace()).not.toMatch(SECRET_PATTERN);
    }
    stop();
  });

  test.each(selectFewestPaths(paths))(
    'the client sends each step and its guards, and Stately gets no secrets: $title',
    async ({ input, follow, types }) => {
      const { inspect, received } = openStatelyWindow();
      const here = createSiteBench(worlds);
      const wire = createFakeSocketServer();
      const client = connectWorkbench({ WebSocket: wire.WebSocket });
      wire.open();
      const { stop, ...life } = perform(machine, {
        input: input as never,
        inspect: (news) => {
          for (const hear of [here.recorder.inspect, client.inspect, inspect]) hear(news);
        },
      });
      await follow({ ...life, states: ANY_STATE });
      await Promise.resolve();
      stop();
      client.close();
      const said = ({ taken, refused, unsure, snapshot }: LogEntry) => {
        return { taken, refused: refused.length, unsure, lit: highlightedIdsOf(snapshot) };
      };
      const told = wire.bench.recorder.read().entries;
      expect(told.map(said)).toEqual(here.recorder.read().entries.map(said));
      for (const entry of told) expect(serializeValue(wire.bench.tell(entry, true))).not.toMatch(SECRET_PATTERN);
      const text = received.join('\n');
      for (const type of types.filter((type) => !/0x|\$/.test(type))) expect(text).toContain(`"${type}"`);
      expect(text).not.toMatch(SECRET_PATTERN);
    },
  );
});
