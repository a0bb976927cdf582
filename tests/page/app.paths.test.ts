import { describe, expect } from 'vitest';
import { appMachine } from '#machines/app';
import { pathsOf } from '../engine/paths';
import { prove } from '../engine/tier';
import { appWorld } from '../samples/app';
import { test } from './visitor/fixtures.ts';
import { recordAnnouncements } from './visitor/inPage.ts';
import { say } from './visitor/say.ts';
import { seen } from './visitor/seen.ts';

describe('the app machine on the page', () => {
  const { paths, complete } = prove('page', appMachine, pathsOf(appMachine, appWorld));

  for (const { title, follow } of paths)
    test(title, async ({ visit }) => {
      const visitor = await visit({ scripts: [recordAnnouncements] });
      await visitor.waitsForScripts();
      await follow({
        states: {
          '*': async () => {
            await seen(visitor.alpha.join).toBeEnabled();
            await seen(visitor.page.getByRole('textbox', { name: say('comparison.amount') })).toBeEditable();
            await visitor.hearsOnly([], () => visitor.looksRight('page'));
            expect(visitor.foreign).toEqual([]);
          },
        },
      });
    });

  test('takes every transition', complete);
});
