import styled from '@emotion/styled';
import { PORTRAITS_PATH } from '#domain/portrait';
import type { SupporterProfile } from '#domain/site';
import { site } from '#site';
import { copy } from '../copy';
import { colour, font, from } from '../theme';
import { newTabProps } from '../ui';
import { Head, Hidden, Section } from '../ui.styles';
import { pageSentences } from './copy';

const Card = styled.a`
  display: flex; align-items: center; gap: .875rem; min-block-size: 44px; border-radius: 12px;
  > img { flex: none; inline-size: 52px; block-size: 52px; border-radius: 50%; object-fit: cover }
  max-inline-size: 100%;
  > span { min-inline-size: 0; overflow-wrap: anywhere }
  b { display: block; font-weight: 550; line-height: 1.35 }
  bdi { display: block; font-size: .875rem; line-height: 1.35; color: ${colour.muted} }
  &:focus-visible { border-radius: 12px; outline-offset: 6px }
  ${from.hover} { &:hover b { text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: .25em } }
`;
const Backer = styled(Head)`
  gap: 1.5rem 3rem;
  a { display: inline-flex; gap: 1.5rem }
  a > img { inline-size: 88px; block-size: 88px }
  a b { font: 400 2rem/1.15 ${font.serif}; letter-spacing: -.01em }
  a bdi { font-size: 1rem }
  ${from.tablet} { align-items: center }
`;
const People = styled.ul`
  display: grid; grid-template-columns: repeat(auto-fill, minmax(min(7.5rem, 100%), 1fr)); gap: 2rem 1rem;
  padding-block-start: clamp(2rem, 4vw, 3rem); border-block-start: 1px solid ${colour.line};
  a { flex-direction: column; align-items: start }
  ${from.tablet} { grid-template-columns: repeat(5, minmax(0, 1fr)) }
  ${from.wide} { a { flex-direction: row; align-items: center } }
`;

interface PersonProps extends SupporterProfile {
  /** The index of the generated picture. */
  nth: number;
}

const Person = ({ name, handle, image, link, nth }: PersonProps) => (
  <Card href={link} {...newTabProps}>
    <img src={image || `${PORTRAITS_PATH}#p${nth}`} alt="" width="88" height="88" loading="lazy" />
    <span>
      <b translate="no">{name}</b>
      <bdi translate="no">{handle}</bdi>
      <Hidden>{copy.newTab}</Hidden>
    </span>
  </Card>
);

export const Backers = () => (
  <Section className="wrap" aria-labelledby="backers">
    <Backer>
      <h2 id="backers">{pageSentences.backers.title}</h2>
      <div>
        <Person {...site.backer} nth={0} />
      </div>
    </Backer>
    <People role="list">
      {site.supporters.map((supporter, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and nothing else is sure to differ
        <li key={i}>
          <Person {...supporter} nth={i + 1} />
        </li>
      ))}
    </People>
  </Section>
);
