import type { ReactNode } from 'react';
import { GalleryIcon } from './icons';
import type { Story } from './stories';

interface PlayerControlsProps {
  story: Story;
  at: number;
  /** Whether the view is loaded. */
  isReady: boolean;
  playing: boolean;
  onPlay: (playing: boolean) => void;
  speed: number;
  onSpeed: (speed: number) => void;
  onGo: (step: number) => void;
  onMove: (by: number) => void;
  /** The content after the controls. */
  children: ReactNode;
}

/** The buttons and the slider that move through a story. */
export function PlayerControls(props: PlayerControlsProps) {
  const { story, at, isReady, playing, onPlay, speed, onSpeed, onGo, onMove, children } = props;
  const last = story.steps.length - 1;
  return (
    <div className="controls">
      <button type="button" aria-label="To the start" onClick={() => onGo(0)}>
        <GalleryIcon shape="start" />
      </button>
      <button type="button" aria-label="Step back" aria-disabled={at === 0} onClick={() => onMove(-1)}>
        <GalleryIcon shape="back" />
      </button>
      <button
        type="button"
        className="play"
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={() => {
          if (!playing && at === last) onGo(0);
          onPlay(!playing);
        }}
      >
        <GalleryIcon shape={playing ? 'pause' : 'play'} />
      </button>
      <button type="button" aria-label="Step forward" aria-disabled={at === last} onClick={() => onMove(1)}>
        <GalleryIcon shape="forward" />
      </button>
      <input
        type="range"
        aria-label="Step"
        min={0}
        max={last}
        value={at}
        onChange={({ target }) => onGo(Number(target.value))}
      />
      <output data-story={story.title} data-at={isReady ? at : undefined}>
        {at} of {last}
      </output>
      <fieldset aria-label="Speed">
        {[1, 3].map((one) => (
          <button type="button" key={one} aria-pressed={speed === one} onClick={() => onSpeed(one)}>
            {one}×
          </button>
        ))}
      </fieldset>
      {children}
    </div>
  );
}
