import { expect, test } from 'vitest';
import { createMessageHistory } from '../../src/workbench/inspector/history';
import { parseAllowedOrigins } from '../../src/workbench/inspector/origins';
import { parseWireMessage, type WireMessage } from '../../src/workbench/recorder/wire';

const actor = (sessionId: string) => ({ type: '@xstate.actor', sessionId, definition: '{"id":"m","states":{}}' });
const step = (sessionId: string, value: string, status = 'active', pad = '') => {
  return { type: '@xstate.snapshot', sessionId, event: { type: 'go' }, snapshot: { value, status, context: { pad } } };
};

function fill(limit: number) {
  const history = createMessageHistory(limit);
  let nth = 0;
  const add = (app: string, message: object) => {
    nth += 1;
    history.add(app, nth, JSON.stringify(message), parseWireMessage(message) as WireMessage);
  };
  const texts = () => [...history.readKept(), ...history.readSteps()].map(({ text }) => text);
  const said = () =>
    texts().map((text) => {
      const { sessionId, snapshot } = JSON.parse(text);
      return `${sessionId} ${snapshot ? snapshot.value : 'is'}`;
    });
  return { history, add, texts, said };
}

test('a page that opens late gets all definitions and the last snapshots', () => {
  const { history, add, said } = fill(100_000);
  history.join('app 1', '');
  for (const id of ['x:0', 'x:1']) add('app 1', actor(id));
  add('app 1', step('x:1', 'idle'));
  for (let i = 0; i < 2_000; i++) add('app 1', step('x:0', `s${i}`));
  const all = said();
  expect(all.slice(0, 3)).toEqual(['x:0 is', 'x:1 is', expect.stringMatching(/^x:0 s\d+$/)]);
  expect(all[3]).toBe('x:1 idle');
  expect(all.at(-1)).toBe('x:0 s1999');
  const steps = all.filter((one) => one.startsWith('x:0 s')).map((one) => Number(one.slice(5)));
  expect(steps).toEqual(steps.map((_, i) => steps[0]! + i));
  expect(history.dropped()).toBe(2_001 - (steps.length - 1));
});

test('the history stays within its limit of bytes, however large the messages are', () => {
  const { history, add, texts } = fill(1_000_000);
  history.join('app 1', '');
  for (let i = 0; i < 60; i++) {
    add('app 1', actor(`x:${i}`));
    add('app 1', step(`x:${i}`, 'a', 'active', 'x'.repeat(600_000)));
  }
  expect(texts().join('').length).toBeLessThan(1_000_000);
  expect(texts()).not.toEqual([]);
});

test('the history drops actors that have stopped and apps that have disconnected', () => {
  const { history, add, said } = fill(3_000);
  history.join('app 1', 'http://localhost:1');
  add('app 1', actor('x:0'));
  add('app 1', step('x:0', 'a', 'done'));
  history.leave('app 1');
  expect(history.apps()).toEqual([{ app: 'app 1', source: 'http://localhost:1', runs: false }]);
  history.join('app 2', '');
  add('app 2', actor('x:9'));
  for (let i = 0; i < 20; i++) add('app 2', step('x:9', 'a'));
  expect(said().filter((one) => one.startsWith('x:0'))).toEqual([]);
  expect(history.apps().map(({ app }) => app)).toEqual(['app 2']);
});

test('clearing the steps keeps the last snapshots of running actors', () => {
  const { history, add, said } = fill(100_000);
  for (const app of ['app 1', 'app 2']) history.join(app, '');
  for (const id of ['x:0', 'x:1']) add('app 1', actor(id));
  for (const value of ['a', 'b']) add('app 1', step('x:0', value));
  add('app 1', step('x:1', 'end', 'done'));
  add('app 2', actor('x:2'));
  add('app 2', step('x:2', 'a'));
  history.leave('app 2');
  history.clear();
  expect([said(), history.isCleared(), history.readSteps()]).toEqual([['x:0 is', 'x:0 b'], true, []]);
  expect([history.dropped(), history.apps().map(({ app }) => app)]).toEqual([0, ['app 1']]);
  add('app 1', step('x:0', 'c'));
  expect(said()).toEqual(['x:0 is', 'x:0 b', 'x:0 c']);
});

test('the flag `--allow` accepts origins, and refuses anything else with a message', () => {
  expect(parseAllowedOrigins(['https://app.example/path', 'http://10.0.0.1:3000'])).toEqual([
    'https://app.example',
    'http://10.0.0.1:3000',
  ]);
  for (const text of ['app.example', '', 'file:///x'])
    expect(parseAllowedOrigins([text])).toBe(`--allow takes an origin, such as https://app.example, not "${text}".`);
});
