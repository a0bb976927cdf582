import { drawSquarePath, drawStarPath, STAR_RADIUS } from '#domain/star';

const ink = 'currentColor';

/** The site's logo: two interwoven squares, each over and under in turn, as a symbol of the product's partners. */
export const Logo = () => (
  // The squares cross at .2929 and .7071 of each side. A side has gaps where it passes under the other square.
  <svg
    width="32"
    height="32"
    viewBox="-32 -32 64 64"
    stroke={ink}
    strokeWidth="4.5"
    strokeDasharray=".8 .2"
    strokeDashoffset="-.3929"
    aria-hidden="true"
  >
    {([45, 0] as const).map((turn) => (
      <path key={turn} d={drawSquarePath(29, turn)} pathLength="4" />
    ))}
  </svg>
);

export const SliderThumb = () => (
  <svg viewBox="-108 -108 216 216" stroke={ink} strokeWidth="6" aria-hidden="true">
    <path className="casing" d={drawStarPath(STAR_RADIUS)} strokeWidth="30" />
    <path className="core" fill={ink} stroke="none" d={drawStarPath(STAR_RADIUS)} />
    <path className="casing" strokeOpacity=".55" d={drawSquarePath(STAR_RADIUS, 45) + drawSquarePath(STAR_RADIUS, 0)} />
  </svg>
);

export const Icon = ({ size, d }: { size: number; d: string }) => (
  <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} stroke={ink} strokeWidth="1.5" aria-hidden="true">
    <path d={d} />
  </svg>
);
export const ArrowDownIcon = () => <Icon size={16} d="M8 3v10M3.5 8.5 8 13l4.5-4.5" />;
export const ArrowOutIcon = () => <Icon size={16} d="M5.5 4h6.5v6.5M12 4 4 12" />;
export const CloseIcon = () => <Icon size={20} d="m5 5 10 10M15 5 5 15" />;
export const MinusIcon = () => <Icon size={20} d="M4 10h12" />;
export const PlusIcon = () => <Icon size={20} d="M4 10h12M10 4v12" />;
export const RetryIcon = () => <Icon size={18} d="M14.4 9a5.4 5.4 0 1 1-1.6-3.9l1.6 1.5V3M14.4 6.6h-3.6" />;
