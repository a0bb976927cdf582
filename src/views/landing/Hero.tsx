import { ArrowDown } from '../icons';
import { Stage } from '../Stage';
import { pageSentences } from './copy';
import { Join } from './Join';

export const Hero = () => (
  <Stage>
    <h1>{pageSentences.hero.headline}</h1>
    <p>{pageSentences.hero.subline}</p>
    <div className="actions offer">
      <Join />
      <a className="button" href="#how-it-works">
        {pageSentences.hero.how}
        <ArrowDown />
      </a>
    </div>
  </Stage>
);
