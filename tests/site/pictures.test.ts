import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listPictures } from '#build/files';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import {
  createPictureSources,
  DRAWN_PICTURES_FOLDER,
  hashPictureSource,
  PICTURE_HASHES_PATH,
} from '../draw/sources.tsx';

const drawnFrom = JSON.parse(readFileSync(PICTURE_HASHES_PATH, 'utf8')) as Record<string, string>;
const drawn = Object.entries(createPictureSources());

test('the build copies the drawn pictures', () =>
  expect(
    listPictures(Object.keys(KNOWN_LANGUAGES) as Language[])
      .map((path) => path.slice(1))
      .sort(),
  ).toEqual(drawn.map(([name]) => name).sort()));

test.each(drawn)('the picture %s is up to date, and has its declared size', (name, source) => {
  const stale = `The source of ${name} has changed since it was drawn: run \`npm run draw\``;
  expect(drawnFrom[name], stale).toBe(hashPictureSource(source));
  const header = readFileSync(join(DRAWN_PICTURES_FOLDER, name));
  expect([header.readUInt32BE(16), header.readUInt32BE(20)]).toEqual([source.width, source.height]);
});
