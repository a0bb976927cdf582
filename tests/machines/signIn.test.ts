import { describe, expect, test } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { ETHEREUM } from '#domain/chain';
import { MESSAGE_FRESHNESS, MESSAGE_LIFETIME, type PreparedMessage, SESSION_LIFETIME } from '#domain/signIn';
import { signInMachine } from '#machines/signIn';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { connectionElsewhere, rejectionError, sampleConnection } from '../samples/connections';
import {
  expiredMessageError,
  latePreparedMessage,
  samplePreparedMessage,
  signInWorld,
  wrongClockError,
} from '../samples/signIn';

const chains = [ETHEREUM];
const SIGNATURE = '0x5167';
const MINUTE = 60_000;

/** Returns the message of the `nth` attempt. */
const messageOf = (nth = 1): PreparedMessage => ({
  ...samplePreparedMessage,
  message: `message ${nth}`,
  nonce: `nonce000${nth}`,
});
const preparedNow = (nth = 1) => createDoneEvent('prepareMessage', messageOf(nth));
const unprepared = createErrorEvent('prepareMessage', new Error('no nonce'));
const sign = { type: 'sign' };
const retry = { type: 'retry' };
const signature = createDoneEvent('requestSignature', SIGNATURE);
const takenBack = createDoneEvent('takeBack');
const lost = createErrorEvent('verify');
const expired = createErrorEvent('requestSignature', expiredMessageError);

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
    ['a rejection', null, createErrorEvent('requestSignature', rejectionError)],
    ['an error', 'signing', createErrorEvent('requestSignature', new Error('The relay does not answer.'))],
    ['no signature', 'oops', createDoneEvent('requestSignature', '0x516')],
  ])('a wallet that answers %s leads back to idle, with the failure: %s', async (_, named, answer) => {
    const { send, snapshot, failure, given } = await start([preparedNow(), sign, answer]);
    expect([snapshot().value, failure(), snapshot().context.signature]).toEqual([preparing, named, '']);
    expect(() => given('verify')).toThrow('verify was never asked.');
    await send(preparedNow(2));
    expect([snapshot().value, failure()]).toEqual([ready, named]);
    await send(sign);
    expect([snapshot().value, failure()]).toEqual([fresh, null]);
    expect(given('requestSignature')).toMatchObject({ prepared: messageOf(2) });
  });

  test.each([
    ['verifying', 'a false result', createDoneEvent('verify', false)],
    ['verifying', 'a verification failure', createErrorEvent('verify', new Error('The node does not answer.'))],
    ['verifying', 'a failure without a word', createErrorEvent('verify')],
    ['oops', 'text', createDoneEvent('verify', 'yes')],
    ['oops', 'a number', createDoneEvent('verify', 1)],
    ['oops', 'null', createDoneEvent('verify', null)],
  ])('a refused signature leads back to idle with the failure "%s": %s', async (named, _, answer) => {
    const { send, snapshot, failure, given } = await start([preparedNow(), sign, signature, answer]);
    if (snapshot().matches({ idle: 'takingBack' })) await send(takenBack);
    expect([snapshot().value, failure()]).toEqual([preparing, named]);
    await send(preparedNow(2));
    expect([snapshot().value, failure()]).toEqual([ready, named]);
    await send(sign);
    expect([snapshot().value, failure()]).toEqual([fresh, null]);
    expect(given('requestSignature')).toMatchObject({ prepared: messageOf(2) });
  });

  test.each<[string, AnyEventObject[], string[]]>([
    ['is taken back if the verification fails', [lost, takenBack], ['verify.begun', 'verify.ended']],
    [
      'is taken back if the answer makes no sense',
      [createDoneEvent('verify', 'yes'), takenBack],
      ['verify.begun', 'verify.ended'],
    ],
    ['may be left if taking it back fails', [lost, createErrorEvent('takeBack')], ['verify.begun']],
    [
      'does not exist if the signature is refused',
      [createDoneEvent('verify', false)],
      ['verify.begun', 'verify.ended'],
    ],
    [
      'does not exist if its dates are refused',
      [createErrorEvent('verify', wrongClockError)],
      ['verify.begun', 'verify.ended'],
    ],
  ])('the session that a failed verification may have started %s', async (_, events, told) => {
    const { actor, send, snapshot } = await start([preparedNow(), sign]);
    const emitted: string[] = [];
    actor.on('*', ({ type }) => emitted.push(type));
    for (const event of [signature, ...events]) await send(event);
    expect([snapshot().value, emitted]).toEqual([preparing, told]);
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

  test('a failure to prepare the message replaces the reason of the failure before', async () => {
    const { failure } = await start([
      preparedNow(),
      sign,
      createErrorEvent('requestSignature', { code: 4100 }),
      unprepared,
    ]);
    expect(failure()).toBe('preparing');
  });

  const limits: [string, AnyEventObject[], number, unknown, unknown, string | null][] = [
    ['preparing after 15 s', [], 15_000, preparing, { idle: 'unprepared' }, 'preparing'],
    ['hint after 15 s', [preparedNow(), sign], 15_000, fresh, { signing: 'slow' }, null],
    ['signing error after 5 minutes', [preparedNow(), sign], 5 * MINUTE, { signing: 'slow' }, preparing, 'signing'],
    ['verifying error after 30 s', [preparedNow(), sign, signature], 30_000, 'verifying', takingBack, 'verifying'],
    ['taking back after 15 s', [preparedNow(), sign, signature, lost], 15_000, takingBack, preparing, 'verifying'],
    ['a message that was not sent is replaced after 4 minutes', [preparedNow()], 4 * MINUTE, ready, preparing, null],
    ['renewing after 15 s', [preparedNow(), sign, expired], 15_000, 'renewing', { idle: 'unprepared' }, 'preparing'],
  ];
  test.each(limits)('each step of signing in has its time limit: %s', async (_, events, ms, before, after, named) => {
    const { clock, snapshot, failure } = await start(events);
    clock.increment(ms - 1);
    expect(snapshot().value).toEqual(before);
    clock.increment(1);
    expect([snapshot().value, failure()]).toEqual([after, named]);
  });

  test('a message that is signed just before it expires can still be verified', () => {
    const delays = signInMachine.implementations.delays as Record<string, number>;
    expect(delays.messageRenewalDelay).toBe(MESSAGE_FRESHNESS);
    const longest = MESSAGE_FRESHNESS + delays.walletReplyTimeout! + delays.verifyTimeout!;
    expect(longest).toBeLessThan(MESSAGE_LIFETIME);
  });

  describe('a message that has expired when it is sent', () => {
    const sentLate = (...events: AnyEventObject[]) => start([preparedNow(), sign, expired, ...events]);

    test('an expired message is replaced, and the wallet is asked to sign the new one', async () => {
      const { send, snapshot, failure, given } = await sentLate();
      expect([snapshot().value, snapshot().hasTag('busy'), failure()]).toEqual(['renewing', true, null]);
      await send(preparedNow(2));
      expect(snapshot().value).toEqual(fresh);
      expect(given('requestSignature')).toMatchObject({ connection: sampleConnection, prepared: messageOf(2) });
    });

    test('an expired message waits for another press if a popup would be blocked', async () => {
      const { send, snapshot, failure, given } = await sentLate(createDoneEvent('prepareMessage', latePreparedMessage));
      expect([snapshot().value, failure()]).toEqual([ready, 'expired']);
      await send(sign);
      expect(given('requestSignature')).toMatchObject({ prepared: latePreparedMessage });
      expect(failure()).toBeNull();
    });

    test('an expired message that cannot be replaced is an error, and can be retried', async () => {
      const { send, snapshot, failure } = await sentLate(unprepared);
      expect([snapshot().value, failure()]).toEqual([{ idle: 'unprepared' }, 'preparing']);
      await send(retry);
      expect(snapshot().value).toEqual(preparing);
    });
  });

  test('dates that the server refuses are reported as a wrong clock', async () => {
    const { snapshot, failure } = await start([
      preparedNow(),
      sign,
      signature,
      createErrorEvent('verify', wrongClockError),
    ]);
    expect([snapshot().value, failure()]).toEqual([preparing, 'clock']);
  });

  test('the wallet is called in the same tick as the click', async () => {
    const { actor, given } = await start([preparedNow()]);
    actor.send({ type: 'sign' });
    expect(given('requestSignature')).toMatchObject({ connection: sampleConnection, prepared: messageOf(1) });
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
      ['declined', null, createErrorEvent('switchChain', rejectionError)],
      ['failed', 'switching', createErrorEvent('switchChain')],
    ])('a failed switch (%s) can be retried, and shows %j', async (_, named, outcome) => {
      const { send, snapshot, failure, given } = await start([begin], connectionElsewhere);
      expect([snapshot().value, given('switchChain')]).toEqual([{ elsewhere: 'switching' }, { id: 1 }]);
      await send(outcome);
      expect([snapshot().value, failure()]).toEqual([offered, named]);
      await send(begin);
      expect([snapshot().value, failure()]).toEqual([{ elsewhere: 'switching' }, null]);
    });

    test('a network switch fails after 60 s without an answer', async () => {
      const { clock, snapshot, failure } = await start([begin], connectionElsewhere);
      clock.increment(MINUTE - 1);
      expect([snapshot().value, failure()]).toEqual([{ elsewhere: 'switching' }, null]);
      clock.increment(1);
      expect([snapshot().value, failure()]).toEqual([offered, 'switching']);
    });

    test('a network switch that the wallet has confirmed causes no failure', async () => {
      const { snapshot, failure } = await start([begin, createDoneEvent('switchChain')], connectionElsewhere);
      expect([snapshot().value, failure()]).toEqual([offered, null]);
    });

    test('the dialog offers to switch to the first configured network', () => {
      const input = { connection: { ...sampleConnection, chainId: 5 }, chains: [{ ...ETHEREUM, id: 10 }, ETHEREUM] };
      const { actor, given } = perform(signInMachine, { input });
      actor.send({ type: 'switch' });
      expect(given('switchChain')).toEqual({ id: 10 });
    });
  });
});
