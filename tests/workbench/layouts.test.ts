import { expect, test } from 'vitest';
import { describeFailure, refuseLayout } from '../../src/workbench/panel/layouts';

test.each([
  [refuseLayout('elkjs is not installed'), 'Drawn without arrows: elkjs is not installed.'],
  [new TypeError('x'), 'Drawn without arrows, by a fault of the workbench, not of your app: x.'],
  ['x', 'Drawn without arrows, by a fault of the workbench, not of your app: x.'],
])('a chart without arrows says why, and whether the workbench is to blame: %s', (error, sentence) => {
  expect(describeFailure(error)).toBe(sentence);
});
