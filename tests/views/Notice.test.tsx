import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { SnapshotFrom } from 'xstate';
import { noticeMachine } from '#machines/notice';
import { Notices } from '#views/wallet/Notice';
import { presentNotice } from '../../src/views/wallet/notice.present';
import { perform } from '../engine/perform';
import { noticeSamples } from '../samples/session';
import { formatPhrase, wordsAt } from '../support/words';
import { showView } from './support';
import { testView } from './testView';

const confirmation = page.getByRole('complementary');
const failure = page.getByRole('alert');
const closeIn = (card: typeof failure) => card.getByRole('button', { name: wordsAt('close') });
const account = page.getByRole('link', { name: wordsAt('account.title') });

async function shown(options: Parameters<typeof perform<typeof noticeMachine>>[1] = {}) {
  const life = perform(noticeMachine, options);
  await showView(<Notices actor={life.actor} open={false} />);
  return life;
}

testView(noticeMachine, noticeSamples, async ({ input, coverage }) => {
  const life = await shown({ input, coverage });
  const controls = {
    dismiss: () => closeIn(confirmation).elements(),
    dismissFailure: () => closeIn(failure).elements(),
  };
  const textsIn = (card: typeof failure) => card.elements().map((element) => element.querySelector('p')?.textContent);
  const look = () => [textsIn(confirmation), textsIn(failure), account.elements().length];
  const seen = (model: SnapshotFrom<typeof noticeMachine>) => {
    const { confirmation, failure } = presentNotice(model);
    const due = [
      confirmation ? [formatPhrase(confirmation.text)] : [],
      [failure ? formatPhrase(failure.text) : undefined],
      confirmation?.account ? 1 : 0,
    ];
    return expect.poll(look, { interval: 5 }).toEqual(due);
  };
  return { ...life, controls, others: () => account.elements(), seen };
});
