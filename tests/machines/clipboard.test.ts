import { expect, test } from 'vitest';
import { clipboardMachine } from '#machines/clipboard';
import { testLive } from '../engine/live';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { clipboardSamples } from '../samples/account';
import { checkScenario, type MachineScenario } from './scenarios';

const copy = (text: string) => ({ type: 'copy', text }) as const;
const copied = createDoneEvent('copyText');
const denied = createErrorEvent('copyText', new Error('denied'));

testLive(clipboardMachine, clipboardSamples, ({ given }) => ({
  idle: ({ tags }) => expect(tags.size).toBe(0),
  copying: ({ context, tags }) => expect([given('copyText'), ...tags]).toEqual([context, 'busy']),
  copied: ({ tags }) => expect(tags.size).toBe(0),
  refused: ({ tags }) => expect(tags.size).toBe(0),
}));

const [first, second] = [copy('first'), copy('second')];

test.each<MachineScenario>([
  ['waits 10 s for the browser', [first, 9_999], 'copying', { text: 'first' }],
  ['fails after 10 s', [first, 10_000], 'refused', { text: 'first' }],
  ['shows "copied" for 1500 ms', [first, 9_999, copied, 1_499], 'copied', { text: 'first' }],
  ['can copy again after 1500 ms', [first, copied, 1_500], 'idle', { text: 'first' }],
  ['shows "copied" for another 1500 ms', [first, copied, 1_000, first, copied, 1_499], 'copied', { text: 'first' }],
  ['keeps a text that the browser refused', [first, denied, 3_600_000], 'refused', { text: 'first' }],
  ['tries another text after a refusal', [first, denied, second], 'copying', { text: 'second' }],
])('the clipboard machine shows whether a text was copied: it %s', checkScenario(clipboardMachine));
