import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fromCallback, type SnapshotFrom } from 'xstate';
import { alphaMachine } from '#machines/alpha';
import { appMachine } from '#machines/app';
import { comparisonMachine } from '#machines/comparison';
import { App } from '#views/App';
import { ErrorMessage, NotFoundPage } from '#views/ErrorScreen';
import { perform } from '../engine/perform';
import { appSamples, sampleAllocation } from '../samples/page';
import { servedWordsAt, wordsAt } from '../support/words';
import { expectAnnouncement, listLiveTexts } from './said';
import { showView } from './support';
import { testView } from './testView';

const alpha = alphaMachine.provide({ actors: { awaitBack: fromCallback(() => {}) } });
const wordsOf = (key: 'title' | 'home' | 'crashed' | 'notFound') => servedWordsAt(`error.${key}`);
const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)];

function dangling() {
  const naming = ['for', 'aria-labelledby', 'aria-describedby', 'commandfor'];
  return naming.flatMap((name) =>
    all(`[${name}]`)
      .flatMap((element) => element.getAttribute(name)!.split(' '))
      .filter((id) => !document.getElementById(id))
      .map((id) => `${name}="${id}"`),
  );
}

testView(appMachine, appSamples, async ({ input, coverage }) => {
  const actors = { alpha, comparison: comparisonMachine };
  const { actor, ...life } = perform(appMachine, { input, coverage, actors });
  await showView(<App actor={actor} />);
  const islands = () => all('[id$=-island]').map(({ id, textContent }) => [id, Boolean(textContent)]);
  const seen = async (model: SnapshotFrom<typeof appMachine>) => {
    // Everything is mounted except the wallet dialogs, which are loaded on demand.
    expect(islands()).toEqual([
      ['comparison-island', true],
      ['wallet-island', false],
      ['alpha-island', true],
    ]);
    expect(Object.keys(model.children).sort()).toEqual(['address', 'alpha', 'comparison', 'walletLoader']);
    await expect.element(page.getByRole('region', { name: wordsAt('comparison.title') })).toBeVisible();
    expect(page.getByRole('dialog').elements()).toEqual([]);
    await expectAnnouncement('', () => listLiveTexts(document));
  };
  // The allowed controls, which send no event to this machine: links, and those of alpha modal and comparison.
  const others = () => all('a, [commandfor=alpha], #comparison-island :is(input, button)');
  return { ...life, controls: {}, others, seen };
});

describe('the landing page', () => {
  beforeEach(async () => {
    const { actor } = perform(appMachine, {
      input: { allocation: sampleAllocation, compared: 50, decimal: '.' },
      actors: { alpha, comparison: comparisonMachine },
    });
    await showView(<App actor={actor} />);
  });

  test('the page has no duplicate id, and each reference to an id is valid', () => {
    const ids = all('[id]').map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(dangling()).toEqual([]);
    const anchors = (all('a[href^="#"]') as HTMLAnchorElement[]).map(({ hash }) => hash.slice(1));
    expect(anchors.filter((id) => !document.getElementById(id))).toEqual([]);
  });

  test('the background pattern is always inert, so that opening a modal skips it', () => {
    expect(document.querySelector<HTMLElement>('.stage-tiling')!.inert).toBe(true);
  });

  test('decorative images are hidden from screen readers, and others have names', () => {
    expect(all('svg').filter((svg) => !svg.closest('[aria-hidden=true]') && !svg.ariaLabel)).toEqual([]);
  });
});

test.each([
  [
    'after a crash',
    <ErrorMessage key="crash" />,
    wordsOf('crashed'),
    'notFound',
    wordsOf('title') + wordsOf('crashed'),
  ],
  ['for an unknown path', <NotFoundPage key="path" />, wordsOf('notFound'), 'crashed', ''],
] as const)('the error screen names the reason, and links home: %s', async (_, screen, text, other, heard) => {
  await showView(screen);
  expect(page.getByRole('heading', { level: 1 }).element().textContent).toBe(wordsOf('title'));
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(page.getByText(wordsOf(other))).not.toBeInTheDocument();
  expect(listLiveTexts(document)).toBe(heard);
  await expect.element(page.getByRole('link', { name: wordsOf('home') })).toHaveAttribute('href', '/');
});
