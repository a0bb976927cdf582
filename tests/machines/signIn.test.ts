import { expect, test } from 'vitest';
import { ETHEREUM } from '#domain/chain';
import { MAX_MESSAGE_AGE, MESSAGE_LIFETIME, type PreparedMessage, SESSION_LIFETIME } from '#domain/signIn';
import { signInMachine } from '#machines/signIn';
import { testLive } from '../engine/live';
import { type EventOrDelay, perform } from '../engine/perform';
import { createDoneEvent, createErrorEvent } from '../engine/words';
import { rejectionError, sampleConnection, unsupportedNetworkConnection } from '../samples/connections';
import {
  expiredMessageError,
  latePreparedMessage,
  samplePreparedMessage,
  signInSamples,
  wrongClockError,
} from '../samples/signIn';
import { checkScenario, type MachineScenario } from './scenarios';

const chains = [ETHEREUM];
const SIGNATURE = '0x5167';

/** Returns the message of the `nth` attempt. */
const messageOf = (nth = 1): PreparedMessage => ({
  ...samplePreparedMessage,
  message: `message ${nth}`,
  nonce: `nonce000${nth}`,
});
const preparedNow = (nth = 1) => createDoneEvent('prepareMessage', messageOf(nth));
const unprepared = createErrorEvent('prepareMessage', new Error('no nonce'));
const signature = createDoneEvent('requestSignature', SIGNATURE);
const takenBack = createDoneEvent('takeBack');
const lost = createErrorEvent('verify');
const expired = createErrorEvent('requestSignature', expiredMessageError);

const takingBack = { idle: 'takingBack' };
const preparing = { idle: 'preparing' };
const ready = { idle: 'ready' };
const isUnprepared = { idle: 'unprepared' };
const [offered, switching] = [{ elsewhere: 'ready' }, { elsewhere: 'switching' }];
const fresh = { signing: 'fresh' };

testLive(signInMachine, signInSamples, ({ given, input }) => {
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

const input = { connection: sampleConnection, chains };
const isSent = [preparedNow(), 'sign'];
const isExpired = [...isSent, expired];
const isLate = [...isExpired, createDoneEvent('prepareMessage', latePreparedMessage)];

test.each<[what: string, answers: EventOrDelay[], failure: string | null, told: string]>([
  ['the wallet rejects', [createErrorEvent('requestSignature', rejectionError)], null, ''],
  ['the wallet fails', [createErrorEvent('requestSignature', new Error('The relay does not answer.'))], 'signing', ''],
  ['the wallet gives no signature', [createDoneEvent('requestSignature', '0x516')], 'oops', ''],
  ['the signature is refused', [signature, createDoneEvent('verify', false)], 'verifying', 'begun ended'],
  ['its dates are refused', [signature, createErrorEvent('verify', wrongClockError)], 'clock', 'begun ended'],
  [
    'the verification fails',
    [signature, createErrorEvent('verify', new Error('no')), takenBack],
    'verifying',
    'begun ended',
  ],
  ['the verification fails without an error', [signature, lost, takenBack], 'verifying', 'begun ended'],
  ['a session may be left on the server', [signature, lost, createErrorEvent('takeBack')], 'verifying', 'begun'],
  ['the verdict is a text', [signature, createDoneEvent('verify', 'yes'), takenBack], 'oops', 'begun ended'],
  ['the verdict is a number', [signature, createDoneEvent('verify', 1), takenBack], 'oops', 'begun ended'],
  ['the verdict is null', [signature, createDoneEvent('verify', null), takenBack], 'oops', 'begun ended'],
])('after a failure, another message is prepared and can be signed: %s', async (_, answers, failure, told) => {
  const { actor, given, play, snapshot } = perform(signInMachine, { input });
  const emitted: string[] = [];
  actor.on('*', ({ type }) => emitted.push(type.replace('verify.', '')));
  await play([...isSent, ...answers]);
  expect(snapshot()).toMatchObject({ value: preparing, context: { failure, signature: '' } });
  expect(emitted.join(' ')).toBe(told);
  await play([preparedNow(2)]);
  expect(snapshot()).toMatchObject({ value: ready, context: { failure } });
  await play(['sign']);
  expect(snapshot()).toMatchObject({ value: fresh, context: { failure: null } });
  expect(given('requestSignature')).toMatchObject({ connection: sampleConnection, prepared: messageOf(2) });
});

test.each<MachineScenario>([
  ['cannot be sent before it is prepared', [unprepared, 'sign'], isUnprepared, { failure: 'preparing' }],
  ['can be prepared again', [unprepared, 'retry'], preparing, { failure: null }],
  [
    'that cannot be prepared replaces the failure before',
    [...isSent, createErrorEvent('requestSignature', { code: 4100 }), unprepared],
    isUnprepared,
    { failure: 'preparing' },
  ],
  ['is prepared for 15 s', [14_999], preparing, { failure: null }],
  ['fails after 15 s', [15_000], isUnprepared, { failure: 'preparing' }],
  ['waits 4 minutes to be sent', [preparedNow(), 239_999], ready],
  ['is replaced if it was not sent for 4 minutes', [preparedNow(), 240_000], preparing, { failure: null }],
  ['is shown by the wallet for 15 s without a hint', [...isSent, 14_999], fresh],
  ['is shown with a hint after 15 s', [...isSent, 15_000], { signing: 'slow' }, { failure: null }],
  ['waits 5 minutes for a signature', [...isSent, 299_999], { signing: 'slow' }],
  ['waits no longer than 5 minutes for a signature', [...isSent, 300_000], preparing, { failure: 'signing' }],
  ['is verified for 30 s', [...isSent, signature, 29_999], 'verifying'],
  ['is no longer verified after 30 s', [...isSent, signature, 30_000], takingBack, { failure: 'verifying' }],
  ['has its uncertain session ended for at most 15 s', [...isSent, signature, lost, 14_999], takingBack],
  [
    'is replaced if ending its uncertain session takes 15 s',
    [...isSent, signature, lost, 15_000],
    preparing,
    { failure: 'verifying' },
  ],
  ['is replaced once it has expired', isExpired, 'renewing', { failure: null, prepared: null }],
  ['is replaced within 15 s', [...isExpired, 14_999], 'renewing'],
  ['is not replaced after 15 s', [...isExpired, 15_000], isUnprepared, { failure: 'preparing' }],
  ['is sent at once if it replaces an expired one', [...isExpired, preparedNow(2)], fresh, { prepared: messageOf(2) }],
  [
    'waits for another press if a popup would be blocked',
    isLate,
    ready,
    { failure: 'expired', prepared: latePreparedMessage },
  ],
  ['is sent by another press', [...isLate, 'sign'], fresh, { failure: null, prepared: latePreparedMessage }],
  ['shows a failure if replacing it fails', [...isExpired, unprepared], isUnprepared, { failure: 'preparing' }],
  ['can be prepared after replacing it has failed', [...isExpired, unprepared, 'retry'], preparing],
])('a message to sign is prepared, signed or replaced in time: it %s', checkScenario(signInMachine, { input }));

const declined = createErrorEvent('switchChain', rejectionError);
const failed = createErrorEvent('switchChain');
const onPolygon = { input: { connection: unsupportedNetworkConnection, chains } };

test.each<MachineScenario>([
  ['needs no message', ['sign', 'retry'], offered, { prepared: null }],
  ['can be left by a switch', ['switch'], switching, { failure: null }],
  ['shows no failure if the visitor declines', ['switch', declined], offered, { failure: null }],
  ['shows that the switch has failed', ['switch', failed], offered, { failure: 'switching' }],
  ['can be left by another switch after a failure', ['switch', failed, 'switch'], switching, { failure: null }],
  ['shows no failure once the wallet confirms', ['switch', createDoneEvent('switchChain')], offered, { failure: null }],
  ['waits 60 s for the wallet', ['switch', 59_999], switching],
  ['waits no longer than 60 s for the wallet', ['switch', 60_000], offered, { failure: 'switching' }],
])('an unsupported network must be left before the sign-in: it %s', checkScenario(signInMachine, onPolygon));

test('the sign-in dialog offers to switch to the first configured network', async () => {
  const life = perform(signInMachine, {
    input: { connection: { ...sampleConnection, chainId: 5 }, chains: [{ ...ETHEREUM, id: 10 }, ETHEREUM] },
  });
  await life.play(['switch']);
  expect(life.given('switchChain')).toEqual({ id: 10 });
});

test.each([
  ['an extension is asked for its account first', 'injected', false],
  ['a wallet that opens a window is asked at once', 'coinbase', true],
] as const)('the wallet is called in the same tick as the click: %s', async (_, connector, atOnce) => {
  const connection = { ...sampleConnection, wallet: { ...sampleConnection.wallet, connector } };
  const { actor, given, play } = perform(signInMachine, { input: { connection, chains } });
  await play([preparedNow()]);
  actor.send({ type: 'sign' });
  expect(given('requestSignature')).toMatchObject({ connection, prepared: messageOf(), atOnce });
});

test('a message that is signed just before it expires can still be verified', () => {
  const delays = signInMachine.implementations.delays as Record<string, number>;
  expect(delays.messageRenewalDelay).toBe(MAX_MESSAGE_AGE);
  const longest = MAX_MESSAGE_AGE + delays.walletReplyTimeout! + delays.verifyTimeout!;
  expect(longest).toBeLessThan(MESSAGE_LIFETIME);
});
