import { type ReactNode, useRef } from 'react';

interface TimeBarProps {
  first: number;
  last: number;
  at: number;
  /** The number of recorded steps that are still stored. */
  count: number;
  isPast: boolean;
  onGo: (nth: number) => void;
  onReturn: () => void;
  onCopyTrace: () => void;
  children?: ReactNode;
}

/** A slider with buttons for moving through the recorded steps `first` to `last`. `at` is the shown step. */
export function TimeBar({ first, last, at, count, isPast, onGo, onReturn, onCopyTrace, children }: TimeBarProps) {
  const slider = useRef<HTMLInputElement>(null);
  return (
    <div className="time" data-past={isPast || undefined}>
      <button
        type="button"
        className="icon"
        aria-label="Step back"
        aria-disabled={at <= first}
        onClick={() => onGo(at - 1)}
      >
        ‹
      </button>
      <input
        ref={slider}
        type="range"
        aria-label="Step"
        min={first}
        max={last}
        value={at}
        onChange={({ target }) => onGo(Number(target.value))}
      />
      <button
        type="button"
        className="icon"
        aria-label="Step forward"
        aria-disabled={at >= last}
        onClick={() => onGo(at + 1)}
      >
        ›
      </button>
      <output>{isPast ? `Step ${at} of ${last}` : `${count} ${count === 1 ? 'step' : 'steps'}`}</output>
      {isPast && (
        <button
          type="button"
          onClick={() => {
            onReturn();
            slider.current?.focus();
          }}
        >
          Back to now
        </button>
      )}
      <button type="button" onClick={onCopyTrace}>
        Copy trace
      </button>
      {children}
    </div>
  );
}
