import { language } from '#copy/numbers';
import { INTEGRITY_PATH, REVISION_PLACEHOLDER } from '#domain/integrity';
import { homePathOf, KNOWN_LANGUAGES } from '#domain/language';
import { site } from '#site';
import { pageSentences } from './copy';
import { JoinButton } from './Join';

export const ClosingOffer = () => (
  <div className="wrap closing">
    <p>{pageSentences.hero.subline}</p>
    <JoinButton />
  </div>
);

const Languages = () => (
  <nav aria-label={pageSentences.footer.language}>
    <ul role="list">
      {site.languages.map((one) => (
        <li key={one}>
          <a
            href={homePathOf(one, site.languages)}
            hrefLang={one}
            lang={one}
            aria-current={one === language ? 'page' : undefined}
          >
            {KNOWN_LANGUAGES[one].name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

export const Footer = () => (
  <footer className="footer">
    <div className="wrap footer-columns">
      <div>
        <p>{pageSentences.footer.risk}</p>
        {site.languages.length > 1 && <Languages />}
      </div>
      <p>
        {`${pageSentences.footer.rights} `}
        <a href="/licenses.txt">{pageSentences.footer.licenses}</a>
        <br />
        <a href={INTEGRITY_PATH}>
          <span>
            {`${pageSentences.footer.commit} `}
            <code data-build="commit">{REVISION_PLACEHOLDER.commit}</code>
            {` · ${pageSentences.footer.root} `}
            <code data-build="root">{REVISION_PLACEHOLDER.root}</code>
          </span>
        </a>
      </p>
    </div>
  </footer>
);
