import { expect, test } from 'vitest';
import { createActor, fromPromise, setup } from 'xstate';
import { refreshMachine } from '#machines/refresh';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { refreshSamples, sampleTask } from '../samples/session';
import { recordMessages } from './scenarios';

testLive(refreshMachine, refreshSamples, ({ given, input }) => ({
  refreshing: () => {
    expect(input).not.toHaveProperty('atOnce');
    expect(() => given('work')).toThrow('work was never asked.');
  },
  working: () => expect(given('work')).toEqual(input),
  done: ({ status }) => expect(status).toBe('done'),
}));

test.each<[what: string, input: object, events: EventOrDelay[], value: string, output?: string]>([
  ['waits 25 s until the connection is refreshed', {}, [24_999], 'refreshing'],
  ['starts after 25 s', {}, [25_000], 'working'],
  ['starts once the connection is refreshed', {}, ['connection.refreshed'], 'working'],
  ['ends with its result', {}, ['connection.refreshed', createDoneEvent('work', 'answer')], 'done', 'answer'],
  ['starts at once for a wallet that opens a window', { atOnce: true }, [], 'working'],
])('a task waits until the connection is refreshed: the task %s', async (_, input, events, value, output) => {
  const { line: connectionLine, told } = recordMessages();
  const { play, snapshot } = perform(refreshMachine, {
    input: { ...sampleTask, ...input },
    actors: { connectionLine },
  });
  await play(events);
  expect(snapshot()).toMatchObject({ value, output });
  expect(told).toEqual('atOnce' in input ? [] : [{ type: 'refresh' }]);
});

test('a task that fails passes its error to the parent', async () => {
  const error = new Error('declined');
  const work = fromPromise(() => Promise.reject(error));
  const refresh = refreshMachine.provide({
    actors: { work: work as never, connectionLine: recordMessages().line as never },
  });
  const heard: unknown[] = [];
  const owner = setup({ actors: { refresh } }).createMachine({
    invoke: {
      src: 'refresh',
      input: { atOnce: true },
      onError: { actions: ({ event }) => heard.push(event.error) },
    },
  });
  const actor = createActor(owner).start();
  await expect.poll(() => heard).toEqual([error]);
  actor.stop();
});
