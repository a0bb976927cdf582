import { describe, expect, test } from 'vitest';
import type { AnyActorRef, AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import {
  MESSAGE_FRESHNESS,
  MESSAGE_LIFETIME,
  type PreparedMessage,
  SESSION_LIFETIME,
  type SignedMessage,
} from '#domain/signIn';
import { signInMachine } from '#machines/signIn';
import { testLive } from '../engine/live';
import { exploreMachine } from '../engine/paths';
import { perform } from '../engine/perform';
import { delayOf, doneEvent, errorEvent, serializeValue } from '../engine/words';
import { activeNodesOf } from '../engine/xstate';
import { connectionElsewhere, rejectionError, sampleConnection } from '../samples/connections';
import { expiredMessage, latePreparedMessage, preparedMessage, signInWorld, wrongClock } from '../samples/signIn';
import { type RecordedRequest, recordingPort, waitForAnswers } from './questions';

const chains = [ETHEREUM];
const SIGNATURE = '0x5167';
const MINUTE = 60_000;

/** Returns the message of the `nth` attempt. */
const messageOf = (nth = 1): PreparedMessage => ({
  ...preparedMessage,
  message: `message ${nth}`,
  nonce: `nonce000${nth}`,
});
const preparedNow = (nth = 1) => doneEvent('prepareMessage', messageOf(nth));
const unprepared = errorEvent('prepareMessage', new Error('no nonce'));
const sign = { type: 'sign' };
const retry = { type: 'retry' };
const signature = doneEvent('requestSignature', SIGNATURE);
const takenBack = doneEvent('takeBack');
const late = new Error('late');

const takingBack = { idle: 'takingBack' } as const;
const preparing = { idle: 'preparing' };
const ready = { idle: 'ready' };
const fresh = { signing: 'fresh' };

async function start(events: AnyEventObject[] = [], asked = sampleConnection) {
  const { send, snapshot, ...rest } = perform(signInMachine, { input: { connection: asked, chains } });
  for (const event of events) await send(event);
  const failure = () => snapshot().context.failure;
  return { ...rest, send, snapshot, failure };
}

/** Starts the dialog. Returns it with all requests, answered or not. */
function staged(asked = sampleConnection) {
  const questions: RecordedRequest[] = [];
  const port = recordingPort(questions);
  const actors = { prepareMessage: port, requestSignature: port, verify: port, takeBack: port, switchChain: port };
  const { actor, snapshot, clock } = perform(signInMachine, { input: { connection: asked, chains }, actors });
  const of = (id: string) => questions.filter((question) => question.id === id);
  const answer = (id: string, output?: unknown) => {
    of(id).at(-1)?.answer(output);
    return waitForAnswers();
  };
  const giveUp = (id: string, error: unknown) => {
    of(id).at(-1)?.giveUp(error);
    return waitForAnswers();
  };
  return { actor, snapshot, clock, of, answer, giveUp };
}

/**
 * Returns how long a message can be in use, in ms, for each state that requests one. The use ends when the last request
 * that needs the message has been answered. It is endless if a state has no time limit, or can be repeated.
 */
function timesOfUse(): number[] {
  const world = { ...signInWorld, identify: (context: unknown) => context };
  const { key, situations } = exploreMachine(signInMachine, { connection: sampleConnection, chains }, world);
  const nextOf = (state: AnyMachineSnapshot) =>
    Object.values(situations.get(key(state))!.transitions).flatMap(({ state: next }) =>
      next.status === 'active' && next.context.prepared ? next : [],
    );
  const isUsed = ({ children }: AnyMachineSnapshot) =>
    Object.values(children).some((child) =>
      serializeValue((child as AnyActorRef).getSnapshot().input).includes(preparedMessage.nonce),
    );
  const leadsToUse = (state: AnyMachineSnapshot, seen = new Set<string>()): boolean =>
    isUsed(state) || nextOf(state).some((next) => !seen.has(key(next)) && leadsToUse(next, seen.add(key(next))));
  /** The limit of the outermost state also ends its child states. */
  const limitOf = (state: AnyMachineSnapshot) => {
    const nodes = activeNodesOf(state);
    const { id, after } = nodes.find(({ after }) => after.length) ?? nodes.at(-1)!;
    return { id, ms: Math.min(...after.map(({ delay }) => delayOf(signInMachine, String(delay), state))) };
  };
  const restFrom = (state: AnyMachineSnapshot, past: readonly string[]): number => {
    const rests = nextOf(state).map((next) => {
      const { id, ms } = limitOf(next);
      // The limit continues across the child states of one state.
      const isSame = id === limitOf(state).id;
      if (!leadsToUse(next)) return 0;
      if (past.includes(isSame ? key(next) : id)) return isSame ? 0 : Number.POSITIVE_INFINITY;
      return (isSame ? 0 : ms) + restFrom(next, [...past, key(next), id]);
    });
    return Math.max(0, ...rests);
  };
  const starts = [...situations.values()].filter(({ state }) => !state.context.prepared && nextOf(state).length);
  return starts.map(({ state }) => limitOf(state).ms + restFrom(state, [limitOf(state).id]));
}

testLive(signInMachine, signInWorld, ({ given, input }) => {
  const { connection } = input;
  const unasked = (...ids: string[]) => {
    for (const id of ids) expect(() => given(id)).toThrow(`${id} was never asked.`);
  };
  return {
    '*': ({ context }) => expect(context).toMatchObject({ connection, chains }),
    elsewhere: ({ context }) => {
      expect(context.prepared).toBeNull();
      unasked('prepareMessage', 'requestSignature', 'verify');
    },
    'elsewhere.ready': ({ context: { failure } }) => expect([null, 'switching']).toContain(failure),
    'elsewhere.switching': ({ context: { failure } }) => {
      expect(given('switchChain')).toEqual({ id: 1 });
      expect(failure).toBeNull();
    },
    idle: () => {
      expect(given('prepareMessage')).toEqual({ connection });
      unasked('switchChain');
    },
    'idle.preparing': ({ context }) => expect([context.prepared, context.signature]).toEqual([null, '']),
    'idle.ready': ({ context }) => expect(context.prepared?.message).toBe('message'),
    'idle.unprepared': ({ context: { failure } }) => expect(failure).toBe('preparing'),
    renewing: ({ context }) => {
      expect([context.prepared, context.failure]).toEqual([null, null]);
      expect(given('prepareMessage')).toEqual({ connection });
    },
    signing: ({ context: { failure, signature } }) => {
      expect(given('requestSignature')).toMatchObject({ connection, prepared: { message: 'message' } });
      expect([failure, signature]).toEqual([null, '']);
    },
    verifying: ({ context: { failure } }) => {
      expect(given('verify')).toMatchObject({
        connection,
        signed: { prepared: { message: 'message' }, signature: SIGNATURE },
      });
      expect(failure).toBeNull();
    },
    done: ({ output }) =>
      expect(output).toEqual({ address: connection.address, chainId: connection.chainId, life: SESSION_LIFETIME }),
    cancelled: ({ output }) => expect(output).toBeNull(),
  };
});

describe('rules of the signIn machine', () => {
  test.each([
    ['a rejection', null, errorEvent('requestSignature', rejectionError)],
    ['an error', 'signing', errorEvent('requestSignature', new Error('The relay does not answer.'))],
    ['no signature', 'oops', doneEvent('requestSignature', '0x516')],
  ])('a wallet that answers with %s leads back to idle, with the failure: %s', async (_, named, answer) => {
    const { send, snapshot, failure, given } = await start([preparedNow(), sign, answer]);
    expect([snapshot().value, failure(), snapshot().context.signature]).toEqual([preparing, named, '']);
    expect(() => given('verify')).toThrow('verify was never asked.');
    await send(preparedNow(2));
    expect([snapshot().value, failure()]).toEqual([ready, named]);
    await send(sign);
    expect([snapshot().value, failure()]).toEqual([fresh, null]);
  });

  test.each([
    ['verifying', 'a false result', doneEvent('verify', false)],
    ['verifying', 'a verification failure', errorEvent('verify', new Error('The node does not answer.'))],
    ['verifying', 'a failure without a word', errorEvent('verify')],
    ['oops', 'text', doneEvent('verify', 'yes')],
    ['oops', 'a number', doneEvent('verify', 1)],
    ['oops', 'nothing', doneEvent('verify', undefined)],
    ['oops', 'null', doneEvent('verify', null)],
    ['oops', 'an object', doneEvent('verify', { ok: true })],
  ])('a refused signature leads back to idle with the failure "%s": %s', async (named, _, answer) => {
    const { send, snapshot, failure } = await start([preparedNow(), sign, signature, answer]);
    if (snapshot().matches({ idle: 'takingBack' })) await send(takenBack);
    expect([snapshot().value, failure()]).toEqual([preparing, named]);
    await send(preparedNow(2));
    expect([snapshot().value, failure()]).toEqual([ready, named]);
    await send(sign);
    expect([snapshot().value, failure()]).toEqual([fresh, null]);
  });

  test.each<[string, AnyEventObject[], string[]]>([
    ['is taken back if the verification fails', [errorEvent('verify'), takenBack], ['verify.begun', 'verify.ended']],
    [
      'is taken back if the answer makes no sense',
      [doneEvent('verify', 'yes'), takenBack],
      ['verify.begun', 'verify.ended'],
    ],
    ['may be left if taking it back fails', [errorEvent('verify'), errorEvent('takeBack')], ['verify.begun']],
    ['does not exist if the signature is refused', [doneEvent('verify', false)], ['verify.begun', 'verify.ended']],
    ['does not exist if its dates are refused', [errorEvent('verify', wrongClock)], ['verify.begun', 'verify.ended']],
  ])('the session of a failed verification %s', async (_, events, told) => {
    const { actor, send, snapshot } = await start([preparedNow(), sign]);
    const emitted: string[] = [];
    actor.on('*', ({ type }) => emitted.push(type));
    for (const event of [signature, ...events]) await send(event);
    expect([snapshot().value, emitted]).toEqual([preparing, told]);
  });

  test('ending the session of a failed verification takes at most 15 s', async () => {
    const { clock, snapshot } = await start([preparedNow(), sign, signature, errorEvent('verify')]);
    clock.increment(14_999);
    expect(snapshot().value).toEqual(takingBack);
    clock.increment(1);
    expect(snapshot().value).toEqual(preparing);
  });

  test.each([
    ['an extension is asked for its account first', 'injected', false],
    ['a wallet that opens a window is asked at once', 'coinbase', true],
  ] as const)('the connection is refreshed before a signature: %s', async (_, connector, atOnce) => {
    const asked = { ...sampleConnection, wallet: { ...sampleConnection.wallet, connector } };
    const { given } = await start([preparedNow(), sign], asked);
    expect(given('requestSignature')).toMatchObject({ atOnce });
  });

  test('preparing the message can be retried, and signing is impossible before', async () => {
    const { send, snapshot, failure } = await start([unprepared, sign]);
    expect([snapshot().value, failure()]).toEqual([{ idle: 'unprepared' }, 'preparing']);
    await send(retry);
    expect([snapshot().value, failure()]).toEqual([preparing, null]);
  });

  test('a failure to prepare the message replaces the reason of the last failure', async () => {
    const { failure } = await start([preparedNow(), sign, errorEvent('requestSignature', { code: 4100 }), unprepared]);
    expect(failure()).toBe('preparing');
  });

  const limits: [string, AnyEventObject[], number, unknown, unknown, string | null][] = [
    ['preparing after 15 s', [], 15_000, preparing, { idle: 'unprepared' }, 'preparing'],
    ['hint after 15 s', [preparedNow(), sign], 15_000, fresh, { signing: 'slow' }, null],
    ['verifying error after 30 s', [preparedNow(), sign, signature], 30_000, 'verifying', takingBack, 'verifying'],
    ['a message that was not sent is replaced after 4 minutes', [preparedNow()], 4 * MINUTE, ready, preparing, null],
  ];
  test.each(limits)('each step of signing in has its time limit: %s', async (_, events, ms, before, after, named) => {
    const { clock, snapshot, failure } = await start(events);
    clock.increment(ms - 1);
    expect([snapshot().value, failure()]).toEqual([before, null]);
    clock.increment(1);
    expect([snapshot().value, failure()]).toEqual([after, named]);
  });

  test('a wallet without an answer for 5 minutes is a signing error', async () => {
    const { clock, snapshot, failure } = await start([preparedNow(), sign]);
    clock.increment(15_000);
    clock.increment(5 * MINUTE - 15_001);
    expect([snapshot().value, failure()]).toEqual([{ signing: 'slow' }, null]);
    clock.increment(1);
    expect([snapshot().value, failure()]).toEqual([preparing, 'signing']);
  });

  test('switching fails after 60 s without an answer', async () => {
    const { clock, snapshot, failure } = await start([{ type: 'switch' }], connectionElsewhere);
    clock.increment(MINUTE - 1);
    expect([snapshot().value, failure()]).toEqual([{ elsewhere: 'switching' }, null]);
    clock.increment(1);
    expect([snapshot().value, failure()]).toEqual([{ elsewhere: 'ready' }, 'switching']);
  });

  test('a message that is signed just before it expires can still be verified', () => {
    const { messageRenewalDelay } = signInMachine.implementations.delays as Record<string, number>;
    expect(messageRenewalDelay).toBe(MESSAGE_FRESHNESS);
    const longest = Math.max(...timesOfUse());
    expect(longest).toBeGreaterThan(MESSAGE_FRESHNESS);
    expect(longest).toBeLessThan(MESSAGE_LIFETIME);
  });

  describe('a message that has expired when it is sent', () => {
    const sentLate = async () => {
      const dialog = staged();
      await dialog.answer('prepareMessage', messageOf(1));
      dialog.actor.send({ type: 'sign' });
      await dialog.giveUp('requestSignature', expiredMessage);
      return dialog;
    };

    test('an expired message is replaced, and the wallet is asked to sign the new one', async () => {
      const { of, answer, snapshot } = await sentLate();
      expect([snapshot().value, snapshot().hasTag('busy'), snapshot().context.failure]).toEqual([
        'renewing',
        true,
        null,
      ]);
      await answer('prepareMessage', messageOf(2));
      expect(snapshot().value).toEqual(fresh);
      expect(of('requestSignature').at(-1)?.input).toMatchObject({
        connection: sampleConnection,
        prepared: messageOf(2),
      });
      await answer('requestSignature', SIGNATURE);
      await answer('verify', true);
      expect(snapshot().status).toBe('done');
    });

    test('an expired message waits for another press if a popup would be blocked', async () => {
      const { actor, of, answer, snapshot } = await sentLate();
      await answer('prepareMessage', latePreparedMessage);
      expect([snapshot().value, snapshot().context.failure]).toEqual([ready, 'expired']);
      expect(of('requestSignature')).toHaveLength(1);
      actor.send({ type: 'sign' });
      expect(of('requestSignature').at(-1)?.input).toMatchObject({
        connection: sampleConnection,
        prepared: latePreparedMessage,
      });
      expect(snapshot().context.failure).toBeNull();
    });

    test('an expired message that cannot be replaced is an error, and can be retried', async () => {
      const { actor, giveUp, snapshot } = await sentLate();
      await giveUp('prepareMessage', late);
      expect([snapshot().value, snapshot().context.failure]).toEqual([{ idle: 'unprepared' }, 'preparing']);
      actor.send({ type: 'retry' });
      expect(snapshot().value).toEqual(preparing);
    });

    test('replacing an expired message takes at most 15 s', async () => {
      const { clock, snapshot } = await sentLate();
      clock.increment(15_000 - 1);
      expect(snapshot().value).toBe('renewing');
      clock.increment(1);
      expect([snapshot().value, snapshot().context.failure]).toEqual([{ idle: 'unprepared' }, 'preparing']);
    });

    test('the visitor can leave while an expired message is replaced', async () => {
      const { actor, snapshot } = await sentLate();
      actor.send({ type: 'cancel' });
      expect(snapshot()).toMatchObject({ status: 'done', output: null });
    });
  });

  test('dates that the server refuses are reported as a wrong clock', async () => {
    const { snapshot, failure } = await start([preparedNow(), sign, signature, errorEvent('verify', wrongClock)]);
    expect([snapshot().value, failure()]).toEqual([preparing, 'clock']);
  });

  test('the wallet is called in the same tick as the click', async () => {
    const { actor, answer, of } = staged();
    await answer('prepareMessage', messageOf(1));
    actor.send({ type: 'sign' });
    expect(of('requestSignature').map(({ input }) => input)).toMatchObject([
      { connection: sampleConnection, prepared: messageOf(1) },
    ]);
  });

  test.each<[string, (dialog: ReturnType<typeof staged>) => unknown]>([
    ['declined', ({ giveUp }) => giveUp('requestSignature', rejectionError)],
    ['failed', ({ giveUp }) => giveUp('requestSignature', { code: -32603 })],
    ['no signature', ({ answer }) => answer('requestSignature', '0xabc')],
    [
      'clock refused',
      ({ answer, giveUp }) => answer('requestSignature', '0x').then(() => giveUp('verify', wrongClock)),
    ],
    ['timed out', ({ clock }) => clock.increment(5 * MINUTE)],
    ['refused', ({ answer }) => answer('requestSignature', SIGNATURE).then(() => answer('verify', false))],
    ['rubbish', ({ answer }) => answer('requestSignature', SIGNATURE).then(() => answer('verify', 1))],
    ['undecided', ({ answer, giveUp }) => answer('requestSignature', SIGNATURE).then(() => giveUp('verify', late))],
  ])('a nonce that was used or refused is replaced before the next attempt: %s', async (_, end) => {
    const dialog = staged();
    for (let nth = 1; nth < 4; nth++) {
      await dialog.answer('prepareMessage', messageOf(nth));
      dialog.actor.send({ type: 'sign' });
      await end(dialog);
      if (dialog.snapshot().matches(takingBack)) await dialog.answer('takeBack');
      expect(dialog.snapshot().value).toEqual(preparing);
      expect(dialog.of('prepareMessage')).toHaveLength(nth + 1);
    }
    const asked = dialog.of('requestSignature').map(({ input }) => (input as { prepared: PreparedMessage }).prepared);
    expect(asked).toEqual([1, 2, 3].map(messageOf));
    const proofs = dialog.of('verify').map(({ input }) => (input as { signed: SignedMessage }).signed.prepared.nonce);
    expect(new Set(proofs).size).toBe(proofs.length);
  });

  describe('on an unsupported network the dialog offers to switch', () => {
    const begin = { type: 'switch' };
    const offered = { elsewhere: 'ready' };

    test('on an unsupported network no message is prepared, and none can be sent', async () => {
      const { snapshot, given, send } = await start([], connectionElsewhere);
      expect([snapshot().value, snapshot().can({ type: 'switch' })]).toEqual([offered, true]);
      for (const event of [sign, retry]) await send(event);
      expect(snapshot().value).toEqual(offered);
      expect(() => given('prepareMessage')).toThrow();
    });

    test.each([
      ['declined', null, errorEvent('switchChain', rejectionError)],
      ['declined, in other words', null, errorEvent('switchChain', new Error('wrapped', { cause: { code: 4001 } }))],
      ['unknown to the wallet', 'switching', errorEvent('switchChain', { code: 4902 })],
      ['failed', 'switching', errorEvent('switchChain')],
    ])('a failed switch (%s) can be retried, and shows %j', async (_, named, outcome) => {
      const { send, snapshot, failure, given } = await start([begin], connectionElsewhere);
      expect([snapshot().value, given('switchChain')]).toEqual([{ elsewhere: 'switching' }, { id: 1 }]);
      await send(outcome);
      expect([snapshot().value, failure()]).toEqual([offered, named]);
      await send(begin);
      expect([snapshot().value, failure()]).toEqual([{ elsewhere: 'switching' }, null]);
    });

    test('a switch that the wallet has confirmed causes no failure', async () => {
      const { snapshot, failure } = await start([begin, doneEvent('switchChain')], connectionElsewhere);
      expect([snapshot().value, failure()]).toEqual([offered, null]);
    });

    test('the dialog offers to switch to the first configured network', () => {
      const input = { connection: { ...sampleConnection, chainId: 5 }, chains: [{ ...ETHEREUM, id: 10 }, ETHEREUM] };
      const { actor, given } = perform(signInMachine, { input });
      actor.send({ type: 'switch' });
      expect(given('switchChain')).toEqual({ id: 10 });
    });

    test('the visitor can sign in on every configured network', () => {
      const input = { connection: connectionElsewhere, chains: [ETHEREUM, { ...ETHEREUM, id: 137 }] };
      expect(perform(signInMachine, { input }).snapshot().value).toEqual(preparing);
    });
  });
});
