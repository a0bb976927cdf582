import { css } from '@emotion/react';

/** Read by screen readers and search engines, not seen. */
export const hidden = css`position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;`;

/** Figures of equal width, so that numbers do not jiggle. */
export const figures = css`font-variant-numeric: tabular-nums lining-nums;`;
