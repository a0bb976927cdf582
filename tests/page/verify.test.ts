import { expect, inject, test } from 'vitest';
import { readBuild } from '#trust/build';
import { compareHost } from '#trust/host';
import { DIST } from '../support/build.ts';

test('npm run verify finds no difference between the built site and its preview server', async () => {
  const origin = new URL(inject('origin'));
  const { findings, notes } = await compareHost(readBuild(DIST), origin, { time: 15_000, pause: 0 });
  expect([findings, notes]).toEqual([[], []]);
});
