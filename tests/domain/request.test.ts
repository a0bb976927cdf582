import { expect, test } from 'vitest';
import { mergeDialogRequests, updateDialogRequest } from '#domain/request';
import { sampleConnection } from '../samples/connections';

const desktop = { phone: false };
const phone = { phone: true };
test.each([
  ['is the second if there is no first', null, { ...phone, dialog: 'chain' }, { ...phone, dialog: 'chain' }],
  ['has no field for a dialog that is undefined', null, { ...desktop, dialog: undefined }, desktop],
  [
    'keeps the layout of the first',
    { ...phone, dialog: 'account' },
    { ...desktop, dialog: 'chain' },
    { ...phone, dialog: 'chain' },
  ],
  ['names no dialog if the second names none', { ...desktop, dialog: 'account' }, desktop, desktop],
  [
    'stays marked as open',
    { ...desktop, opened: true },
    { ...desktop, dialog: 'chain' },
    { ...desktop, dialog: 'chain', opened: true },
  ],
])('merging two dialog requests takes the dialog of the second: the result %s', (_, before, next, after) =>
  expect(mergeDialogRequests(before as never, next as never)).toEqual(after),
);

const at = (type: string, connection: object | null = sampleConnection) => ({ type, connection }) as never;
const opened = { phone: false, dialog: 'account', opened: true } as const;
const leading = { phone: false, dialog: 'account' };
const finished = { ...opened, dialog: 'connect' } as const;

test.each([
  ['visitor.connected', sampleConnection],
  ['visitor.disconnecting', sampleConnection],
  ['visitor.disconnected', null],
])('a request that has not opened a dialog is kept after the event %s', (type, connection) => {
  const request = { phone: false } as const;
  expect(updateDialogRequest(request, at(type, connection))).toBe(request);
});

test.each([
  ['stays while the visitor is checked', opened, at('visitor.checking'), opened],
  ['stays while the visitor signs in', opened, at('visitor.unauthenticated'), opened],
  ['opens its goal next when the visitor is connected', opened, at('visitor.connected'), leading],
  ['ends when the visitor is connected, and has no goal', finished, at('visitor.connected'), null],
  ['ends when the visitor leaves', opened, at('visitor.disconnecting'), null],
  ['ends when the wallet is gone', opened, at('visitor.signingOut', null), null],
] as const)('a request whose dialog has opened stays or ends with the connection: it %s', (_, request, step, after) =>
  expect(updateDialogRequest(request, step)).toEqual(after),
);

test('updateDialogRequest() returns null without a request', () =>
  expect(updateDialogRequest(null, at('visitor.connected'))).toBeNull());
