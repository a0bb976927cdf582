import { expect, test } from 'vitest';
import { accountMachine } from '#machines/account';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { accountSamples, profileWithoutBalance, sampleProfile } from '../samples/account';
import { sampleSender } from '../samples/connections';
import { checkScenario, type MachineScenario, recordMessages } from './scenarios';

const UNREAD = { is: 'loading' };
const unread = { name: UNREAD, avatar: UNREAD, balance: UNREAD };

testLive(accountMachine, accountSamples, ({ given }) => ({
  '*': ({ context: { profile: shown, ...account } }) => {
    expect(account).toEqual(sampleSender);
    expect(given('watchProfile')).toEqual(sampleSender);
    expect([unread, sampleProfile, profileWithoutBalance]).toContainEqual(shown);
  },
  shown: ({ tags, status }) => expect([tags.size, status]).toEqual([0, 'active']),
  toNetworks: ({ output, status }) => expect([output, status]).toEqual(['networks', 'done']),
  closed: ({ output, status }) => expect([output, status]).toEqual(['closed', 'done']),
  left: ({ output, status }) => expect([output, status]).toEqual(['left', 'done']),
}));

const read = (profile: object) => ({ type: 'profile.read', profile });
const part = { ...unread, name: sampleProfile.name };

test.each<MachineScenario>([
  ['has no field of the profile at first', [], 'shown', { profile: unread }],
  ['stores the fields that have arrived', [read(part)], 'shown', { profile: part }],
  ['stores the remaining fields later', [read(part), read(sampleProfile)], 'shown', { profile: sampleProfile }],
])('the account machine stores arriving profile fields: it %s', checkScenario(accountMachine, { input: sampleSender }));

test.each<[what: string, events: EventOrDelay[], retries: number]>([
  ['pressed twice after a failure', [read(profileWithoutBalance), 'retry', 'retry'], 2],
  ['pressed without a failure', ['retry', read(sampleProfile), 'retry'], 0],
])('Retry reads the profile again only if reading it failed: it is %s', async (_, events, retries) => {
  const { line: watchProfile, told } = recordMessages();
  await perform(accountMachine, { input: sampleSender, actors: { watchProfile } }).play(events);
  expect(told).toEqual(Array.from({ length: retries }, () => ({ type: 'retry' })));
});
