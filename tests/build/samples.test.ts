import { expect, test } from 'vitest';
import { samplesIn } from '#build/samples';
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

test('the site as it comes is made of samples', () => {
  expect(samplesIn(site)).toEqual(['url', 'messaging.handle', 'litepaper', 'backer', 'supporters']);
});

test('a site with content of its own has none', () => {
  expect(samplesIn(own)).toEqual([]);
});

test('a sample name is a sample, whatever it links to', () => {
  expect(samplesIn({ ...own, supporters: [someone, { ...someone, name: 'Supporter Two' }] })).toEqual(['supporters']);
});
