import { useEffect, useRef } from 'react';
import { moveFocusInList } from '../panel/moveFocus';
import type { Story } from './stories';

/** Lists the steps of a story, and scrolls the current one into view. */
export function StorySteps({ story, at, onGo }: { story: Story; at: number; onGo: (step: number) => void }) {
  const list = useRef<HTMLOListElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has a row of its own
  useEffect(() => {
    const row = list.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!list.current || !row) return;
    // `scrollIntoView` would also scroll the page, not only the list.
    const { top, bottom } = list.current.getBoundingClientRect();
    list.current.scrollTop += Math.min(0, row.top - top) + Math.max(0, row.bottom - bottom);
  }, [at, story]);
  return (
    <ol ref={list} className="steps" aria-label="Steps" onKeyDown={moveFocusInList}>
      {story.steps.map(({ word, data: carried, to, state, inner, refused }, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a story never change
        <li key={nth} data-future={nth > at || undefined}>
          <button
            type="button"
            aria-current={nth === at ? 'step' : undefined}
            data-to={to || undefined}
            onClick={() => onGo(nth)}
          >
            <span>{nth}</span>
            <span>
              {to && `${to}: `}
              <b>{word}</b> {carried}
            </span>
            {nth && state === story.steps[nth - 1]!.state ? (
              <span className={refused ? 'to guard' : 'to'}>{inner ?? refused ?? 'stays'}</span>
            ) : (
              <span className="to leads">{state || 'running'}</span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
