import { language } from '#copy/numbers';
import { homePathOf } from '#domain/language';
import { site } from '#site';
import { Logo } from '../icons';
import { pageSentences } from './copy';

const home = homePathOf(language, site.languages);
const offers = site.wallet.control === 'header';
const hash = offers ? '#connect' : '#account';

export const Header = () => {
  const [before, after] = pageSentences.control.reconnect.split('{wallet}');
  return (
    <header className="header">
      <div className="wrap">
        <a href={home} className="home" aria-label={pageSentences.home} translate="no">
          <Logo />
          {pageSentences.brand}
        </a>
        <a href={`${home}${hash}`} className={offers ? 'button control' : 'button control account'}>
          {offers && <span className="connect">{pageSentences.control.connect}</span>}
          <span className="reconnect">
            {before}
            <bdi translate="no" />
            {after}
          </span>
          <span className="account">
            {pageSentences.control.account}
            <i>
              <span className="hidden">{` ${pageSentences.control.pending}`}</span>
            </i>
          </span>
        </a>
      </div>
    </header>
  );
};
