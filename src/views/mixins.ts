import { css } from '@emotion/react';

export const visuallyHidden = css`position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;`;

/** Figures of equal width, so that numbers don't move when they change. */
export const tabularFigures = css`font-variant-numeric: tabular-nums lining-nums;`;
