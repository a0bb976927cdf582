import { useSelector } from '@xstate/react';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { noticeMachine } from '#machines/notice';
import { Confirmed } from '#views/wallet/Trouble';
import { Tones } from '#views/wallet/tokens';
import { walksOf } from '../engine/paths';
import { perform } from '../engine/perform';
import { prove, testWalks } from '../engine/tier';
import { noticeWorld, signedInNotice } from '../samples/notice';
import { expectControls } from './controls';
import { show } from './support';

const close = page.getByRole('button', { name: 'Close' });
const account = page.getByRole('link', { name: 'Account' });

function Shown({ actor }: { actor: ActorRefFrom<typeof noticeMachine> }) {
  const notice = useSelector(actor, ({ context }) => context.notice);
  return <Confirmed notice={notice} onDismiss={() => actor.send({ type: 'dismiss' })} />;
}

async function shown(options: Parameters<typeof perform<typeof noticeMachine>>[1] = {}) {
  const life = perform(noticeMachine, options);
  await show(
    <>
      <Tones />
      <Shown actor={life.actor} />
    </>,
  );
  return life;
}

describe('the notice machine in its view', () => {
  testWalks(prove('view', noticeMachine, walksOf(noticeMachine, noticeWorld)), async ({ input, follow, coverage }) => {
    const { send, snapshot, stop } = await shown({ input, coverage });
    const seen = async (model: SnapshotFrom<typeof noticeMachine>) => {
      await expectControls(noticeMachine, noticeWorld, model, { dismiss: () => close.elements() }, () =>
        account.elements(),
      );
    };
    await follow({
      send,
      snapshot,
      events: { dismiss: () => close.click() },
      states: {
        none: async (model) => {
          await seen(model);
          expect(account.elements()).toEqual([]);
        },
        shown: async (model) => {
          await expect.element(page.getByText('Signed in as 0x52…9EE7')).toBeVisible();
          await seen(model);
        },
      },
    });
    stop();
  });
});

test.each([
  ['connected', 'Connected with Fox', 1],
  ['signedIn', 'Signed in as 0x52…9EE7', 1],
  ['signedOut', 'Signed out', 0],
  ['disconnected', 'Disconnected', 0],
] as const)('the notice of %s links to the account, if there is one', async (code, text, links) => {
  const { send } = await shown();
  await send({ type: 'notice.posted', notice: { ...signedInNotice, code } });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  expect(account.elements()).toHaveLength(links);
});
