import type { Site } from '#domain/site';

/** Returns the fields of `src/site.ts` that still contain the sample values of the repository. */
export function samplesIn(site: Site) {
  const isSample = ({ name, link }: Site['backer']) =>
    new URL(link).hostname === 'example.com' || /^(Sample Backer|Supporter [A-Z][a-z]+)$/.test(name);
  const fields: Record<string, boolean> = {
    url: site.url.endsWith('.example'),
    'messaging.handle': site.messaging.handle === 'example',
    litepaper: new URL(site.litepaper).hostname === 'example.com',
    backer: isSample(site.backer),
    supporters: site.supporters.some(isSample),
  };
  return Object.keys(fields).filter((field) => fields[field]);
}
