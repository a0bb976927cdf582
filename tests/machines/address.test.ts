import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback } from 'xstate';
import type { DialogName } from '#domain/dialog';
import { addressMachine } from '#machines/address';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import {
  accountDialog,
  addressWorld,
  alphaModal,
  firstEntry,
  modalEntry,
  newAccountEntry,
  newEntry,
  ownEntry,
  plainEntry,
  walletDialog,
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

/** Sends `events`. Returns the machine with its emitted events and calls since the last event. */
async function reached(...events: AnyEventObject[]) {
  const life = start();
  for (const event of events) {
    life.told.length = life.emitted.length = 0;
    await life.send(event);
  }
  return life;
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

describe('a URL hash that names a dialog', () => {
  test("a hash requests its dialog, and marks the new history entry as the page's own", async () => {
    const { emitted, told } = await reached(changed(newEntry));
    expect(emitted).toEqual([requested('connect')]);
    expect(told).toEqual([replaced('connect', 1)]);
  });

  test('a marked entry requests the dialog that it stores, and is not marked again', async () => {
    const { emitted, told } = await reached(changed(firstEntry));
    expect(emitted).toEqual([requested('chain')]);
    expect(told).toEqual([]);
  });

  test('the hash is removed one event-loop turn later if no dialog opens', async () => {
    const { clock, snapshot, told } = await reached(changed(firstEntry));
    clock.increment(0);
    expect(snapshot().value).toBe('free');
    expect(told).toEqual([replaced(null, 0)]);
  });

  test('an entry stores the requested dialog until that dialog itself opens', async () => {
    const { told, send } = await reached(changed(newAccountEntry), hold(walletDialog));
    expect(told).toEqual([replaced('connect', 1, 'account')]);
    told.length = 0;
    for (const event of [release(walletDialog), hold(accountDialog)]) await send(event);
    expect(told).toEqual([replaced('account', 1)]);
  });
});

describe('an open dialog and the address', () => {
  test('an open dialog adds a history entry if the hash names none', async () => {
    expect((await reached(hold(walletDialog))).told).toEqual([added('connect', 1)]);
    expect((await reached(hold(alphaModal))).told).toEqual([added(null, 1)]);
  });

  test('going back in the history emits `visitor.left` for the open dialog', async () => {
    const { emitted } = await reached(changed(newEntry), hold(walletDialog), changed(plainEntry));
    expect(emitted).toEqual([left(walletDialog)]);
  });

  test('going back to an entry that names a dialog emits `visitor.left` as well', async () => {
    const events = [changed(newEntry), hold(walletDialog), changed(newAccountEntry), changed(ownEntry)];
    const { emitted } = await reached(...events);
    expect(emitted).toEqual([left(walletDialog)]);
  });

  test('a new hash requests its dialog, and the open dialog keeps its own hash', async () => {
    const { emitted, told, snapshot } = await reached(changed(newEntry), hold(walletDialog), changed(newAccountEntry));
    expect(emitted).toEqual([requested('account')]);
    expect(told).toEqual([replaced('account', 2, 'account'), replaced('connect', 2, 'account')]);
    expect(snapshot().value).toBe('held');
  });

  test('requesting the open dialog itself clears the stored request for another one', async () => {
    const events = [changed(newAccountEntry), hold(walletDialog), changed(newEntry)];
    expect((await reached(...events)).told.at(-1)).toEqual(replaced('connect', 2));
  });

  test('the last opened dialog keeps its address when an earlier one closes', async () => {
    const { snapshot } = await reached(hold(walletDialog), hold(accountDialog), release(walletDialog));
    expect(snapshot()).toMatchObject({ value: 'held', context: { holder: accountDialog } });
  });

  test('the alpha modal closes when another dialog is open', async () => {
    const { emitted, snapshot } = await reached(hold(walletDialog), hold(alphaModal));
    expect(emitted).toEqual([left(alphaModal)]);
    expect(snapshot().context.holder).toEqual(walletDialog);
  });

  test('the alpha modal closes when a hash names a dialog', async () => {
    const { emitted } = await reached(hold(alphaModal), changed(newEntry));
    expect(emitted).toEqual([left(alphaModal), requested('connect')]);
  });
});

describe('a closed dialog and the address', () => {
  const closed = async (...events: AnyEventObject[]) => {
    const life = await reached(...events, release(walletDialog));
    life.clock.increment(0);
    return life;
  };
  const twice = [changed(newEntry), hold(walletDialog), changed(newAccountEntry)];

  test('closing a dialog goes back through all history entries that it added', async () => {
    const { send, snapshot, told } = await closed(...twice);
    expect(told).toEqual([leave]);
    await send(changed({ ...ownEntry, goal: 'account' }));
    expect(told).toEqual([leave, leave]);
    await send(changed(plainEntry));
    expect(snapshot()).toMatchObject({ value: 'free', context: { dialog: null, goal: null, depth: 0 } });
  });

  test('closing a dialog removes the hash with which the page was loaded', async () => {
    const { send, told } = await closed(...twice);
    told.length = 0;
    await send(changed(firstEntry));
    expect(told).toEqual([replaced(null, 0)]);
  });

  test('closing a dialog does not go back if another one opens in the same turn', async () => {
    const life = await reached(changed(newEntry), hold(walletDialog), release(walletDialog), hold(accountDialog));
    life.clock.increment(1_000);
    expect(life.told).toEqual([replaced('account', 1)]);
  });

  test('a request that arrives while the page goes back is emitted at once', async () => {
    const { send, snapshot, told, emitted } = await closed(changed(newEntry), hold(walletDialog));
    for (const event of [changed(newAccountEntry), hold(walletDialog)]) await send(event);
    expect(emitted).toEqual([requested('account')]);
    expect(snapshot().value).toBe('returning');
    told.length = 0;
    for (const event of [changed(ownEntry), changed(plainEntry)]) await send(event);
    expect(told).toEqual([leave, added('connect', 1)]);
    expect(snapshot().value).toBe('held');
  });

  test('a dialog that opens and closes while the page goes back has no effect', async () => {
    const { send, snapshot } = await closed(changed(newEntry), hold(walletDialog));
    for (const event of [hold(alphaModal), release(alphaModal), changed(plainEntry)]) await send(event);
    expect(snapshot().value).toBe('free');
  });

  test('the hash is removed if the browser does not go back within 2 s', async () => {
    const { clock, snapshot, told } = await closed(changed(newEntry), hold(walletDialog));
    told.length = 0;
    clock.increment(1_999);
    expect(snapshot().value).toBe('returning');
    clock.increment(1);
    expect(snapshot().value).toBe('free');
    expect(told).toEqual([replaced(null, 0)]);
  });

  test('another dialog reuses the entry if the browser does not go back within 2 s', async () => {
    const { clock, send, snapshot, told } = await closed(changed(newEntry), hold(walletDialog));
    await send(hold(accountDialog));
    clock.increment(2_000);
    expect(snapshot().value).toBe('held');
    expect(told.at(-1)).toEqual(replaced('account', 1));
  });

  test('a link that requests another dialog while the page goes back wins', async () => {
    const { emitted, send, snapshot } = await closed(changed(newEntry), hold(walletDialog));
    await send({ type: 'request', dialog: 'chain' });
    expect(emitted).toEqual([requested('chain')]);
    expect(snapshot().context.goal).toBe('chain');
  });
});

describe('the history entry in the context', () => {
  const returning = async (...events: AnyEventObject[]) => {
    const life = await reached(changed(newEntry), hold(walletDialog), release(walletDialog));
    life.clock.increment(0);
    life.told.length = 0;
    for (const event of events) await life.send(event);
    return life;
  };

  test('going back to an entry without a dialog clears the stored dialog', async () => {
    const { snapshot } = await reached(changed(newEntry), changed(plainEntry));
    expect(snapshot()).toMatchObject({ value: 'released', context: { dialog: null, goal: null, depth: 0 } });
  });

  test('the context follows a hash that replaces the alpha modal', async () => {
    const { snapshot, told } = await reached(hold(alphaModal), changed(newEntry));
    expect(snapshot().context).toMatchObject({ dialog: 'connect', depth: 2 });
    expect(told).toEqual([replaced('connect', 2)]);
  });

  test('the context follows the visitor who goes back from a dialog', async () => {
    const { snapshot } = await reached(changed(newEntry), hold(walletDialog), changed(plainEntry));
    expect(snapshot().context).toMatchObject({ dialog: null, depth: 0 });
  });

  test('the context follows a hash that is set while the page goes back', async () => {
    const { snapshot, told } = await returning(changed(newAccountEntry));
    expect(snapshot()).toMatchObject({ value: 'returning', context: { dialog: 'account', goal: 'account', depth: 2 } });
    expect(told).toEqual([replaced('account', 2, 'account')]);
  });

  test("the context follows the entry below when the page goes back to a dialog's entry", async () => {
    const { snapshot } = await returning(changed(newAccountEntry), changed(ownEntry));
    expect(snapshot()).toMatchObject({ value: 'returning', context: { dialog: 'connect', goal: null, depth: 1 } });
  });

  test('an entry without a dialog is not written again when the page goes back to it', async () => {
    const { snapshot, told } = await returning(changed(plainEntry));
    expect([snapshot().value, told]).toEqual(['free', []]);
  });
});

test('a dialog that opens over another one takes over its entry', async () => {
  const { snapshot, told } = await reached(hold(walletDialog), hold(accountDialog));
  expect(told).toEqual([replaced('account', 1)]);
  expect(snapshot().context).toMatchObject({ dialog: 'account', depth: 1, holder: accountDialog });
});

test("after a reload with an open modal, the page goes back from the modal's entry", async () => {
  const { clock, told } = await reached(changed(modalEntry));
  clock.increment(0);
  expect(told).toEqual([leave]);
});
