import styled from '@emotion/styled';
import { site } from '#site';
import { Logo } from '../icons';
import { colour, ease, font, from, moving } from '../theme';
import { Hidden, QuietLink, Wrap } from '../ui';
import { served } from './copy';

const Bar = styled.header`
  position: relative; z-index: 1; padding-block: 1.25rem;
  > div { display: flex; justify-content: space-between; align-items: center; gap: 1rem }
  [href="/"] { display: inline-flex; align-items: center; gap: .625rem; min-block-size: 44px; font-family: ${font.serif}; font-size: 1.625rem; letter-spacing: -.01em }
  svg { color: ${colour.accent} }
  path + path { color: ${colour.gold}; transform-box: fill-box; transform-origin: center; ${moving} { transition: transform .6s ${ease.inOut} } }
  ${from.hover} { [href='/']:hover path + path { transform: rotate(90deg) } }
`;

/** Says which dialog it leads to: that is a matter of who the visitor is. A dot, while the network owes them an answer. */
const Control = styled(QuietLink)`
  position: relative;
  [data-connected] & > :first-of-type, html:not([data-connected]) & > :last-of-type, html:not([data-pending]) & i { display: none }
  i { position: absolute; inset-block-start: -5px; inset-inline-end: -5px; inline-size: 10px; block-size: 10px; border-radius: 50%; background: ${colour.gold}; box-shadow: 0 0 0 3px ${colour.paper}; forced-color-adjust: none }
`;
/**
 * The logo, which leads home; and the way to the wallet dialogs, if the operator wants one. A `bare` one has none: after a
 * crash nobody would open them.
 */
export const Header = ({ bare = false }: { bare?: boolean }) => (
  <Bar>
    <Wrap>
      <a href="/" aria-label={served.home}>
        <Logo />
        {served.brand}
      </a>
      {site.wallet.control === 'header' && !bare && (
        <Control href="/#connect">
          <span>{served.control.connect}</span>
          <span>
            {served.control.account}
            <i>
              <Hidden>{served.control.pending}</Hidden>
            </i>
          </span>
        </Control>
      )}
    </Wrap>
  </Bar>
);
