import styled from '@emotion/styled';
import { language } from '#copy/numbers';
import { INTEGRITY_PATH, REVISION_PLACEHOLDER } from '#domain/integrity';
import { homePathOf, LANGUAGES } from '#domain/language';
import { site } from '#site';
import { colour, font, from, phoneWindow, space } from '../theme';
import { pageSentences } from './copy';
import { Join } from './Join';

const Foot = styled.footer`margin-block-start: ${space.gap}; border-block-start: 1px solid ${colour.line}; font-size: .875rem; color: ${colour.muted};`;
const Columns = styled.div`
  display: grid; gap: 1.5rem 3rem; padding-block: 2.5rem calc(2.5rem + env(safe-area-inset-bottom));
  ${from.tablet} { grid-template-columns: 1fr auto }
  li { display: inline; margin-inline-end: 1.25rem }
  a { display: inline-grid; place-items: center; min-block-size: 44px; text-decoration: underline }
  [aria-current] { text-decoration: none }
`;

const Closing = styled.div`
  p { font: 400 clamp(2.375rem, 4.6vw, 3.5rem)/1.04 ${font.serif}; letter-spacing: -.015em }
  display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 1.5rem 3rem; margin-block-start: ${space.gap};
  ${phoneWindow} { button, a { flex: 1 } }
`;

/** The offer again with the button to join, for visitors who have read to the end. */
export const ClosingOffer = () => (
  <Closing className="wrap">
    <p>{pageSentences.hero.subline}</p>
    <Join />
  </Closing>
);

/** Links to the other languages of the page, each named in its own language. */
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
            {LANGUAGES[one].name}
          </a>
        </li>
      ))}
    </ul>
  </nav>
);

/** The risk note, and which build this page is. */
export const Footer = () => (
  <Foot>
    <Columns className="wrap">
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
    </Columns>
  </Foot>
);
