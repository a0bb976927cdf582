import { describe, expect, test } from 'vitest';
import { type Chain, ETHEREUM } from '#domain/chain';
import { chainMachine } from '#machines/chain';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { chainWorld } from '../samples/chain';
import { SEPOLIA } from '../samples/connections';
import { createRecordingPort, type RecordedRequest } from './questions';

const POLYGON: Chain = { ...ETHEREUM, id: 137, name: 'Polygon', symbol: 'POL' };
const chains = [ETHEREUM, SEPOLIA, POLYGON];

const pick = (id: unknown) => ({ type: 'pick', id }) as { type: 'pick'; id: number };
const leave = { type: 'leave' } as const;

/** Starts the dialog for a wallet on `current`. Returns it with all requests to the wallet. */
function staged(current = 1, listed = chains) {
  const questions: RecordedRequest<{ id: number }, unknown>[] = [];
  const input = { chains: listed, current };
  const { actor, clock, snapshot } = perform(chainMachine, {
    input,
    actors: { switchChain: createRecordingPort(questions) },
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

  test('a visitor on an unsupported network may choose any supported one', () => {
    for (const { id } of chains) {
      const { actor, questions } = staged(10);
      actor.send(pick(id));
      expect(questions.map(({ input }) => input)).toEqual([{ id }]);
    }
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

  test('a visitor on a supported network cannot disconnect in the network dialog', () => {
    const { actor, snapshot } = staged();
    actor.send(leave);
    expect(snapshot().value).toBe('choosing');
  });
});
