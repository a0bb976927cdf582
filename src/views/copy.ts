import { page } from '#copy/page';
import { brandOf } from '#domain/brand';
import { site } from '#site';

/** The sentences of everything that is hydrated, with the verb and brand of this site. */
export const copy = page(brandOf(site.product), site.allocation);
