import { computeAllocationShares } from '#domain/alpha';
import { computeBarHeights, INITIAL_COMPARED_AMOUNT } from '#domain/comparison';
import { site } from '#site';
import { schemeProperties, schemes } from '../schemes';
import { easeOut } from '../theme';
import alpha from './alpha.css?inline';
import base from './base.css?inline';
import dialog from './dialog.css?inline';
import fonts from './fonts.css?inline';
import landing from './landing.css?inline';
import loading from './loading.css?inline';
import ornament from './ornament.css?inline';

const { share, allocated, yours } = computeAllocationShares(site.allocation, site.allocation.initial);
const { kamino, iABorrow } = computeBarHeights(INITIAL_COMPARED_AMOUNT);

/** Custom properties from code: colours, motion, and values of views that scripts change once they run. */
export const rootProperties =
  `:root{color-scheme:light dark;${schemeProperties(schemes)}--ease-out:${easeOut};--share:${share};` +
  `--allocated:${allocated};--yours:${yours};--rival-height:${kamino}px;--our-height:${iABorrow}px}`;

/** The style sheets of the page, as text. Each has its file beside this one. */
export const sheets = { fonts, base, ornament, landing, dialog, alpha, loading };
