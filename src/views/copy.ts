import { page } from '#copy/page';
import { brandOf } from '#domain/brand';
import { site } from '#site';

/** The sentences of everything that comes alive in the browser, with the verb and brand of this site. */
export const copy = page(brandOf(site.product), site.allocation);
