import styled from '@emotion/styled';
import { type ReactNode, useMemo } from 'react';
import { encode } from 'uqr';
import { drawQrModules, SMALLEST_QR_VERSION_WITH_HOLE } from '#domain/qr';
import { colour } from '../theme';
import { dialogTexts } from './copy';

/** The card of the QR code: dark on light in both schemes and with forced colours, because many scanners need that. */
const Card = styled.div`
  position: relative; display: grid; align-items: center; place-self: center; flex: none; max-inline-size: 100%; aspect-ratio: 1; padding: 20px;
  border: 1px solid ${colour.line}; border-radius: 20px; background: #FFFFFF; color: #0C1411; text-align: center; forced-color-adjust: none;
  @media (prefers-color-scheme: dark) { background: #F3F6F4 }
`;
const Middle = styled.div`position: absolute; inset: 0; margin: auto; inline-size: 18.85%; block-size: 18.85%;`;

/** Returns null if `value` is too long for a QR code (from about 2,300 letters), or is not valid text. */
function draw(value: string, holed: boolean) {
  try {
    const minVersion = holed ? SMALLEST_QR_VERSION_WITH_HOLE : 1;
    return drawQrModules(encode(value, { ecc: 'M', boostEcc: true, border: 0, minVersion }), holed);
  } catch {
    return null;
  }
}

interface QrCodeProps {
  value: string;
  label: string;
  /** Width of the card in CSS px. Less if there is no room. */
  size?: number;
  children?: ReactNode;
}

export function QrCode({ value, label, size = 200, children }: QrCodeProps) {
  const holed = Boolean(children);
  // Memoized, because the countdown beside the code renders each second.
  const ink = useMemo(() => draw(value, holed), [value, holed]);
  const style = { inlineSize: size };
  if (!ink) return <Card style={style}>{dialogTexts.tooLong}</Card>;
  return (
    <Card style={style} role="img" aria-label={label}>
      <svg viewBox={`0 0 ${ink.size} ${ink.size}`} fill="none" stroke="currentColor" aria-hidden="true">
        <path d={ink.runs} strokeWidth=".9" strokeLinecap="round" />
        {ink.finders.map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width="6" height="6" rx="1.8" />
            <rect x={x + 2} y={y + 2} width="3" height="3" rx="1" fill="currentColor" stroke="none" />
          </g>
        ))}
        {ink.alignments.map(([x, y]) => (
          <g key={`${x} ${y}`}>
            <rect x={x + 0.5} y={y + 0.5} width="4" height="4" rx="1" />
            <rect x={x + 2} y={y + 2} width="1" height="1" rx=".3" fill="currentColor" stroke="none" />
          </g>
        ))}
      </svg>
      {holed && <Middle>{children}</Middle>}
    </Card>
  );
}
