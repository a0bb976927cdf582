import { expect, test } from 'vitest';
import { floor } from '#build/floor';

test('the oldest supported browsers are those that are widely available on a date', () => {
  expect(floor('2026-11-25')).toEqual(['chrome125', 'edge125', 'firefox126', 'safari17.5', 'ios17.5']);
});

test('the build targets the oldest supported browsers of its date', async () => {
  const { default: config } = await import('../../vite.config.ts');
  const { build } = config({ mode: 'production', command: 'build' });
  expect(build?.target).toEqual(floor());
});
