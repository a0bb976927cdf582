import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type AnyEventObject, createActor, createMachine } from 'xstate';
import { holdAddressForDialog, linkToActor } from '#machines/system';

let warned: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => warned.mockRestore());

const listener = (heard: AnyEventObject[]) =>
  createMachine({ on: { '*': { actions: ({ event }) => void heard.push(event) } } });

/** A dialog that sends events to the connection machine, and occupies the URL's hash. `close` ends it. */
const dialog = createMachine({
  invoke: [
    { src: linkToActor('connection'), input: { last: { type: 'leave' } } },
    { src: holdAddressForDialog, input: { dialog: 'connect' } },
  ],
  initial: 'open',
  states: { open: { on: { close: 'closed' } }, closed: { type: 'final' } },
});

/** Starts a page whose machines stop in the order of `ids`. */
function started(ids: readonly ('connection' | 'address' | 'dialog')[]) {
  const heard: AnyEventObject[] = [];
  const parts = { connection: listener(heard), address: listener(heard), dialog };
  const invoke = ids.map((id) => ({ id, systemId: id, src: parts[id] }));
  const page = createActor(createMachine({ invoke })).start();
  heard.length = 0;
  return { page, types: () => heard.map(({ type }) => type) };
}

const connectionFirst = ['connection', 'address', 'dialog'] as const;

test('a stopped machine sends its closing events, `leave` and `release`, to the others', () => {
  const { page, types } = started(connectionFirst);
  page.getSnapshot().children.dialog?.send({ type: 'close' });
  expect(types()).toEqual(['leave', 'release']);
});

test('a stopping page sends no event to a machine that has already stopped', () => {
  const { page, types } = started(connectionFirst);
  page.stop();
  expect([types(), warned.mock.calls]).toEqual([[], []]);
});
