import { css } from '@emotion/react';
import { square, star } from '#domain/star';
import { colour } from './theme';

/** Paints with the colour of the surrounding text. */
const ink = 'currentColor';
const accent = css({ color: colour.accent });

/** The knob of the slider. It rolls as it goes. */
export const Knob = () => (
  <svg viewBox="-18 -18 36 36" stroke={ink} aria-hidden="true">
    <path className="casing" d={star(16)} strokeWidth="5" />
    <path css={accent} fill={ink} stroke="none" d={star(16)} />
    <path className="casing" strokeOpacity=".55" d={square(16, 45) + square(16, 0)} />
  </svg>
);

/** A pictogram of `size` px, drawn by one line. */
const Icon = ({ size, d }: { size: number; d: string }) => (
  <svg width={size} height={size} stroke={ink} strokeWidth="1.5" aria-hidden="true">
    <path d={d} />
  </svg>
);
export const ArrowDown = () => <Icon size={16} d="M8 3v10M3.5 8.5 8 13l4.5-4.5" />;
export const ArrowOut = () => <Icon size={16} d="M5 11 11 5M6 5h5v5" />;
export const Cross = () => <Icon size={20} d="m5 5 10 10M15 5 5 15" />;
export const Minus = () => <Icon size={20} d="M4 10h12" />;
export const Plus = () => <Icon size={20} d="M4 10h12M10 4v12" />;
