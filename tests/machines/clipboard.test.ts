import { describe, expect, test } from 'vitest';
import { fromPromise } from 'xstate';
import { clipboardMachine } from '#machines/clipboard';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent, errorEvent } from '../engine/words';
import { clipboardWorld } from '../samples/clipboard';

const copy = (text: string) => ({ type: 'copy', text }) as const;
const copied = doneEvent('copyText');
const denied = errorEvent('copyText', new Error('denied'));

interface Call {
  input: unknown;
  signal: AbortSignal;
  answer(): void;
  giveUp(error: unknown): void;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Starts the machine. Returns it with all calls to copy. */
function staged() {
  const calls: Call[] = [];
  const copyText = fromPromise<void, { text: string }>(
    ({ input, signal }) =>
      new Promise((answer, giveUp) => {
        calls.push({ input, signal, answer, giveUp });
      }),
  );
  return { ...perform(clipboardMachine, { actors: { copyText } }), calls };
}

testLive(clipboardMachine, clipboardWorld, ({ given }) => ({
  idle: ({ tags }) => expect(tags.size).toBe(0),
  copying: ({ context, tags }) => expect([given('copyText'), ...tags]).toEqual([context, 'busy']),
  copied: ({ tags }) => expect(tags.size).toBe(0),
  refused: ({ tags }) => expect(tags.size).toBe(0),
}));

describe('the clipboard machine: single steps', () => {
  test('shows "copied" for 1500 ms once the browser has copied the text', async () => {
    const { actor, clock, send, snapshot } = perform(clipboardMachine);
    actor.send(copy('first'));
    clock.increment(9_999);
    expect(snapshot().value).toBe('copying');
    await send(copied);
    clock.increment(1_499);
    expect(snapshot().value).toBe('copied');
    clock.increment(1);
    expect(snapshot().value).toBe('idle');
  });

  test('a text that the browser refused to copy stays available until the next attempt', async () => {
    const { actor, clock, send, snapshot } = perform(clipboardMachine);
    actor.send(copy('first'));
    await send(denied);
    clock.increment(3_600_000);
    expect(snapshot()).toMatchObject({ value: 'refused', context: { text: 'first' } });
    actor.send(copy('second'));
    expect(snapshot()).toMatchObject({ value: 'copying', context: { text: 'second' } });
  });

  test('copying fails after 10 s without an answer, and a late answer is ignored', async () => {
    const { actor, clock, calls, snapshot } = staged();
    actor.send(copy('first'));
    clock.increment(9_999);
    expect(snapshot().value).toBe('copying');
    clock.increment(1);
    expect([snapshot().value, calls[0]?.signal.aborted]).toEqual(['refused', true]);
    const before = snapshot();
    calls[0]?.answer();
    await settled();
    expect(snapshot()).toBe(before);
  });

  test.each(['answer', 'giveUp'] as const)(
    'only the text that was copied last counts, also when answers arrive late: %s',
    async (late) => {
      const { actor, clock, calls, snapshot } = staged();
      actor.send(copy('first'));
      clock.increment(6_000);
      actor.send(copy('second'));
      actor.send(copy('second'));
      expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
      for (const call of calls.slice(0, 2)) call[late](new Error('late'));
      clock.increment(9_999);
      await settled();
      expect(snapshot().value).toBe('copying');
      calls[2]?.answer();
      await settled();
      expect(snapshot()).toMatchObject({ value: 'copied', context: { text: 'second' } });
    },
  );

  test('a second copy shows "copied" for another 1500 ms', async () => {
    const { actor, clock, send, snapshot } = perform(clipboardMachine);
    actor.send(copy('first'));
    await send(copied);
    clock.increment(1_000);
    actor.send(copy('first'));
    await send(copied);
    clock.increment(1_499);
    expect(snapshot().value).toBe('copied');
  });

  test('the browser is called in the same tick as the click', () => {
    const { actor, calls } = staged();
    actor.send(copy('first'));
    expect(calls.map(({ input }) => input)).toEqual([{ text: 'first' }]);
  });
});
