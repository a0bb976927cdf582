import { expect, test } from 'vitest';
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
