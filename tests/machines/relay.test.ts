import { expect, test } from 'vitest';
import { relayMachine } from '#machines/relay';
import { testLive } from '../engine/live';
import { perform } from '../engine/perform';
import { doneEvent, errorEvent } from '../engine/words';
import { relayWorld } from '../samples/relay';

const dropped = { type: 'line.dropped' };
const opened = { type: 'line.opened' };
const returned = { type: 'visitor.returned' };
const revived = doneEvent('reviveLine');
const unreachable = errorEvent('reviveLine', new Error('offline'));
const lost = (state = 'retrying') => ({ needed: { lost: state } });

/** Starts the machine, and sends these events. Returns it with its emitted events. */
async function performed(...events: { type: string }[]) {
  const life = perform(relayMachine, { input: { isNeeded: true } });
  const told: string[] = [];
  life.actor.on('*', ({ type }) => told.push(type));
  for (const event of events) await life.send(event);
  return { ...life, told, where: () => life.snapshot().value };
}

testLive(relayMachine, relayWorld, ({ snapshot }) => {
  const watches = () => snapshot().children.watchLine !== undefined && snapshot().children.watchReturn !== undefined;
  return {
    unneeded: () => expect(watches()).toBe(false),
    needed: () => expect(watches()).toBe(true),
  };
});

test('a relay connection that reopens at once is not reported as lost', async () => {
  const { clock, send, where, told } = await performed(dropped);
  clock.increment(1_999);
  expect(where()).toEqual({ needed: 'interrupted' });
  await send(opened);
  expect([where(), told]).toEqual([{ needed: 'live' }, []]);
});

test('a relay connection that is closed for 2 s is reported as lost, until it reopens', async () => {
  const { clock, send, where, told } = await performed(dropped);
  clock.increment(2_000);
  expect([where(), told]).toEqual([lost(), ['line.lost']]);
  await send(opened);
  expect([where(), told]).toEqual([{ needed: 'live' }, ['line.lost', 'line.restored']]);
});

test('a lost relay connection is given up after a minute, until the visitor returns', async () => {
  for (const [event, next, last] of [
    [opened, 'live', 'line.restored'],
    [returned, 'checking', 'line.gone'],
  ] as const) {
    const { clock, send, where, told } = await performed(dropped);
    clock.increment(2_000);
    clock.increment(59_999);
    expect(where()).toEqual(lost());
    clock.increment(1);
    expect([where(), told]).toEqual([{ needed: 'gone' }, ['line.lost', 'line.gone']]);
    await send(event);
    expect([where(), told.at(-1)]).toEqual([{ needed: next }, last]);
  }
});

test('the relay connection is checked when the visitor returns, and reopened if dead', async () => {
  for (const before of [[], [dropped]]) {
    const { send, where, told } = await performed(...before, returned);
    expect(where()).toEqual({ needed: 'checking' });
    await send(revived);
    expect([where(), told]).toEqual([{ needed: 'live' }, []]);
  }
});

test('a check that fails, or takes 10 s, counts as a lost relay connection', async () => {
  const { where } = await performed(returned, unreachable);
  expect(where()).toEqual(lost());
  const other = await performed(returned);
  other.clock.increment(9_999);
  expect(other.where()).toEqual({ needed: 'checking' });
  other.clock.increment(1);
  expect(other.where()).toEqual(lost());
});

test('a lost relay connection is reopened, and once more when the visitor returns', async () => {
  const { clock, send, where, told } = await performed(returned, unreachable, unreachable);
  expect(where()).toEqual(lost('pausing'));
  clock.increment(4_999);
  expect(where()).toEqual(lost('pausing'));
  clock.increment(1);
  expect(where()).toEqual(lost());
  for (const event of [unreachable, returned, revived]) await send(event);
  expect([where(), told]).toEqual([{ needed: 'live' }, ['line.lost', 'line.restored']]);
});
