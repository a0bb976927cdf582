import { describe, expect } from 'vitest';
import { appMachine } from '#machines/app';
import { pathsOf } from '../engine/paths';
import { prove } from '../engine/tier';
import { appWorld } from '../samples/app';
import { createStateCheck, expectAnnounced } from './look.ts';
import { alive, alphaOf } from './visit.ts';
import { test } from './visitor/fixtures.ts';
import { noteSaid } from './visitor/inPage.ts';
import { seen } from './visitor/seen.ts';

const behold = createStateCheck('app');

describe('the app machine on the page', () => {
  const { paths, complete } = prove('page', appMachine, pathsOf(appMachine, appWorld));

  for (const { title, follow } of paths)
    test(title, async ({ visit }) => {
      const { page, foreign } = await visit({ before: (page) => page.addInitScript(noteSaid) });
      await alive(page);
      await follow({
        states: {
          '*': async () => {
            await seen(alphaOf(page).join).toBeEnabled();
            await seen(page.getByRole('textbox', { name: 'Amount to borrow' })).toBeEditable();
            await expectAnnounced(page, [], () => behold(page, 'page'));
            expect(foreign).toEqual([]);
          },
        },
      });
    });

  test('takes every transition', complete);
});
