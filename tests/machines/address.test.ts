import { expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { addressMachine } from '#machines/address';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import * as sample from '../samples/page';
import { recordMessages } from './scenarios';

/** Starts the machine. `told` are its calls to the browser and its emitted events, in their order. */
function start(options?: Parameters<typeof perform>[1]) {
  const { line: watchAddress, told } = recordMessages();
  const performed = perform(addressMachine, { ...options, actors: { watchAddress } });
  performed.actor.on('*', (event) => told.push(event));
  return { ...performed, told };
}

testLive(
  addressMachine,
  sample.addressSamples,
  ({ told }) => ({
    '*': ({ context: { dialog, depth } }) => {
      const written = told.findLast(({ type }) => /^entry\.(add|replace)$/.test(type));
      if (written && depth > 0 && dialog) expect(written).toHaveProperty('entry.depth');
    },
    free: ({ context }) => expect(context).toMatchObject({ dialog: null, depth: 0, holder: null }),
    held: ({ context: { holder } }) => expect(holder).not.toBeNull(),
    released: ({ context }) => expect(context.holder).toBeNull(),
    returning: () => expect(told).toContainEqual({ type: 'entry.leave' }),
  }),
  start,
);

const changed = (entry: object) => ({ type: 'address.changed', entry });
const hash = changed(sample.newConnectEntry);
const accountHash = changed(sample.newAccountEntry);
const plain = changed(sample.entryWithoutDialog);
const own = changed(sample.addedConnectEntry);
const first = changed(sample.loadedEntry);
const holds = { type: 'hold', holder: sample.openConnectDialog };
const releases = { type: 'release', id: sample.openConnectDialog.id };
const holdsAccount = { type: 'hold', holder: sample.openAccountDialog };
const holdsModal = { type: 'hold', holder: sample.openAlphaModal };
const releasesModal = { type: 'release', id: sample.openAlphaModal.id };

const isOpen = [hash, holds];
const isTwice = [...isOpen, accountHash];
/** The events until the page goes back in its history, because the dialog has closed. */
const goesBack = [...isOpen, releases, 0];
const goesOn = [...goesBack, accountHash, own];

/** Returns an event as text: its type, then the values of its data. A history entry has dialog, goal and depth. */
const describeMessage = ({ type, entry, ...data }: AnyEventObject) =>
  [type, ...Object.values(entry ?? data).map((value) => value ?? '–')].join(' ');

/** Title, events, state, calls to the browser and emitted events since the last event, and a part of the context. */
type AddressScenario = [what: string, events: EventOrDelay[], state: string, told: string, context?: object];

test.each<AddressScenario>([
  ['a hash requests its dialog, and marks its entry', [hash], 'released', 'replace connect – 1, requested connect'],
  ['a marked entry requests its dialog, and is not marked again', [first], 'released', 'requested chain'],
  ['the hash is removed a turn later if no dialog opens', [first, 0], 'free', 'replace – – 0'],
  ['an entry stores the requested dialog until that opens', [accountHash, holds], 'held', 'replace connect account 1'],
  ['the requested dialog takes the entry', [accountHash, holds, releases, holdsAccount], 'held', 'replace account – 1'],
  ['an open dialog adds an entry if the hash names none', [holds], 'held', 'add connect – 1'],
  ['an open modal adds an entry without a dialog', [holdsModal], 'held', 'add – – 1'],
  ['going back closes the open dialog', [...isOpen, plain], 'held', 'left wallet', { dialog: null, depth: 0 }],
  ['going back to an entry with a dialog closes the open dialog as well', [...isTwice, own], 'held', 'left wallet'],
  [
    'a new hash requests its dialog, and the open one keeps its own',
    isTwice,
    'held',
    'replace account account 2, requested account, replace connect account 2',
  ],
  [
    'requesting the open dialog clears another request',
    [accountHash, holds, hash],
    'held',
    'replace connect – 2, requested connect, replace connect – 2',
  ],
  ['a dialog that opens over another one takes over its entry', [holds, holdsAccount], 'held', 'replace account – 1'],
  [
    'a dialog that took over an entry keeps it after the other one has closed',
    [holds, holdsAccount, releases],
    'held',
    '',
    { dialog: 'account', holder: sample.openAccountDialog },
  ],
  ['the modal closes when another dialog is open', [holds, holdsModal], 'held', 'left alpha'],
  [
    'the other open dialog keeps its entry when the modal closes',
    [holds, holdsModal, releasesModal],
    'held',
    '',
    { holder: sample.openConnectDialog },
  ],
  [
    'the modal closes when a hash names a dialog',
    [holdsModal, hash],
    'held',
    'replace connect – 2, left alpha, requested connect',
  ],
  ['closing a dialog goes back', [...isTwice, releases, 0], 'returning', 'leave'],
  [
    'closing a dialog goes back through all entries that it added',
    [...isTwice, releases, 0, changed({ ...sample.addedConnectEntry, goal: 'account' })],
    'returning',
    'leave',
  ],
  [
    'closing a dialog goes back to the entry before it',
    [...isTwice, releases, 0, own, plain],
    'free',
    '',
    { dialog: null, goal: null, depth: 0 },
  ],
  ['closing a dialog removes the hash of the first entry', [...isTwice, releases, 0, first], 'free', 'replace – – 0'],
  [
    'a dialog that opens in the turn in which another closes takes its entry',
    [...isOpen, releases, holdsAccount],
    'held',
    'replace account – 1',
  ],
  [
    'the page does not go back if another dialog took the entry',
    [...isOpen, releases, holdsAccount, 1_000],
    'held',
    '',
  ],
  [
    'a request while the page goes back is emitted at once',
    [...goesBack, accountHash],
    'returning',
    'replace account account 2, requested account',
  ],
  [
    'the page continues going back after a request',
    goesOn,
    'returning',
    'leave',
    { dialog: 'connect', goal: null, depth: 1 },
  ],
  ['a dialog that opens while the page goes back waits', [...goesBack, accountHash, holds, own], 'returning', 'leave'],
  [
    'a dialog that waited until the page has gone back gets an entry',
    [...goesBack, accountHash, holds, own, plain],
    'held',
    'add connect – 1',
  ],
  [
    'a modal that opens and closes while the page goes back has no effect',
    [...goesBack, holdsModal, releasesModal, plain],
    'free',
    '',
  ],
  ['going back may take 2 s', [...goesBack, 1_999], 'returning', ''],
  ['the hash is removed if going back takes longer than 2 s', [...goesBack, 2_000], 'free', 'replace – – 0'],
  [
    'another dialog reuses the entry if going back takes longer than 2 s',
    [...goesBack, holdsAccount, 2_000],
    'held',
    'replace account – 1',
  ],
  [
    'a link followed while the page goes back replaces the stored request',
    [...goesBack, { type: 'request', dialog: 'chain' }],
    'returning',
    'requested chain',
    { goal: 'chain' },
  ],
  ['an entry without a dialog clears the stored dialog', [hash, plain], 'released', '', { dialog: null, depth: 0 }],
  ['an entry without a dialog is not written again', [...goesBack, plain], 'free', ''],
  ['after a reload with an open modal, the page goes back', [changed(sample.addedModalEntry), 0], 'returning', 'leave'],
])('the address machine updates browser history for dialogs: %s', async (_, events, state, calls, context = {}) => {
  const { told, play, snapshot } = start();
  for (const event of events) {
    told.length = 0;
    await play([event]);
  }
  expect(snapshot()).toMatchObject({ value: state, context });
  expect(
    told
      .map(describeMessage)
      .join(', ')
      .replaceAll(/(entry|dialog|visitor)\./g, ''),
  ).toBe(calls);
});
