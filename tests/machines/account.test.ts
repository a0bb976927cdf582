import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Profile } from '#domain/profile';
import { accountMachine } from '#machines/account';
import { clipboardMachine } from '#machines/clipboard';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { accountWorld, incompleteProfiles, sampleProfile } from '../samples/account';
import { sampleSender } from '../samples/connections';

const UNREAD = { is: 'loading' };
const unread = { name: UNREAD, avatar: UNREAD, balance: UNREAD };

const retry = { type: 'retry' } as const;
const read = (profile: Profile) => ({ type: 'profile.read', profile });

/** Starts the account machine. Returns it with the events that were sent to the actor that reads the account. */
function staged() {
  const told: AnyEventObject[] = [];
  let stopped = 0;
  let readers = 0;
  let say = (_: AnyEventObject) => {};
  const watchProfile = fromCallback<AnyEventObject, { address: string; chainId: number }>(({ sendBack, receive }) => {
    readers += 1;
    say = sendBack;
    receive((event) => told.push(event));
    return () => {
      stopped += 1;
    };
  });
  const copyText = fromPromise<void, { text: string }>(() => new Promise(() => {}));
  const actors = { watchProfile, clipboard: clipboardMachine.provide({ actors: { copyText } }) };
  return {
    ...perform(accountMachine, { input: sampleSender, actors }),
    told,
    say: (event: AnyEventObject) => say(event),
    reader: () => ({ readers, stopped }),
  };
}

testLive(accountMachine, accountWorld, ({ given }) => ({
  '*': ({ context: { profile: shown, ...account } }) => {
    expect(account).toEqual(sampleSender);
    expect(given('watchProfile')).toEqual(sampleSender);
    expect([unread, sampleProfile, incompleteProfiles]).toContainEqual(shown);
  },
  shown: ({ tags, status }) => expect([tags.size, status]).toEqual([0, 'active']),
  toNetworks: ({ output, status }) => expect([output, status]).toEqual(['networks', 'done']),
  closed: ({ output, status }) => expect([output, status]).toEqual(['closed', 'done']),
  left: ({ output, status }) => expect([output, status]).toEqual(['left', 'done']),
}));

describe('rules of the account machine', () => {
  test('reading the profile stores name, picture and balance as each arrives', () => {
    const { say, snapshot } = staged();
    expect(snapshot().context.profile).toEqual(unread);
    const part = { ...unread, name: sampleProfile.name } as Profile;
    for (const news of [part, sampleProfile]) {
      say(read(news));
      expect(snapshot()).toMatchObject({ value: 'shown', context: { profile: news } });
    }
  });

  test('Retry is sent to the actor that reads the profile', () => {
    const { actor, reader, say, told } = staged();
    say(read(incompleteProfiles));
    for (let i = 0; i < 2; i++) actor.send({ type: 'retry' });
    expect(told).toEqual([retry, retry]);
    expect(reader()).toEqual({ readers: 1, stopped: 0 });
  });

  test('Retry does not read a profile again that was read without errors', () => {
    const { actor, say, told } = staged();
    actor.send(retry);
    say(read(sampleProfile));
    actor.send(retry);
    expect(told).toEqual([]);
  });
});
