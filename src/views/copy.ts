import { page } from '#copy/page';
import { brandOf } from '#domain/brand';
import { site } from '#site';
import { type Phrase, wordsFor } from './phrase';

export const copy = page(brandOf(site.product), site.allocation);

export const pageTextOf = (...phrases: (Phrase | null | false)[]) =>
  phrases.flatMap((phrase) => (phrase ? wordsFor(copy, phrase) : [])).join(' ');
