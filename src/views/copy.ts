import { page } from '#copy/page';
import { brandOf } from '#domain/brand';
import { site } from '#site';
import { type Phrase, wordsFor } from './phrase';

/** The sentences of all hydrated parts, with the verb and brand of this site. */
export const copy = page(brandOf(site.product), site.allocation);

/** Returns the words of phrases of `copy`, one after another. */
export const pageTextOf = (...phrases: (Phrase | null | false)[]) =>
  phrases.flatMap((phrase) => (phrase ? wordsFor(copy, phrase) : [])).join(' ');
