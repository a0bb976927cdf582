import styled from '@emotion/styled';
import { portraitOf } from '#domain/portrait';
import { star } from '#domain/star';
import type { Wallet } from '#domain/wallet';
import { Portrait } from '../ornament';
import { tone } from './tokens';

const Frame = styled.span`
  position: relative; display: block; flex: none; overflow: hidden; max-inline-size: 100%; max-block-size: 100%; border-radius: 25%;
  > * { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover }
  /* Icons may be transparent. */
  &:has(img:not([hidden])) > span { visibility: hidden }
  /* A hairline, so that a white icon shows on white and a black one on black. */
  &::after { content: ''; position: absolute; inset: 0; border-radius: inherit; box-shadow: inset 0 0 0 1px currentColor; opacity: .14 }
`;

const Ground = styled.span`color: ${tone.muted}; background: ${tone.fill};`;
const outline = star(20);
const Mark = () => (
  <Ground>
    <svg viewBox="-32 -32 64 64" fill="none" stroke="currentColor" strokeWidth="2.5" aria-hidden="true">
      <path d={outline} />
    </svg>
  </Ground>
);

const Picture = ({ of: name }: { of: string }) => (
  <span style={{ backgroundColor: portraitOf(name).ground }}>
    <Portrait of={name} />
  </span>
);

interface WalletIconProps {
  icon: Wallet['icon'];
  name: string;
  /** Width and height in CSS px; less where there is no room. */
  size: number;
}

/**
 * The icon of a wallet, whose name stands beside it; a picture made from the name where there is no icon, or where
 * it does not load. Icon and name may come from any extension: of the name no letter is shown, and of the background
 * nothing but a colour is taken.
 */
export const WalletIcon = ({ icon, name, size }: WalletIconProps) => (
  <Frame style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
    {/* Our own icons are there: a mark will do until they are. */}
    {icon.src?.startsWith('/') ? <Mark /> : <Picture of={name} />}
    {icon.src && (
      <img
        // A new icon is a new image: one that failed stays hidden.
        key={icon.src}
        src={icon.src}
        alt=""
        width={size}
        height={size}
        loading="lazy"
        decoding="async"
        style={{ backgroundColor: icon.background }}
        onError={({ currentTarget }) => {
          currentTarget.hidden = true;
        }}
      />
    )}
  </Frame>
);
