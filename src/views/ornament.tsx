import { css } from '@emotion/react';
import { portraitOf } from '#domain/portrait';
import { CROSSING_RATIO, nestedStarsPath, STAR_RADIUS as R, squarePath, starPath } from '#domain/star';
import { colour } from './theme';

/** Uses the colour of the surrounding text. */
const ink = 'currentColor';

const glaze = css({ color: colour.glaze });
const glazeLine = css({ color: colour.glazeLine });

const corner = R * (1 - CROSSING_RATIO ** 2);
const petals =
  starPath(R * CROSSING_RATIO, { turn: 22.5, x: R, y: R }) + starPath(R * CROSSING_RATIO ** 2, { x: R, y: R });
const crosses = [0, 2 * R].flatMap((x) => [0, 2 * R].map((y) => starPath(corner, { x, y }))).join('');

const canvas = { viewBox: '0 0 1200 1000', stroke: ink };

/*
 * SVG gradients are avoided: a browser repaints everything under one whenever styles change, such as when a dialog
 * opens.
 */
const fading = css`
  --fade: radial-gradient(58.3% 44% at 77.3% 36%, rgb(0 0 0 / .8), rgb(0 0 0 / .36) 50%, transparent);
  mask-image: var(--fade);
  /* Here the window is wider than the drawing, which fades at its end as well. */
  @media (min-width: 102.5rem) { mask: linear-gradient(to left, transparent, #000 14%) intersect, var(--fade) }
  /* Where nothing is left of it, nothing has to be painted: that is a third of it. */
  clip-path: inset(0 0 20% 19%);
`;

/** The tiling of the hero, with one coloured star. It fades into the page. */
export const TilingPattern = () => (
  <>
    <svg {...canvas} css={fading} aria-hidden="true">
      <pattern id="tile" width={2 * R} height={2 * R} patternUnits="userSpaceOnUse" x="24" y="92">
        <path d={starPath(R, { x: R, y: R })} />
        <path strokeOpacity=".6" d={petals + crosses} />
      </pattern>
      <path d="M0 0h1200v1000H0z" stroke="none" fill="url(#tile)" />
    </svg>
    <svg {...canvas} aria-hidden="true">
      <g className="glazed">
        <path css={glaze} stroke="none" fill={ink} d={starPath(R, { x: 888, y: 380 })} />
        <path
          css={glazeLine}
          strokeOpacity=".85"
          d={nestedStarsPath(R * CROSSING_RATIO, 2, { turn: 22.5, x: 888, y: 380 })}
        />
      </g>
    </svg>
  </>
);

const disc = css({ fill: colour.paper, color: colour.line });
const line = css({ color: colour.line });
const accent = css({ color: colour.accent });
const gold = css({ color: colour.gold });

/** The star in three steps: a square, a second one turned, the coloured star. */
export const StarConstruction = ({ step }: { step: number }) => (
  <svg viewBox="-99 -99 198 198" stroke={ink} strokeWidth="2.5" aria-hidden="true">
    <circle css={disc} strokeWidth="1.5" r={R} />
    <path css={line} strokeWidth="1.5" d="M-96 0H96M0-96V96M-67.9-67.9 67.9 67.9M-67.9 67.9 67.9-67.9" />
    <path css={accent} d={squarePath(R, 45)} />
    {step === 1 && <path css={gold} className="rise" d={squarePath(R, 0)} />}
    {step === 2 && (
      <>
        <path css={glaze} className="fill" fill={ink} d={starPath(R)} />
        <path css={glazeLine} strokeWidth="1.5" d={nestedStarsPath(R * CROSSING_RATIO, 2, { turn: 22.5 })} />
      </>
    )}
  </svg>
);

/** The upper half of eight nested stars. */
export const Rosette = () => (
  <svg className="rosette" viewBox="-240 -240 480 240" stroke={ink} aria-hidden="true">
    <path d={nestedStarsPath(240, 8, { half: true })} />
  </svg>
);

export const CheckMark = () => (
  <svg width="36" height="36" viewBox="-102 -102 204 204" stroke={ink} aria-hidden="true">
    <path d={starPath(R)} strokeWidth="6" />
    <path d="m-32 0 22 22L32-22" strokeWidth="13" />
  </svg>
);

/** A picture generated from an address or a handle. */
export function PortraitPicture({ of }: { of: string }) {
  const { ground, figure, core, star, inner, dot } = portraitOf(of);
  return (
    <svg viewBox="-32 -32 64 64" aria-hidden="true">
      <circle r="32" fill={ground} />
      <path d={star} fill={figure} />
      <path d={inner} fill={ground} />
      <circle r={dot} fill={core} />
    </svg>
  );
}
