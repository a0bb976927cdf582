import { expect, test } from 'vitest';
import { ETHEREUM } from '#domain/chain';
import { chainMachine } from '#machines/chain';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { chainSamples } from '../samples/account';
import { SEPOLIA } from '../samples/connections';
import { checkScenario, type MachineScenario } from './scenarios';

testLive(chainMachine, chainSamples, ({ given, input }) => {
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

const chains = [ETHEREUM, SEPOLIA, { ...ETHEREUM, id: 137, name: 'Polygon', symbol: 'POL' }];
const input = { chains, current: 1 };
const pick = (id: unknown) => ({ type: 'pick', id }) as { type: 'pick'; id: number };

test.each([
  ['the current network', 1],
  ['not listed', 5],
  ['NaN', Number.NaN],
  ['zero', 0],
  ['a number in text', String(SEPOLIA.id)],
  ['undefined', undefined],
])('the visitor cannot choose a network ID that is %s', (_, id) => {
  const { actor, snapshot } = perform(chainMachine, { input });
  const before = snapshot();
  expect(before.can(pick(id))).toBe(false);
  actor.send(pick(id));
  expect(snapshot()).toBe(before);
});

test.each(chains)('a visitor on an unsupported network can choose the network $name', async ({ id }) => {
  const { given, play } = perform(chainMachine, { input: { chains, current: 10 } });
  await play([pick(id)]);
  expect(given('switchChain')).toEqual({ id });
});

test.each<MachineScenario>([
  ['waits 60 s for a switch', [600_000, pick(SEPOLIA.id), 59_999], 'switching'],
  ['ends unchanged after 60 s', [pick(SEPOLIA.id), 60_000], 'unchanged'],
  ['offers no way to disconnect on a supported network', ['leave'], 'choosing'],
])('the network dialog waits up to 60 s for a switch: it %s', checkScenario(chainMachine, { input }));
