import { useEffect, useState } from 'react';
import { moveFocusInList } from '../panel/moveFocus';
import { pluralize } from './counted';
import type { Story } from './stories';

const says = ({ title, about, steps }: Story, text: string) =>
  [title, about, ...steps.flatMap(({ word, to, state }) => [word, to, state])].some((part) =>
    part.toLowerCase().includes(text),
  );

interface StoryListProps {
  stories: readonly Story[];
  chosen: Story;
  find: string;
  onChoose: (story: Story) => void;
}

/** Lists the stories of one kind that contain the searched text. */
export function StoryList({ stories, chosen, find, onChoose }: StoryListProps) {
  const [kind, setKind] = useState(chosen.kind);
  useEffect(() => setKind(chosen.kind), [chosen.kind]);
  const text = find.trim().toLowerCase();
  const shown = stories.filter((story) => story.kind === kind && (!text || says(story, text)));
  const count = (one: Story['kind']) => stories.filter((story) => story.kind === one).length;
  return (
    <nav className="stories" aria-label="Stories">
      <fieldset aria-label="Kind of stories">
        <button type="button" aria-pressed={kind === 'scenario'} onClick={() => setKind('scenario')}>
          Scenarios {count('scenario')}
        </button>
        <button type="button" aria-pressed={kind === 'path'} onClick={() => setKind('path')}>
          Paths {count('path')}
        </button>
      </fieldset>
      <ul onKeyDown={moveFocusInList}>
        {shown.map((story) => (
          <li key={story.title}>
            <button type="button" aria-current={story === chosen || undefined} onClick={() => onChoose(story)}>
              <b>{story.title}</b> <span>{pluralize(story.steps.length - 1, 'step')}</span>
              <small>{story.about}</small>
            </button>
          </li>
        ))}
      </ul>
      {!shown.length && <p>{text ? 'No story says this.' : 'There are none. See the paths.'}</p>}
    </nav>
  );
}
