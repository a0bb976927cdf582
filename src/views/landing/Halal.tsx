import { CheckMark, Rosette } from '../ornament';
import { pageSentences } from './copy';

export const Halal = () => (
  <section className="halal" aria-labelledby="halal">
    <Rosette />
    <div className="wrap halal-columns">
      <h2 id="halal">{pageSentences.halal.title}</h2>
      <ul role="list">
        {pageSentences.halal.list.map(({ title, text }) => (
          <li key={title}>
            <CheckMark />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
