import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fromCallback, type SnapshotFrom } from 'xstate';
import { alphaMachine } from '#machines/alpha';
import { appMachine } from '#machines/app';
import { comparisonMachine } from '#machines/comparison';
import { App } from '#views/App';
import { ErrorWords, NotFound } from '#views/ErrorScreen';
import { perform } from '../engine/perform';
import { sampleAllocation } from '../samples/alpha';
import { appWorld } from '../samples/app';
import { servedWordsAt, wordsAt } from '../support/words';
import { expectControls } from './controls';
import { expectAnnouncement, listLiveTexts } from './said';
import { showView } from './support';
import { testView } from './testView';

const alpha = alphaMachine.provide({ actors: { awaitBack: fromCallback(() => {}) } });
const heading = (level: number) =>
  page
    .getByRole('heading', { level })
    .elements()
    .map(({ textContent }) => textContent);
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

testView(appMachine, appWorld, async ({ input, coverage }) => {
  const actors = { alpha, comparison: comparisonMachine };
  const { actor, snapshot, send, stop } = perform(appMachine, { input, coverage, actors });
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
    // Excludes links and controls of other machines: the alpha modal and the comparison.
    const others = () => all('a, [commandfor=alpha], #comparison-island :is(input, button)');
    await expectControls(appMachine, appWorld, model, {}, others);
  };
  return { stop, send, snapshot, states: { '*': seen } };
});

describe('the landing page', () => {
  beforeEach(async () => {
    const { actor } = perform(appMachine, {
      input: { allocation: sampleAllocation, compared: 50, decimal: '.' },
      actors: { alpha, comparison: comparisonMachine },
    });
    await showView(<App actor={actor} />);
  });

  test('the page has one h1, which is in the first of its five sections', () => {
    expect(heading(1)).toEqual([servedWordsAt('hero.headline')]);
    const [hero, ...rest] = all('main section');
    expect(hero?.querySelector('h1')).not.toBeNull();
    expect(rest).toHaveLength(4);
  });

  test('the page skips no heading level', () => {
    const levels = page
      .getByRole('heading')
      .elements()
      .map(({ tagName }) => Number(tagName[1]));
    const jumps = levels.filter((level, i) => level > (levels[i - 1] ?? 0) + 1);
    expect(jumps).toEqual([]);
  });

  test('the page has each landmark once', () => {
    for (const role of ['banner', 'main', 'contentinfo']) expect(page.getByRole(role).elements(), role).toHaveLength(1);
  });

  test('the page has no duplicate id, and each reference to an id is valid', () => {
    const ids = all('[id]').map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
    expect(dangling()).toEqual([]);
    const anchors = (all('a[href^="#"]') as HTMLAnchorElement[]).map(({ hash }) => hash.slice(1));
    expect(anchors.filter((id) => !document.getElementById(id))).toEqual([]);
  });

  test('the tiling is inert before a modal opens, so that opening does not redraw it', () => {
    expect(document.querySelector<HTMLElement>('.stage-tiling')!.inert).toBe(true);
  });

  test('decorative images are hidden from screen readers, and other images have names', () => {
    const told = all('svg').filter((svg) => !svg.closest('[aria-hidden=true]') && !svg.ariaLabel);
    expect(told).toEqual([]);
    expect(all('img:not([alt])')).toEqual([]);
  });
});

describe('the error screen', () => {
  const home = page.getByRole('link', { name: servedWordsAt('error.home') });

  test('the error screen after a crash reports it, and links to the start page', async () => {
    await showView(<ErrorWords />);
    expect(heading(1)).toEqual([servedWordsAt('error.title')]);
    await expect.element(page.getByText(servedWordsAt('error.notFound'))).not.toBeInTheDocument();
    expect(listLiveTexts(document)).toBe(servedWordsAt('error.title') + servedWordsAt('error.crashed'));
    await expect.element(home).toHaveAttribute('href', '/');
  });

  test('the error screen for an unknown path says that the page does not exist', async () => {
    await showView(<NotFound />);
    expect(heading(1)).toEqual([servedWordsAt('error.title')]);
    await expect.element(page.getByRole('main').getByText(servedWordsAt('error.notFound'))).toBeVisible();
    expect(listLiveTexts(document)).toBe('');
    await expect.element(home).toHaveAttribute('href', '/');
  });
});
