import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { SnapshotFrom } from 'xstate';
import { shortenAddress } from '#domain/address';
import type { Notice } from '#domain/notice';
import { noticeMachine } from '#machines/notice';
import { dialogWords } from '#views/wallet/copy';
import { Notices } from '#views/wallet/Notice';
import { pathsOf } from '../engine/paths';
import { perform } from '../engine/perform';
import { prove, testPaths } from '../engine/tier';
import { noticeWorld, signedInNotice } from '../samples/notice';
import { wordsAt } from '../support/words';
import { expectControls } from './controls';
import { showWithColours } from './support';

const confirmation = page.getByRole('complementary');
const failure = page.getByRole('alert');
const closeIn = (card: typeof failure) => card.getByRole('button', { name: wordsAt('close') });
const account = page.getByRole('link', { name: wordsAt('account.title') });

const textOfNotice = (code: Notice['code']) =>
  wordsAt(`confirmed.of.${code}`, { ...signedInNotice, code, address: shortenAddress(signedInNotice.address) });

async function shown(options: Parameters<typeof perform<typeof noticeMachine>>[1] = {}) {
  const life = perform(noticeMachine, options);
  await showWithColours(<Notices actor={life.actor} open={false} />);
  return life;
}

describe('the notice machine in its view', () => {
  testPaths(prove('view', noticeMachine, pathsOf(noticeMachine, noticeWorld)), async ({ input, follow, coverage }) => {
    const { send, snapshot, stop } = await shown({ input, coverage });
    const seen = async (model: SnapshotFrom<typeof noticeMachine>) => {
      const controls = {
        dismiss: () => closeIn(confirmation).elements(),
        dismissFailure: () => closeIn(failure).elements(),
      };
      await expectControls(noticeMachine, noticeWorld, model, controls, () => account.elements());
    };
    await follow({
      send,
      snapshot,
      events: {
        dismiss: () => closeIn(confirmation).click(),
        dismissFailure: () => closeIn(failure).click(),
      },
      states: {
        'confirmation.none': async (model) => {
          await seen(model);
          expect(account.elements()).toEqual([]);
        },
        'confirmation.shown': async (model) => {
          if (model.value.failure === 'none')
            await expect.element(page.getByText(textOfNotice('signedIn'))).toBeVisible();
          await seen(model);
        },
        'failure.none': () => expect.element(failure).toBeEmptyDOMElement(),
        'failure.signOut': async () => {
          await expect.element(failure).toHaveTextContent(dialogWords.trouble.signOut);
          expect(confirmation.elements()).toEqual([]);
        },
        'failure.unchanged': async () => {
          await expect.element(failure).toHaveTextContent(dialogWords.trouble.unchanged);
          expect(confirmation.elements()).toEqual([]);
        },
      },
    });
    stop();
  });
});

test.each([
  ['connected', 1],
  ['signedIn', 1],
  ['signedOut', 0],
  ['disconnected', 0],
] as const)('the notice of %s links to the account, if there is one', async (code, links) => {
  const { send } = await shown();
  await send({ type: 'notice.posted', notice: { ...signedInNotice, code } });
  await expect.element(page.getByText(textOfNotice(code), { exact: true })).toBeVisible();
  expect(account.elements()).toHaveLength(links);
});
