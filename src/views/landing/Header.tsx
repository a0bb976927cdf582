import styled from '@emotion/styled';
import { language } from '#copy/numbers';
import { homePathOf } from '#domain/language';
import { site } from '#site';
import { Logo } from '../icons';
import { allowsMotion, colour, ease, font, from, largeText } from '../theme';
import { Hidden, SecondaryLink } from '../ui.styles';
import { pageSentences } from './copy';

const Bar = styled.header`
  position: relative; z-index: 1; padding-block: 1.25rem;
  > div { display: flex; justify-content: space-between; align-items: center; gap: 1rem; ${largeText} { flex-wrap: wrap } }
  .home { display: inline-flex; align-items: center; gap: .625rem; min-block-size: 44px; font-family: ${font.serif}; font-size: 1.625rem; letter-spacing: -.01em }
  svg { color: ${colour.accent} }
  path + path { color: ${colour.gold}; transform-box: fill-box; transform-origin: center; ${allowsMotion} { transition: transform .6s ${ease.inOut} } }
  ${from.hover} { .home:hover path + path { transform: rotate(90deg) } }
  /* Leads to the account of a visitor whose wallet is known, and else to the wallets. A dot, while a transaction is pending. */
  .control { position: relative; min-inline-size: 0; min-block-size: 44px; padding: .25rem 1rem; background: ${colour.paper}; font-size: .9375rem }
  [data-wallet] & .connect, html:not([data-wallet]) & .account, html:not([data-pending]) & i { display: none }
  /* A wallet that is locked or missing is only remembered. */
  html:not([data-remembered]) & .reconnect, [data-remembered] & span.account { display: none }
  .reconnect bdi { display: inline-block; max-inline-size: 9em; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; vertical-align: bottom }
  i { position: absolute; inset-block-start: -5px; inset-inline-end: -5px; inline-size: 10px; block-size: 10px; border-radius: 50%; background: ${colour.gold}; box-shadow: 0 0 0 3px ${colour.paper}; forced-color-adjust: none }
`;

/** Whether the header has a button to connect a wallet. */
const home = homePathOf(language, site.languages);
const offers = site.wallet.control === 'header';

/** The logo, and the link to the account. */
export const Header = () => {
  const [before, after] = pageSentences.control.reconnect.split('{wallet}');
  return (
    <Bar>
      <div className="wrap">
        <a href={home} className="home" aria-label={pageSentences.home} translate="no">
          <Logo />
          {pageSentences.brand}
        </a>
        <SecondaryLink
          href={`${home}${offers ? '#connect' : '#account'}`}
          className={offers ? 'control' : 'control account'}
        >
          {offers && <span className="connect">{pageSentences.control.connect}</span>}
          <span className="reconnect">
            {before}
            <bdi translate="no" />
            {after}
          </span>
          <span className="account">
            {pageSentences.control.account}
            <i>
              <Hidden>{` ${pageSentences.control.pending}`}</Hidden>
            </i>
          </span>
        </SecondaryLink>
      </div>
    </Bar>
  );
};
