import { createPageTexts } from '#copy/page';
import { brandOf } from '#domain/brand';
import { site } from '#site';
import { findPhraseText, type Phrase } from './phrase';

export const copy = createPageTexts(brandOf(site.product), site.allocation);

export const pageTextOf = (...phrases: (Phrase | null | false)[]) =>
  phrases.flatMap((phrase) => (phrase ? findPhraseText(copy, phrase) : [])).join(' ');
