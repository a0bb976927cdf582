import { expect, test } from 'vitest';
import { ETHEREUM } from '#domain/chain';
import { chainMachine } from '#machines/chain';
import { presentChain } from '../../src/views/wallet/chain.present';
import type { StateTable } from '../../src/views/wallet/shownState';
import { SEPOLIA } from '../samples/connections';
import { expectCopyKeys, snapshotAt } from './state';

const chains = [ETHEREUM, SEPOLIA, { ...SEPOLIA, id: 10, name: 'Third' }];

const shownAt = (path: string, current: number) =>
  presentChain(snapshotAt(chainMachine, path, { chains, current, target: SEPOLIA.id }));

/** By state: the marks of the current network, the target and another one, and the events of their rows. */
const STATES: StateTable<
  typeof chainMachine,
  { marks: (string | null)[]; events: (object | null)[]; heard: string | null },
  'closed' | 'switched' | 'unchanged' | 'left'
> = {
  choosing: {
    marks: ['chain.connected', null, null],
    events: [null, { type: 'pick', id: SEPOLIA.id }, { type: 'pick', id: 10 }],
    heard: null,
  },
  switching: { marks: ['chain.connected', 'chain.confirm', null], events: [null, null, null], heard: 'chain.confirm' },
};

test.each(Object.entries(STATES))('marks the current network in the state %s', (path, { marks, events, heard }) => {
  const { rows, ...shown } = shownAt(path, 1);
  expectCopyKeys(rows.map(({ mark }) => mark)).toEqual(marks);
  expect(rows.map(({ event }) => event)).toEqual(events);
  expect(rows.map(({ isCurrent, isAsked }) => [isCurrent, isAsked])).toEqual([
    [true, false],
    [false, path === 'switching'],
    [false, false],
  ]);
  expectCopyKeys(shown).toEqual({ busy: path === 'switching', isAstray: false, heard });
});

test('marks no network as current if the wallet is on an unsupported one', () => {
  const { isAstray, rows } = shownAt('choosing', 137);
  expect(isAstray).toBe(true);
  expect(rows.filter(({ isCurrent }) => isCurrent)).toEqual([]);
});
