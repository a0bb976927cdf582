import { served as sentences } from '#copy/served';
import { brandOf } from '#domain/brand';
import { site } from '#site';

export const pageSentences = sentences(brandOf(site.product));
