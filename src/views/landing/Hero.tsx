import { FullScreenSection } from '../FullScreenSection';
import { ArrowDownIcon } from '../icons';
import { pageSentences } from './copy';
import { JoinButton } from './Join';

export const Hero = () => (
  <FullScreenSection>
    <h1>{pageSentences.hero.headline}</h1>
    <p>{pageSentences.hero.subline}</p>
    <div className="actions offer">
      <JoinButton />
      <a className="button" href="#how-it-works">
        {pageSentences.hero.how}
        <ArrowDownIcon />
      </a>
    </div>
  </FullScreenSection>
);
