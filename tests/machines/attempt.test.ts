import { expect, test } from 'vitest';
import type { FailureReason } from '#domain/attempt';
import { attemptMachine } from '#machines/attempt';
import { testLive } from '../engine/live';
import { type EventOrDelay, type PerformOptions, perform } from '../engine/perform';
import { attemptSamples } from '../samples/connect';
import { installedWallet, nthPairingUri, scannedWallet } from '../samples/wallets';
import { checkScenario, type MachineScenario, recordMessages } from './scenarios';

const arrived = (nth: number) => ({ type: 'code.arrived', uri: nthPairingUri(nth) });
const refused = (reason: FailureReason) => ({ type: 'claim.refused', reason });

/** Starts an attempt. `told` lists what it has sent to the connection machine. */
function overheard(options: PerformOptions<typeof attemptMachine>) {
  const { line: connectionLine, told } = recordMessages();
  return { ...perform(attemptMachine, { ...options, actors: { connectionLine } }), told };
}

testLive(
  attemptMachine,
  attemptSamples,
  ({ given, told, actor: { sessionId: attempt }, input }) => ({
    '*': () => expect(given('pairingLine')).toEqual({ own: { attempt } }),
    asking: ({ context: { reason } }) => {
      expect(told.at(-1)).toEqual({ type: 'claim', wallet: input.wallet, attempt });
      expect(reason).toBeNull();
    },
    'asking.preparing': ({ context: { left } }) => expect(left).toBe(0),
    'asking.scanning': ({ context: { uri, left } }) => {
      expect(uri).toBe(nthPairingUri(1));
      expect(left).toBeGreaterThan(0);
    },
    lapsed: ({ context: { uri, left } }) => {
      expect([uri, left]).toEqual([null, 0]);
      expect(told.at(-1)).toEqual({ type: 'withdraw', attempt });
    },
    failed: ({ context: { reason, uri } }) => {
      expect(reason).not.toBeNull();
      expect(uri).toBeNull();
      expect(told.at(-1)).toEqual({ type: 'withdraw', attempt });
    },
    approved: ({ status }) => expect(status).toBe('done'),
  }),
  overheard,
);

const [preparing, scanning] = [{ asking: 'preparing' }, { asking: { scanning: expect.anything() } }];
const [fresh, slow] = [{ asking: { opening: 'fresh' } }, { asking: { opening: 'slow' } }];
/** Returns a delay of 1000 ms for each of `seconds`, because the machine counts a code's remaining time by seconds. */
const lasts = (seconds: number) => Array.from({ length: seconds }, () => 1_000);
/** Returns the events of pairing codes that arrive, and expire after 5 minutes. */
const expire = (...codes: number[]) => codes.flatMap((nth) => [arrived(nth), ...lasts(300)]);
const expired = refused('expired');
const followed = [arrived(1), 'link.followed'];
const unreachable = { reason: 'unreachable', uri: null };
const [first, second] = [nthPairingUri(1), nthPairingUri(2)];
const onPhone = { input: { wallet: scannedWallet } };

test.each<MachineScenario>([
  ['waits 10 s for a code', [9_999], preparing],
  ['fails without a code for 10 s', [10_000], 'failed', unreachable],
  ['shows a code for 5 minutes', [arrived(1), ...lasts(299)], scanning, { uri: first, left: 1, code: 1 }],
  ['shows a code until the next one is ready', expire(1), preparing, { uri: first, left: 0, code: 1 }],
  ['shows the next code', [...expire(1), arrived(2)], scanning, { uri: second, left: 300, code: 2 }],
  ['renews an unused code three times', expire(1, 2, 3), preparing],
  [
    'stops renewing an unused code after three times',
    [...expire(1, 2, 3, 4), 'page.hidden', 'page.visible'],
    'lapsed',
    { uri: null },
  ],
  [
    'renews a code three more times after a request',
    [...expire(1, 2, 3, 4), 'page.hidden', 'page.visible', 'renew', ...expire(5, 6, 7)],
    preparing,
  ],
  [
    'renews a code three more times after a retry',
    [...expire(1, 2, 3), 10_000, 'retry', ...expire(4, 5, 6)],
    preparing,
  ],
  ['renews no code while the page is hidden', ['page.hidden', ...expire(1), 'page.hidden'], 'lapsed'],
  ['renews the code when the page is visible', ['page.hidden', ...expire(1), 'page.visible'], preparing],
  [
    'counts a renewal when the page becomes visible as one of three',
    ['page.hidden', ...expire(1), 'page.visible', ...expire(2, 3)],
    preparing,
  ],
  [
    'lapses after three renewals, one of them when the page became visible',
    ['page.hidden', ...expire(1), 'page.visible', ...expire(2, 3, 4)],
    'lapsed',
  ],
  ['renews a code on time after the page is visible', ['page.hidden', 'page.visible', ...expire(1)], preparing],
  ['replaces a code that the wallet calls expired', [arrived(1), expired], preparing, { uri: first, reason: null }],
  ['replaces an expired code three times', [1, 2, 3].flatMap((nth) => [arrived(nth), expired]), preparing],
  [
    'lapses after replacing an expired code three times',
    [1, 2, 3, 4].flatMap((nth) => [arrived(nth), expired]),
    'lapsed',
  ],
  ['does not replace an expired code while the page is hidden', [arrived(1), 'page.hidden', expired], 'lapsed'],
  ['fails if its pairing expires before a code', [expired], 'failed', unreachable],
  ['fails if its pairing expires before the next code', [arrived(1), expired, expired], 'failed', unreachable],
  ['requests another code on a retry', [arrived(1), refused('rejected'), 'retry'], preparing, { uri: null }],
  [
    'counts codes from 1 again after a retry',
    [arrived(1), refused('rejected'), 'retry', arrived(2)],
    scanning,
    { code: 1 },
  ],
  ['reports a lost relay', [arrived(1), 'line.lost'], scanning, { cutOff: true, uri: first }],
  [
    'reports a lost relay until the relay is back',
    [arrived(1), 'line.lost', 'line.restored'],
    scanning,
    { cutOff: false },
  ],
  [
    'reports a lost relay until another code is requested',
    [arrived(1), 'line.lost', expired],
    preparing,
    { cutOff: false },
  ],
  ['reports a lost relay after its link was opened', [...followed, 'line.lost'], fresh, { cutOff: true }],
  [
    'reports a lost relay after its link was opened, until the relay is back',
    [...followed, 'line.lost', 'line.restored'],
    fresh,
    { cutOff: false },
  ],
])('a connection attempt shows and renews its pairing code: it %s', checkScenario(attemptMachine, onPhone));

test.each<[what: string, events: EventOrDelay[], state: unknown, told: string, context?: object]>([
  ['waits 15 s', [14_999], fresh, 'claim'],
  ['is slow after 15 s', [15_000], slow, 'claim'],
  ['waits 120 s', [15_000, 104_999], slow, 'claim'],
  ['fails after 120 s', [15_000, 105_000], 'failed', 'claim withdraw', { reason: 'timedOut' }],
  ['fails if its pairing expires', [expired], 'failed', 'claim withdraw', { reason: 'unreachable' }],
  ['stores why it was refused', [refused('elsewhere')], 'failed', 'claim withdraw', { reason: 'elsewhere' }],
  ['can be retried', [refused('elsewhere'), 'retry'], fresh, 'claim withdraw claim', { reason: null }],
  [
    'ends once it is approved',
    [refused('elsewhere'), 'retry', 'claim.approved'],
    'approved',
    'claim withdraw claim withdraw',
  ],
])('an attempt without a pairing code waits for approval: it %s', async (_, events, state, messages, context = {}) => {
  const { play, snapshot, told } = overheard({ input: { wallet: installedWallet } });
  await play(events);
  expect(snapshot()).toMatchObject({ value: state, context });
  expect(told.map(({ type }) => type).join(' ')).toBe(messages);
});

test("an attempt's link to the connection machine contains the attempt's id", () => {
  const { given, actor } = perform(attemptMachine, { input: { wallet: installedWallet } });
  const { sessionId: attempt } = actor;
  expect(given('connectionLine')).toEqual({ own: { attempt }, last: { type: 'leave', attempt } });
});

test('an attempt runs the clipboard machine only while it shows a pairing code', async () => {
  const { actor, play } = overheard({ input: { wallet: scannedWallet } });
  const clipboard = () => actor.getSnapshot().children.clipboard;
  expect(clipboard()).toBeUndefined();
  await play([arrived(1)]);
  const own = clipboard();
  expect(own).toBeDefined();
  await play(lasts(2));
  expect(clipboard()).toBe(own);
  await play(lasts(298));
  expect(clipboard()).toBeUndefined();
  await play([arrived(2)]);
  expect(clipboard()).not.toBe(own);
});
