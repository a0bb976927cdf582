import { describe, expect, test } from 'vitest';
import { type AnyEventObject, fromCallback, fromPromise } from 'xstate';
import type { Profile } from '#domain/profile';
import { accountMachine } from '#machines/account';
import { perform } from '../perform';
import { proveAll } from '../tier';
import { done, failed } from '../words';
import { accountWorld, lacking, profile, sender } from '../worlds';

const UNREAD = { is: 'loading' };
const unread = { name: UNREAD, avatar: UNREAD, balance: UNREAD };

const copy = { type: 'copy' } as const;
const leave = { type: 'leave' } as const;
const close = { type: 'close' } as const;
const retry = { type: 'retry' } as const;
const read = (profile: Profile) => ({ type: 'profile.read', profile });
const copied = done('copyAddress');
const denied = failed('copyAddress', new Error('denied'));

/** The dialog after `events`. */
async function begun(events: AnyEventObject[] = []) {
  const { send, ...rest } = perform(accountMachine, { input: sender });
  for (const event of events) await send(event);
  return { ...rest, send };
}

/** One time that the clipboard was asked. */
interface Question {
  input: unknown;
  signal: AbortSignal;
  answer(): void;
  giveUp(error: unknown): void;
}

const heard = () => new Promise((resolve) => setTimeout(resolve));

/** The dialog, every question that it asked of the clipboard, and all that its reader was told. */
function staged() {
  const questions: Question[] = [];
  const told: AnyEventObject[] = [];
  let stopped = 0;
  let readers = 0;
  let say = (_: AnyEventObject) => {};
  const copyAddress = fromPromise<void, { address: string }>(
    ({ input, signal }) =>
      new Promise((answer, giveUp) => {
        questions.push({ input, signal, answer, giveUp });
      }),
  );
  const watchProfile = fromCallback<AnyEventObject, { address: string; chainId: number }>(({ sendBack, receive }) => {
    readers += 1;
    say = sendBack;
    receive((event) => told.push(event));
    return () => {
      stopped += 1;
    };
  });
  const { actor, clock, snapshot } = perform(accountMachine, { input: sender, actors: { copyAddress, watchProfile } });
  return {
    actor,
    clock,
    snapshot,
    questions,
    told,
    say: (event: AnyEventObject) => say(event),
    reader: () => ({ readers, stopped }),
  };
}

describe('account', () => {
  const { coverage, walks, complete } = proveAll('live', accountMachine, accountWorld);

  for (const { title, input, follow } of walks)
    test(title, async () => {
      const { stop, given, ...life } = perform(accountMachine, { input, coverage });
      await follow({
        ...life,
        states: {
          '*': ({ context: { profile: shown, ...account } }) => {
            expect(account).toEqual(sender);
            expect(given('watchProfile')).toEqual(sender);
            expect([unread, profile, lacking]).toContainEqual(shown);
          },
          idle: ({ tags, status }) => expect([tags.size, status]).toEqual([0, 'active']),
          copying: ({ tags }) => {
            expect(given('copyAddress')).toEqual({ address: sender.address });
            expect([...tags]).toEqual(['busy']);
          },
          copied: ({ tags, status }) => expect([tags.size, status]).toEqual([0, 'active']),
          refused: ({ tags, status }) => expect([tags.size, status]).toEqual([0, 'active']),
          toNetworks: ({ output, status }) =>
            expect([output, status]).toEqual([{ leave: false, networks: true }, 'done']),
          closed: ({ output, status }) => expect([output, status]).toEqual([{ leave: false, networks: false }, 'done']),
          left: ({ output, status }) => expect([output, status]).toEqual([{ leave: true, networks: false }, 'done']),
        },
      });
      stop();
    });

  test('takes every transition', complete);
});

/** How to get into each state that lasts. */
const states: [string, AnyEventObject[]][] = [
  ['idle', []],
  ['copying', [copy]],
  ['copied', [copy, copied]],
  ['refused', [copy, denied]],
];

describe('account, as was decided', () => {
  test.each([
    ['copied', 'the clipboard has taken it', copied],
    ['refused', 'the browser does not let it', denied],
    ['refused', 'the browser says nothing of why', failed('copyAddress')],
  ])('Copy waits for the clipboard; "%s" for 1500 ms when %s', async (state, _, outcome) => {
    const { clock, send, snapshot } = await begun([copy]);
    expect(snapshot().value).toBe('copying');
    clock.increment(9_999);
    expect(snapshot().value).toBe('copying');
    await send(outcome);
    expect(snapshot().value).toBe(state);
    clock.increment(1_499);
    expect(snapshot().value).toBe(state);
    clock.increment(1);
    expect(snapshot().value).toBe('idle');
  });

  test('a clipboard that does not answer within 10 s has refused, and is not waited for', async () => {
    const { actor, clock, questions, snapshot } = staged();
    actor.send(copy);
    clock.increment(9_999);
    expect(snapshot().value).toBe('copying');
    clock.increment(1);
    expect([snapshot().value, questions[0]?.signal.aborted]).toEqual(['refused', true]);
    const before = snapshot();
    questions[0]?.answer();
    await heard();
    expect(snapshot()).toBe(before);
    clock.increment(1_500);
    expect(snapshot().value).toBe('idle');
  });

  test('copying again asks anew, and the earlier answer counts no more', async () => {
    for (const late of ['answer', 'giveUp'] as const) {
      const { actor, clock, questions, snapshot } = staged();
      for (let i = 0; i < 3; i++) actor.send({ type: 'copy' });
      expect(questions.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
      clock.increment(9_999);
      expect(snapshot().value).toBe('copying');
      for (const question of questions.slice(0, 2)) question[late](new Error('late'));
      await heard();
      expect(snapshot().value).toBe('copying');
      questions[2]?.answer();
      await heard();
      expect(snapshot().value).toBe('copied');
    }
  });

  test('the limit of 10 s begins anew with each try', async () => {
    const { actor, clock, snapshot } = staged();
    actor.send({ type: 'copy' });
    clock.increment(6_000);
    actor.send({ type: 'copy' });
    clock.increment(9_999);
    expect(snapshot().value).toBe('copying');
    clock.increment(1);
    expect(snapshot().value).toBe('refused');
  });

  test.each([
    ['copied', copied],
    ['refused', denied],
  ])('who copies again while it is "%s" is answered anew, for the whole moment', async (state, outcome) => {
    const { clock, send, snapshot } = await begun([copy, outcome]);
    clock.increment(1_000);
    await send(copy);
    expect(snapshot().value).toBe('copying');
    await send(outcome);
    clock.increment(1_499);
    expect(snapshot().value).toBe(state);
    clock.increment(1);
    expect(snapshot().value).toBe('idle');
  });

  test('the clipboard is asked inside the click, for the address as it is', () => {
    const { actor, questions } = staged();
    actor.send({ type: 'copy' });
    expect(questions.map(({ input }) => input)).toEqual([{ address: sender.address }]);
  });

  test.each(states)('what the network knows comes in meanwhile: %s', async (state, events) => {
    const { send, snapshot } = await begun(events);
    expect(snapshot().context.profile).toEqual(unread);
    const part = { ...unread, name: profile.name } as Profile;
    for (const news of [part, profile]) {
      await send(read(news));
      expect([snapshot().value, snapshot().context.profile]).toEqual([state, news]);
    }
  });

  test('news disturbs neither the clipboard nor the moment that an answer is shown', async () => {
    const { actor, clock, questions, say, snapshot } = staged();
    actor.send({ type: 'copy' });
    clock.increment(9_000);
    say(read(profile));
    expect([questions.length, questions[0]?.signal.aborted]).toEqual([1, false]);
    questions[0]?.answer();
    await heard();
    clock.increment(1_400);
    say(read(profile));
    clock.increment(100);
    expect(snapshot().value).toBe('idle');
  });

  test.each(states)('Retry is passed on to the reader, and to the one that there is: %s', async (state, events) => {
    const { actor, questions, reader, say, snapshot, told } = staged();
    say(read(lacking));
    for (const event of events) {
      if (event === copied) questions.at(-1)?.answer();
      else if (event === denied) questions.at(-1)?.giveUp(new Error('denied'));
      else actor.send(copy);
      await heard();
    }
    expect(snapshot().value).toBe(state);
    for (let i = 0; i < 2; i++) actor.send({ type: 'retry' });
    expect([snapshot().value, told]).toEqual([state, [retry, retry]]);
    expect(reader()).toEqual({ readers: 1, stopped: 0 });
  });

  test('what is not lacking is not read again', () => {
    const { actor, say, told } = staged();
    actor.send(retry);
    say(read(profile));
    actor.send(retry);
    expect(told).toEqual([]);
  });

  test.each(states)('it can be closed at once: %s', async (_, events) => {
    const { actor, snapshot } = await begun(events);
    actor.send(close);
    expect(snapshot()).toMatchObject({ status: 'done', value: 'closed', output: { leave: false, networks: false } });
  });

  test.each(states)('Disconnect ends it at once: %s', async (_, events) => {
    const { actor, snapshot } = await begun(events);
    actor.send(leave);
    expect(snapshot()).toMatchObject({ status: 'done', value: 'left', output: { leave: true, networks: false } });
  });

  test.each([close, leave])('whoever has gone is told nothing, and nobody reads for them: %j', async (ending) => {
    const { actor, clock, questions, reader, say, snapshot } = staged();
    actor.send({ type: 'copy' });
    actor.send(ending);
    expect(reader()).toEqual({ readers: 1, stopped: 1 });
    expect(questions[0]?.signal.aborted).toBe(true);
    const before = snapshot();
    questions[0]?.answer();
    say(read(profile));
    await heard();
    clock.increment(20_000);
    expect(snapshot()).toBe(before);
    expect(questions).toHaveLength(1);
  });
});
