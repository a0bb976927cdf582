import { expect, test } from 'vitest';
import { findSampleValues } from '#build/remarks';
import { site } from '#site';

const someone = { name: 'Someone', handle: '@someone', image: '', link: 'https://someone.net/' };
const own = {
  ...site,
  url: 'https://borrow.net',
  messaging: { ...site.messaging, handle: 'borrow_example' },
  litepaper: 'https://borrow.net/litepaper.pdf',
  backer: someone,
  supporters: [someone],
};

test('the site in the repository consists of sample texts', () => {
  expect(findSampleValues(site)).toEqual(['url', 'messaging.handle', 'litepaper', 'backer', 'supporters']);
});

test('a site without sample texts is recognised', () => {
  expect(findSampleValues(own)).toEqual([]);
});

test('a sample name counts as a sample text, with any link', () => {
  expect(findSampleValues({ ...own, supporters: [someone, { ...someone, name: 'Supporter Two' }] })).toEqual([
    'supporters',
  ]);
});
