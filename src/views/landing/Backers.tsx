import { PORTRAITS_PATH } from '#domain/portrait';
import type { SupporterProfile } from '#domain/site';
import { site } from '#site';
import { copy } from '../copy';
import { newTabProps } from '../ui';
import { pageSentences } from './copy';

const Person = ({ name, handle, image, link, nth }: SupporterProfile & { nth: number }) => (
  <a className="person" href={link} {...newTabProps}>
    <img src={image || `${PORTRAITS_PATH}#p${nth}`} alt="" width="88" height="88" loading="lazy" />
    <span>
      <b translate="no">{name}</b>
      <bdi translate="no">{handle}</bdi>
      <span className="hidden">{copy.newTab}</span>
    </span>
  </a>
);

export const Backers = () => (
  <section className="wrap section" aria-labelledby="backers">
    <div className="section-head backer">
      <h2 id="backers">{pageSentences.backers.title}</h2>
      <div>
        <Person {...site.backer} nth={0} />
      </div>
    </div>
    <ul className="people" role="list">
      {site.supporters.map((supporter, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and nothing else is sure to differ
        <li key={i}>
          <Person {...supporter} nth={i + 1} />
        </li>
      ))}
    </ul>
  </section>
);
