import { expect, test } from 'vitest';
import { stepNear } from '../../src/workbench/panel/steps';
import { readData, readFields } from '../../src/workbench/recorder/eventFields';

const NO_DATA = 'It takes the fields of the event as JSON, such as {"amount": 1}.';

test.each<[string, object | string]>([
  ['{"answer": 5}', { answer: 5 }],
  ['', {}],
  ['5', NO_DATA],
  ['[5]', NO_DATA],
  ['null', NO_DATA],
  ['answer: 5', NO_DATA],
])('the data %j of an event is read, or refused with a sentence', (text, read) => {
  expect(readData(text)).toEqual(read);
});

test('fields of an event are read, and an empty one keeps its hidden value', () => {
  const known = { name: 'pear' };
  const count = ['count', '2'] as const;
  expect(readFields([['name', ''], count], known)).toEqual({ name: 'pear', count: 2 });
  expect(readFields([['name', 'plum']], known)).toBe('“name” takes JSON, such as 1, true or "text" in its quotes.');
});

test.each<[string, number, number | null, number | null]>([
  ['back from the present', 8, null, 6],
  ['back', 5, 6, 2],
  ['back at the first one', 1, 2, 2],
  ['forward', 3, 2, 6],
  ['forward at the last one', 7, 6, null],
])('the time bar steps through what the log shows: %s', (_, wanted, now, found) => {
  const entries = Array.from({ length: 9 }, (_, i) => ({ nth: i + 1 }));
  expect(stepNear(entries, wanted, now, [{ nth: 2 }, { nth: 6 }])).toBe(found);
});
