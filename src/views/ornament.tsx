import { portraitOf } from '#domain/portrait';
import { CROSSING_RATIO, drawNestedStarsPath, drawSquarePath, drawStarPath, STAR_RADIUS as R } from '#domain/star';

const ink = 'currentColor';

const corner = R * (1 - CROSSING_RATIO ** 2);
const petals =
  drawStarPath(R * CROSSING_RATIO, { turn: 22.5, x: R, y: R }) + drawStarPath(R * CROSSING_RATIO ** 2, { x: R, y: R });
const crosses = [0, 2 * R].flatMap((x) => [0, 2 * R].map((y) => drawStarPath(corner, { x, y }))).join('');

export const TilingPattern = () => (
  <>
    <svg className="fading" viewBox="0 0 1200 1000" stroke={ink} aria-hidden="true">
      <pattern id="tile" width={2 * R} height={2 * R} patternUnits="userSpaceOnUse" x="24" y="92">
        <path d={drawStarPath(R, { x: R, y: R })} />
        <path strokeOpacity=".6" d={petals + crosses} />
      </pattern>
      <path d="M0 0h1200v1000H0z" stroke="none" fill="url(#tile)" />
    </svg>
    <svg className="glazed" viewBox="-96 -96 192 192" stroke={ink} aria-hidden="true">
      <path className="glaze" stroke="none" fill={ink} d={drawStarPath(R)} />
      <path className="glaze-line" strokeOpacity=".85" d={drawNestedStarsPath(R * CROSSING_RATIO, 2, { turn: 22.5 })} />
    </svg>
  </>
);

/** The star in three steps: a square, a second one turned, the coloured star. */
export const StarConstruction = ({ step }: { step: number }) => (
  <svg viewBox="-99 -99 198 198" stroke={ink} strokeWidth="2.5" aria-hidden="true">
    <circle className="disc" strokeWidth="1.5" r={R} />
    <path className="line" strokeWidth="1.5" d="M-96 0H96M0-96V96M-67.9-67.9 67.9 67.9M-67.9 67.9 67.9-67.9" />
    <path className="first" d={drawSquarePath(R, 45)} />
    {step === 1 && <path className="rise" d={drawSquarePath(R, 0)} />}
    {step === 2 && (
      <>
        <path className="glaze fill" fill={ink} d={drawStarPath(R)} />
        <path className="glaze-line" strokeWidth="1.5" d={drawNestedStarsPath(R * CROSSING_RATIO, 2, { turn: 22.5 })} />
      </>
    )}
  </svg>
);

export const Rosette = () => (
  <svg className="rosette" viewBox="-240 -240 480 240" stroke={ink} aria-hidden="true">
    <path d={drawNestedStarsPath(240, 8, { half: true })} />
  </svg>
);

export const CheckMark = () => (
  <svg width="36" height="36" viewBox="-102 -102 204 204" stroke={ink} aria-hidden="true">
    <path d={drawStarPath(R)} strokeWidth="6" />
    <path d="m-32 0 22 22L32-22" strokeWidth="13" />
  </svg>
);

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
