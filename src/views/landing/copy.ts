import { createServedTexts } from '#copy/served';
import { brandOf } from '#domain/brand';
import { site } from '#site';

export const pageSentences = createServedTexts(brandOf(site.product));
