import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { motionQuery } from '../theme';
import { tone } from './tokens';

const Frame = styled.span`
  position: relative; display: block; flex: none; overflow: hidden; border-radius: 50%;
  > * { position: absolute; inset: 0; inline-size: 100%; block-size: 100%; object-fit: cover }
  img { opacity: 0; ${motionQuery} { transition: opacity .18s } }
  [data-there] { opacity: 1; background: ${tone.fill} }
  &:has([data-there]) > :not(img) { visibility: hidden }
`;

export const RoundPicture = ({ src, size, children }: { src: string | null; size: number; children: ReactNode }) => (
  <Frame style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
    {children}
    {src && (
      <img
        // A new element for each image, because a new image has not loaded yet.
        key={src}
        src={src}
        alt=""
        width={size}
        height={size}
        decoding="async"
        referrerPolicy="no-referrer"
        onLoad={({ currentTarget }) => {
          currentTarget.dataset.there = '';
        }}
      />
    )}
  </Frame>
);
