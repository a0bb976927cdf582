import { expect, test } from 'vitest';
import { findFieldsWithoutText, listTextsByLanguage, writeValuesModule } from '#build/operatorTexts';
import { KNOWN_LANGUAGES, type Language } from '#domain/language';
import { site } from '#site';

const all = Object.keys(KNOWN_LANGUAGES) as Language[];
const everywhere = { ...site, languages: all };
const request = { en: 'Let me join with {amount}.', tr: 'Katılayım: {amount}.' };

const changed = {
  ...site,
  messaging: { ...site.messaging, request },
  wallet: { ...site.wallet, disclaimer: 'One.' },
};

test('a text that is given by language is not in the scripts that all languages share', () => {
  const texts = listTextsByLanguage(changed);
  expect(texts).toContain(request);
  const code = writeValuesModule({ messaging: changed.messaging }, texts);
  expect(code).toMatch(/^import \{ texts \} from '#copy\/texts';\n/);
  expect(code).toContain(`"request":texts[${texts.indexOf(request)}]`);
  expect(code).not.toContain('join');
});

test('a text that is the same in all languages is in the shared scripts', () => {
  expect(writeValuesModule({ disclaimer: 'One.', theme: {}, list: [] }, [])).toBe(
    'export const site = {"disclaimer":"One.","theme":{},"list":[]};',
  );
});

test.each(all)('the site as delivered has all texts in %s', (language) => {
  expect(findFieldsWithoutText(language, everywhere)).toEqual([]);
});

test('texts without a translation are reported, except for the default language', () => {
  const changed = {
    ...everywhere,
    app: { ...site.app, description: 'A page.' },
    messaging: { ...site.messaging, request },
    wallet: { ...site.wallet, groups: [{ groupName: 'Favourites', wallets: ['safe'] }], disclaimer: 'Be careful.' },
  };
  const others = ['app.description', 'wallet.groups[0].groupName', 'wallet.disclaimer'];
  expect(findFieldsWithoutText('en', changed)).toEqual([]);
  expect(findFieldsWithoutText('tr', changed)).toEqual(others);
  expect(findFieldsWithoutText('fr', changed)).toEqual(['app.description', 'messaging.request', ...others.slice(1)]);
});
