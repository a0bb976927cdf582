import { describe, expect, test } from 'vitest';
import { type AnyEventObject, createActor, fromCallback, fromPromise, setup } from 'xstate';
import { refreshMachine } from '#machines/refresh';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createDoneEvent } from '../engine/words';
import { refreshWorld, sampleTask } from '../samples/refresh';

testLive(refreshMachine, refreshWorld, ({ given, input }) => ({
  refreshing: () => {
    expect(input).not.toHaveProperty('atOnce');
    expect(() => given('work')).toThrow('work was never asked.');
  },
  working: () => expect(given('work')).toEqual(input),
  done: ({ status }) => expect(status).toBe('done'),
}));

describe('a task that needs a fresh connection', () => {
  const asked: AnyEventObject[] = [];
  const connectionLine = fromCallback<AnyEventObject>(({ receive }) => receive((event) => asked.push(event)));
  const begin = (input: Record<string, unknown> = sampleTask) => {
    asked.length = 0;
    return perform(refreshMachine, { input, actors: { connectionLine } });
  };

  test('the task starts once the connection is refreshed, and its result is the output', async () => {
    const { send, snapshot } = begin();
    expect([snapshot().value, asked]).toEqual(['refreshing', [{ type: 'refresh' }]]);
    for (const event of [{ type: 'connection.refreshed' }, createDoneEvent('work', 'answer')]) await send(event);
    expect(snapshot()).toMatchObject({ status: 'done', output: 'answer' });
  });

  test('the task starts at once for a wallet that opens a window', () => {
    const { snapshot } = begin({ ...sampleTask, atOnce: true });
    expect([snapshot().value, asked]).toEqual(['working', []]);
  });

  test('the task starts after 25 s if the refresh does not end', () => {
    const { clock, snapshot } = begin();
    clock.increment(24_999);
    expect(snapshot().value).toBe('refreshing');
    clock.increment(1);
    expect(snapshot().value).toBe('working');
  });

  test('a task that fails passes its error to the parent', async () => {
    const error = new Error('declined');
    const work = fromPromise(() => Promise.reject(error));
    const refresh = refreshMachine.provide({
      actors: { work: work as never, connectionLine: connectionLine as never },
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
});
