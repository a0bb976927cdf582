/** @jsxImportSource @emotion/react */
import { drawStarPath } from '#domain/star';
import { ArrowOutIcon, Icon } from '../icons';
import { tone } from './tokens';

/** Mirrors arrows, the door and the question mark in right-to-left languages. */
const turning = { '&:dir(rtl)': { transform: 'scaleX(-1)' } };

const MirroredIcon = ({ size, d }: { size: number; d: string }) => (
  <span css={turning}>
    <Icon size={size} d={d} />
  </span>
);

export const BackIcon = () => <MirroredIcon size={20} d="m12 4-6 6 6 6" />;
export const NextIcon = () => <MirroredIcon size={20} d="m8 4 6 6-6 6" />;
export const ExternalLinkIcon = () => (
  <span css={turning}>
    <ArrowOutIcon />
  </span>
);
export const DisconnectIcon = () => (
  <MirroredIcon
    size={18}
    d="M7 2.5H4.5A1.8 1.8 0 0 0 2.7 4.3v9.4a1.8 1.8 0 0 0 1.8 1.8H7M11.5 5.5 15 9l-3.5 3.5M15 9H7"
  />
);
export const CopyIcon = () => (
  <Icon
    size={18}
    d="M6.3 6.3V4.5a1.8 1.8 0 0 1 1.8-1.8h5.4a1.8 1.8 0 0 1 1.8 1.8v5.4a1.8 1.8 0 0 1-1.8 1.8h-1.8M4.5 6.3h5.4a1.8 1.8 0 0 1 1.8 1.8v5.4a1.8 1.8 0 0 1-1.8 1.8H4.5a1.8 1.8 0 0 1-1.8-1.8V8.1a1.8 1.8 0 0 1 1.8-1.8z"
  />
);
export const DoneIcon = () => <Icon size={18} d="m3.6 9.5 3.6 3.6 7.2-8.1" />;
export const ClockIcon = () => <Icon size={16} d="M8 2a6 6 0 1 1 0 12A6 6 0 0 1 8 2zM8 4.8V8l2.2 1.4" />;
export const SearchIcon = () => <Icon size={20} d="M9 3.5a5.5 5.5 0 1 1 0 11 5.5 5.5 0 0 1 0-11zM13 13l4 4" />;
export const QuestionIcon = () => (
  <span css={turning}>
    <svg width="32" height="32" viewBox="-16 -16 32 32" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
      <path d={drawStarPath(13)} />
      <path d="M-3-2.6a3 3 0 1 1 4.4 2.6C.5.5 0 1 0 2M0 5.2v.01" strokeLinecap="round" />
    </svg>
  </span>
);

const accent = { color: tone.accent };
const tile = { background: tone.tint, borderRadius: 12 };

const DEVICES = {
  extension: 'M14 18a3 3 0 0 1 3-3h14a3 3 0 0 1 3 3v12a3 3 0 0 1-3 3H17a3 3 0 0 1-3-3zM14 20.5h20M24 23.5v6M21 26.5h6',
  desktop:
    'M13 18a2.5 2.5 0 0 1 2.5-2.5h17A2.5 2.5 0 0 1 35 18v9a2.5 2.5 0 0 1-2.5 2.5h-17A2.5 2.5 0 0 1 13 27zM24 29.5v4M19 33.5h10',
  mobile: 'M20.5 13h7a3 3 0 0 1 3 3v16a3 3 0 0 1-3 3h-7a3 3 0 0 1-3-3V16a3 3 0 0 1 3-3zM22.5 31.5h3',
};
export const DeviceIcon = ({ kind }: { kind: keyof typeof DEVICES }) => (
  <span css={[accent, tile]}>
    <Icon size={48} d={DEVICES[kind]} />
  </span>
);

const STEP_SHAPES = {
  install: 'M20 12.5v11M15.5 19.5l4.5 4.5 4.5-4.5M13.5 27.5h13',
  create: 'M20 13v14M13 20h14',
  scan: 'M13.5 17v-3.5H17M23 13.5h3.5V17M26.5 23v3.5H23M17 26.5h-3.5V23M17.5 20h5',
  refresh: 'M26.5 20a6.5 6.5 0 1 1-1.95-4.65M26.5 12.5v3.8h-3.8',
  connect: 'M17.5 22.5l5-5M18.5 15.5l2-2a4.2 4.2 0 0 1 6 6l-2 2M21.5 24.5l-2 2a4.2 4.2 0 0 1-6-6l2-2',
};
export const StepIcon = ({ kind }: { kind: keyof typeof STEP_SHAPES }) => (
  <span css={accent}>
    <Icon size={40} d={STEP_SHAPES[kind]} />
  </span>
);

export const SealIcon = ({ size = 20, d = 'm-4.5.2 3.2 3.2 5.8-6.6' }: { size?: number; d?: string }) => (
  <svg width={size} height={size} viewBox="-16 -16 32 32" stroke="currentColor" aria-hidden="true">
    <path d={drawStarPath(14)} strokeWidth="1.5" strokeLinejoin="round" />
    <path d={d} strokeWidth="1.8" strokeLinecap="round" strokeLinejoin="round" />
  </svg>
);

export const AlertIcon = () => (
  <svg width="18" height="18" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="11" fill="currentColor" />
    <path css={pierced} d="M12 6.5V13M12 17v.01" strokeWidth="2.4" strokeLinecap="round" />
  </svg>
);
const pierced = { stroke: tone.surface, '@media (forced-colors: active)': { stroke: 'Canvas' } };
