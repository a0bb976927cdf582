import { site } from '#site';
import { ArrowOutIcon } from '../icons';
import { StarConstruction } from '../ornament';
import { newTabProps } from '../ui';
import { pageSentences } from './copy';

export const HowItWorks = () => (
  <section className="wrap section" id="how-it-works" aria-labelledby="how">
    <div className="section-head">
      <h2 id="how">{pageSentences.steps.title}</h2>
      <p>{pageSentences.steps.lead}</p>
    </div>
    <ol className="steps" role="list">
      {pageSentences.steps.list.map(({ title, text }, i) => (
        <li key={title}>
          <StarConstruction step={i} />
          <div>
            <h3>
              <span aria-hidden="true">{i + 1}</span>
              {title}
            </h3>
            <p>{text}</p>
          </div>
        </li>
      ))}
    </ol>
    <p className="litepaper">
      <a className="button" href={site.litepaper} {...newTabProps}>
        <span>
          {pageSentences.steps.more}
          <span className="hidden">{` ${pageSentences.steps.moreAbout}`}</span>
        </span>
        <ArrowOutIcon />
      </a>
    </p>
  </section>
);
