import { describe, expect, test } from 'vitest';
import { type Chain, ETHEREUM } from '#domain/chain';
import { chainMachine } from '#machines/chain';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { chainWorld } from '../samples/chain';
import { rejectionError, SEPOLIA } from '../samples/connections';
import { type RecordedRequest, recordingPort, waitForAnswers } from './questions';

const POLYGON: Chain = { ...ETHEREUM, id: 137, name: 'Polygon', symbol: 'POL' };
const chains = [ETHEREUM, SEPOLIA, POLYGON];
/** An unsupported network. */
const ASTRAY = 5;

const pick = (id: unknown) => ({ type: 'pick', id }) as { type: 'pick'; id: number };
const close = { type: 'close' } as const;
const leave = { type: 'leave' } as const;

/** Starts the dialog for a wallet on `current`. Returns it with all requests to the wallet. */
function staged(current = 1, listed = chains) {
  const questions: RecordedRequest<{ id: number }, unknown>[] = [];
  const input = { chains: listed, current };
  const { actor, clock, snapshot } = perform(chainMachine, {
    input,
    actors: { switchChain: recordingPort(questions) },
  });
  return { actor, clock, snapshot, questions };
}

testLive(chainMachine, chainWorld, ({ given, input }) => {
  const ends = (how: string) => (snapshot: { status: string; output: unknown }) =>
    expect(snapshot).toMatchObject({ status: 'done', output: how });
  return {
    '*': ({ context }) => expect(context).toMatchObject(input),
    choosing: ({ context, tags }) => {
      expect([context.target, tags.size]).toEqual([null, 0]);
      expect(() => given('switchChain')).toThrow('switchChain was never asked.');
    },
    switching: ({ context: { target }, tags }) => {
      expect(input.chains.map(({ id }) => id)).toContain(target);
      expect(target).not.toBe(input.current);
      expect([...tags]).toEqual(['busy']);
      expect(given('switchChain')).toEqual({ id: target });
    },
    closed: ends('closed'),
    switched: ends('switched'),
    unchanged: ends('unchanged'),
    left: ends('left'),
  };
});

describe('rules of the chain machine', () => {
  test.each([
    ['the current one', 1],
    ['one that is not listed', 5],
    ['none', Number.NaN],
    ['zero', 0],
    ['a number in text', String(SEPOLIA.id)],
    ['nothing', undefined],
  ])('the network %s cannot be chosen', (_, id) => {
    const { actor, questions, snapshot } = staged();
    const before = snapshot();
    expect(before.can(pick(id))).toBe(false);
    actor.send(pick(id));
    expect(snapshot()).toBe(before);
    expect(questions).toEqual([]);
  });

  test('a visitor on an unlisted network may choose each listed one', () => {
    for (const { id } of chains) {
      const { actor, questions } = staged(10);
      actor.send(pick(id));
      expect(questions.map(({ input }) => input)).toEqual([{ id }]);
    }
  });

  test('with one network, only a visitor on another one has a choice', () => {
    expect(staged(1, [ETHEREUM]).snapshot().can(pick(1))).toBe(false);
    expect(staged(10, [ETHEREUM]).snapshot().can(pick(1))).toBe(true);
  });

  test('a second pick is ignored while the wallet is asked to switch', () => {
    const { actor, questions, snapshot } = staged();
    actor.send(pick(SEPOLIA.id));
    const before = snapshot();
    for (const id of [POLYGON.id, SEPOLIA.id, 1]) actor.send(pick(id));
    expect(snapshot()).toBe(before);
    expect(questions.map(({ input, signal }) => [input, signal.aborted])).toEqual([[{ id: SEPOLIA.id }, false]]);
  });

  test('the wallet is called in the same tick as the click', () => {
    const { actor, questions } = staged();
    actor.send(pick(POLYGON.id));
    expect(questions).toHaveLength(1);
  });

  test('a successful switch closes the dialog', async () => {
    const { actor, questions, snapshot } = staged();
    actor.send(pick(SEPOLIA.id));
    questions[0]?.answer();
    await waitForAnswers();
    expect(snapshot()).toMatchObject({ status: 'done', output: 'switched', context: { target: SEPOLIA.id } });
  });

  test.each([
    ['declined', rejectionError],
    ['declined, in other words', new Error('wrapped', { cause: { code: 4001 } })],
    ['the network is unknown to the wallet', { code: 4902 }],
    ['busy with another question', { code: -32002 }],
    ['failed', { code: -32603 }],
    ['an error', new Error('no')],
    ['text', 'no'],
    ['nothing', undefined],
    ['null', null],
  ])('a failed switch closes the dialog as well: %s', async (_, error) => {
    const { actor, questions, snapshot } = staged();
    actor.send(pick(SEPOLIA.id));
    questions[0]?.giveUp(error);
    await waitForAnswers();
    expect(snapshot()).toMatchObject({ status: 'done', output: 'unchanged' });
  });

  test('a switch without an answer for 60 s ends unchanged', async () => {
    const { actor, clock, questions, snapshot } = staged();
    clock.increment(600_000);
    actor.send(pick(SEPOLIA.id));
    clock.increment(59_999);
    expect(snapshot().value).toBe('switching');
    clock.increment(1);
    expect(snapshot()).toMatchObject({ status: 'done', output: 'unchanged' });
    expect(questions[0]?.signal.aborted).toBe(true);
  });

  test('choosing has no time limit', () => {
    const { clock, snapshot } = staged();
    clock.increment(2 ** 31);
    expect(snapshot().value).toBe('choosing');
  });

  test.each([
    ['choosing', close, 'closed'],
    ['choosing', leave, 'left'],
    ['switching', close, 'closed'],
    ['switching', leave, 'left'],
  ] as const)('the visitor can leave while the state is %s: %j', (state, ending, output) => {
    const { actor, questions, snapshot } = staged(ASTRAY);
    if (state === 'switching') actor.send(pick(SEPOLIA.id));
    expect(snapshot().value).toBe(state);
    actor.send(ending);
    expect(snapshot()).toMatchObject({ status: 'done', output });
    for (const { signal } of questions) expect(signal.aborted).toBe(true);
    for (const child of Object.values(snapshot().children)) expect(child?.getSnapshot().status).not.toBe('active');
  });

  test('a visitor on a listed network cannot disconnect here', () => {
    const { actor, snapshot } = staged();
    actor.send(leave);
    expect(snapshot().value).toBe('choosing');
  });

  describe.each(['answer', 'giveUp'] as const)("a wallet's late answer (%s) changes nothing", (how) => {
    test.each([
      ['closed', ({ actor }: ReturnType<typeof staged>) => actor.send(close)],
      ['left', ({ actor }: ReturnType<typeof staged>) => actor.send(leave)],
      ['unchanged', ({ clock }: ReturnType<typeof staged>) => clock.increment(60_000)],
    ])('a late answer changes nothing: %s', async (output, end) => {
      const dialog = staged(ASTRAY);
      dialog.actor.send(pick(SEPOLIA.id));
      end(dialog);
      const before = dialog.snapshot();
      dialog.questions[0]?.[how](rejectionError);
      await waitForAnswers();
      expect(dialog.snapshot()).toBe(before);
      expect(before.output).toBe(output);
    });

    test('an answer that arrives after the dialog has closed changes nothing', async () => {
      const { actor, questions, snapshot } = staged();
      actor.send(pick(SEPOLIA.id));
      questions[0]?.[how](rejectionError);
      actor.send(close);
      await waitForAnswers();
      expect(snapshot().output).toBe('closed');
    });
  });
});
