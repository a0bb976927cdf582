import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pictures } from '#build/files';
import { DRAWN_FROM, hashOf, PICTURES } from '../draw/pictures.ts';
import { sources } from '../draw/sources.tsx';

const drawnFrom = JSON.parse(readFileSync(DRAWN_FROM, 'utf8')) as Record<string, string>;
const drawn = Object.entries(sources());

test('the build copies the pictures that are drawn', () =>
  expect(pictures.map((path) => path.slice(1)).sort()).toEqual(drawn.map(([name]) => name).sort()));

test.each(drawn)('%s is drawn from what the page says now', (name, source) =>
  expect(drawnFrom[name], `The source of ${name} has changed since it was drawn: run \`npm run draw\``).toBe(
    hashOf(source),
  ),
);

test.each(drawn)('%s has the size that it is announced with', (name, { width, height }) => {
  const header = readFileSync(join(PICTURES, name));
  expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([width, height]);
});
