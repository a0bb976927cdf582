import styled from '@emotion/styled';
import { copy } from '../copy';
import { Logo } from '../ornament';
import { colour, ease, font, from } from '../theme';
import { Wrap } from '../ui';

const Bar = styled.header`
  position: relative; z-index: 1; padding-block: 1.25rem;
  a { display: inline-flex; align-items: center; gap: .625rem; min-block-size: 44px; font-family: ${font.serif}; font-size: 1.625rem; letter-spacing: -.01em }
  svg { color: ${colour.accent} }
  path + path { color: ${colour.gold}; transform-box: fill-box; transform-origin: center; transition: transform .6s ${ease.inOut} }
  ${from.hover} { a:hover path + path { transform: rotate(90deg) } }
`;

/** The logo, which leads home. */
export const Header = () => (
  <Bar>
    <Wrap>
      <a href="/" aria-label={copy.home}>
        <Logo />
        {copy.brand}
      </a>
    </Wrap>
  </Bar>
);
