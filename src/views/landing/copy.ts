import { served as sentences } from '#copy/served';
import { brandOf } from '#domain/brand';
import { site } from '#site';

/** The sentences of the static HTML, with the verb and brand of this site. */
export const pageSentences = sentences(brandOf(site.product));
