import { expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import type { DialogName } from '#domain/dialog';
import { addressMachine } from '#machines/address';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import {
  addedConnectEntry,
  addedModalEntry,
  addressWorld,
  entryWithoutDialog,
  loadedEntry,
  newAccountEntry,
  newConnectEntry,
  openAccountDialog,
  openAlphaModal,
  openConnectDialog,
} from '../samples/address';

const changed = (entry: object) => ({ type: 'address.changed', entry });
const hold = (holder: object) => ({ type: 'hold', holder });
const release = ({ id }: { id: string }) => ({ type: 'release', id });
const requested = (dialog: DialogName) => ({ type: 'dialog.requested', dialog });
const left = ({ id }: { id: string }) => ({ type: 'visitor.left', id });
const leave = { type: 'entry.leave' };
const replaced = (dialog: DialogName | null, depth: number, goal: DialogName | null = null) => ({
  type: 'entry.replace',
  entry: { dialog, goal, depth },
});
const added = (dialog: DialogName | null, depth: number) => ({
  type: 'entry.add',
  entry: { dialog, goal: null, depth },
});

/** Starts the machine. Returns it with its emitted events and its calls to the browser. */
function start(options?: Parameters<typeof perform>[1]) {
  const told: AnyEventObject[] = [];
  const watchAddress = fromCallback<AnyEventObject>(({ receive }) => receive((event) => told.push(event)));
  const performed = perform(addressMachine, { ...options, actors: { watchAddress } });
  const emitted: AnyEventObject[] = [];
  performed.actor.on('*', (event) => emitted.push(event));
  return { ...performed, told, emitted };
}

testLive(
  addressMachine,
  addressWorld,
  ({ told, emitted }) => ({
    '*': ({ context: { dialog, depth } }) => {
      const written = told.findLast(({ type }) => type !== 'entry.leave');
      if (written && depth > 0 && dialog) expect(written).toHaveProperty('entry.depth');
      expect(emitted.every(({ type }) => /^(dialog\.requested|visitor\.left)$/.test(type))).toBe(true);
    },
    free: ({ context }) => expect(context).toMatchObject({ dialog: null, depth: 0, holder: null }),
    held: ({ context: { holder } }) => expect(holder).not.toBeNull(),
    released: ({ context }) => expect(context.holder).toBeNull(),
    returning: () => expect(told).toContainEqual(leave),
  }),
  start,
);

const [hash, accountHash, plain, own, first] = [
  newConnectEntry,
  newAccountEntry,
  entryWithoutDialog,
  addedConnectEntry,
  loadedEntry,
].map(changed);
const [holds, releases, holdsAccount, holdsModal] = [
  hold(openConnectDialog),
  release(openConnectDialog),
  hold(openAccountDialog),
  hold(openAlphaModal),
];
const isOpen = [hash!, holds!];
const isTwice = [...isOpen, accountHash!];
/** The page goes back, because its dialog has closed. */
const goesBack = [...isOpen, releases!, 0];

/** The state, and the calls to the browser and the emitted events since the last event. */
interface Outcome {
  value?: string;
  context?: object;
  told?: object[];
  emitted?: object[];
}

test.each<[what: string, events: EventOrDelay[], outcome: Outcome]>([
  [
    'a hash requests its dialog, and marks its entry',
    [hash!],
    { emitted: [requested('connect')], told: [replaced('connect', 1)] },
  ],
  [
    'a marked entry requests its dialog, and is not marked again',
    [first!],
    { emitted: [requested('chain')], told: [] },
  ],
  ['the hash is removed a turn later if no dialog opens', [first!, 0], { value: 'free', told: [replaced(null, 0)] }],
  [
    'an entry stores the requested dialog until that opens',
    [accountHash!, holds!],
    { told: [replaced('connect', 1, 'account')] },
  ],
  [
    'the requested dialog takes the entry',
    [accountHash!, holds!, releases!, holdsAccount!],
    { told: [replaced('account', 1)] },
  ],
  ['an open dialog adds an entry if the hash names none', [holds!], { told: [added('connect', 1)] }],
  ['an open modal adds an entry without a dialog', [holdsModal!], { told: [added(null, 1)] }],
  [
    'going back leaves the open dialog',
    [...isOpen, plain!],
    { emitted: [left(openConnectDialog)], context: { dialog: null, depth: 0 } },
  ],
  ['going back to an entry with a dialog leaves as well', [...isTwice, own!], { emitted: [left(openConnectDialog)] }],
  [
    'a new hash requests its dialog, and the open one keeps its own',
    isTwice,
    {
      value: 'held',
      emitted: [requested('account')],
      told: [replaced('account', 2, 'account'), replaced('connect', 2, 'account')],
    },
  ],
  [
    'requesting the open dialog clears another request',
    [accountHash!, holds!, hash!],
    { context: { dialog: 'connect', goal: null, depth: 2 } },
  ],
  [
    'a dialog that opens over another one takes over its entry',
    [holds!, holdsAccount!],
    { told: [replaced('account', 1)] },
  ],
  [
    'and keeps it',
    [holds!, holdsAccount!, releases!],
    { value: 'held', context: { dialog: 'account', depth: 1, holder: openAccountDialog } },
  ],
  [
    'the modal closes when another dialog is open',
    [holds!, holdsModal!],
    { emitted: [left(openAlphaModal)], context: { holder: openConnectDialog } },
  ],
  [
    'the modal closes when a hash names a dialog',
    [holdsModal!, hash!],
    {
      emitted: [left(openAlphaModal), requested('connect')],
      told: [replaced('connect', 2)],
      context: { dialog: 'connect', depth: 2 },
    },
  ],
  ['closing a dialog goes back', [...isTwice, releases!, 0], { told: [leave] }],
  [
    'and through all entries that it added',
    [...isTwice, releases!, 0, changed({ ...addedConnectEntry, goal: 'account' })],
    { told: [leave] },
  ],
  [
    'to the one before',
    [...isTwice, releases!, 0, own!, plain!],
    { value: 'free', context: { dialog: null, goal: null, depth: 0 } },
  ],
  [
    'closing a dialog removes the hash of the first entry',
    [...isTwice, releases!, 0, first!],
    { told: [replaced(null, 0)] },
  ],
  [
    'a dialog that opens in the same turn takes the entry',
    [...isOpen, releases!, holdsAccount!],
    { told: [replaced('account', 1)] },
  ],
  ['and the page does not go back', [...isOpen, releases!, holdsAccount!, 1_000], { value: 'held', told: [] }],
  [
    'a request while the page goes back is emitted at once',
    [...goesBack, accountHash!],
    {
      value: 'returning',
      emitted: [requested('account')],
      told: [replaced('account', 2, 'account')],
      context: { dialog: 'account', goal: 'account', depth: 2 },
    },
  ],
  [
    'the page goes on back after that',
    [...goesBack, accountHash!, own!],
    { value: 'returning', context: { dialog: 'connect', goal: null, depth: 1 } },
  ],
  [
    'a dialog that opens meanwhile waits',
    [...goesBack, accountHash!, holds!, own!],
    { value: 'returning', told: [leave] },
  ],
  [
    'and then gets an entry',
    [...goesBack, accountHash!, holds!, own!, plain!],
    { value: 'held', told: [added('connect', 1)] },
  ],
  [
    'one that closes meanwhile has no effect',
    [...goesBack, holdsModal!, release(openAlphaModal), plain!],
    { value: 'free' },
  ],
  ['going back may take 2 s', [...goesBack, 1_999], { value: 'returning' }],
  ['the hash is removed if it takes longer', [...goesBack, 2_000], { value: 'free', told: [replaced(null, 0)] }],
  [
    'another dialog then reuses the entry',
    [...goesBack, holdsAccount!, 2_000],
    { value: 'held', told: [replaced('account', 1)] },
  ],
  [
    'a link followed meanwhile wins',
    [...goesBack, { type: 'request', dialog: 'chain' }],
    { emitted: [requested('chain')], context: { goal: 'chain' } },
  ],
  [
    'an entry without a dialog clears the stored one',
    [hash!, plain!],
    { value: 'released', context: { dialog: null, goal: null, depth: 0 } },
  ],
  ['such an entry is not written again', [...goesBack, plain!], { value: 'free', told: [] }],
  ['after a reload with an open modal, the page goes back', [changed(addedModalEntry), 0], { told: [leave] }],
])('the address machine: %s', async (_, events, outcome) => {
  const { told, emitted, play, snapshot } = start();
  for (const event of events) {
    told.length = emitted.length = 0;
    await play([event]);
  }
  const { value, context } = snapshot();
  expect({ value, context, told, emitted }).toMatchObject(outcome);
});
