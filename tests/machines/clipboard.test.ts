import { describe, expect, test } from 'vitest';
import { clipboardMachine } from '#machines/clipboard';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent, errorEvent } from '../engine/words';
import { clipboardWorld } from '../samples/clipboard';

const copy = (text: string) => ({ type: 'copy', text }) as const;
const copied = doneEvent('copyText');
const denied = errorEvent('copyText', new Error('denied'));

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

  test('copying fails after 10 s without an answer', () => {
    const { actor, clock, snapshot } = perform(clipboardMachine);
    actor.send(copy('first'));
    clock.increment(9_999);
    expect(snapshot().value).toBe('copying');
    clock.increment(1);
    expect(snapshot().value).toBe('refused');
  });

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
});
