import styled from '@emotion/styled';
import { portraitOf } from '#domain/portrait';
import { drawStarPath } from '#domain/star';
import type { Wallet } from '#domain/wallet';
import { tone } from './tokens';

const Icon = styled.img`
  display: block; flex: none; max-inline-size: 100%; max-block-size: 100%; border-radius: 25%; background: ${tone.fill}; object-fit: cover;
  /* A hairline, so that a white icon shows on white and a black one on black. */
  outline: 1px solid color-mix(in srgb, currentColor 14%, transparent); outline-offset: -1px;
`;

/** Returns a picture in the viewBox -32 -32 64 64 as a data: URL, which needs one element instead of five. */
const pictureOf = (content: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="-32 -32 64 64">${content}</svg>`)}`;

const MARK = pictureOf(`<path d="${drawStarPath(20)}" fill="none" stroke="#7a857f" stroke-width="2.5"/>`);

function portraitAt(name: string) {
  const { ground, figure, core, star, inner, dot } = portraitOf(name);
  return pictureOf(
    `<path d="M-32-32h64v64h-64z" fill="${ground}"/><path d="${star}" fill="${figure}"/><path d="${inner}" fill="${ground}"/><circle r="${dot}" fill="${core}"/>`,
  );
}

interface WalletIconProps {
  icon: Wallet['icon'];
  name: string;
  /** Width and height in CSS px. Less if there is no room. */
  size: number;
}

/** Extensions may supply any icon and name, so the picture in place of a missing icon contains no text. */
export const WalletIcon = ({ icon, name, size }: WalletIconProps) => (
  <Icon
    // A new icon needs a new element, because a failed icon's element shows the generated picture.
    key={icon.src}
    src={icon.src || portraitAt(name)}
    alt=""
    width={size}
    height={size}
    loading="lazy"
    decoding="async"
    style={{ inlineSize: size, blockSize: size, backgroundColor: icon.src ? icon.background : undefined }}
    onError={({ currentTarget }) => {
      currentTarget.style.backgroundColor = '';
      currentTarget.src = icon.src?.startsWith('/') ? MARK : portraitAt(name);
    }}
  />
);
