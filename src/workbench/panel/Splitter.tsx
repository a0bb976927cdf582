import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { readSetting, storeSetting } from './settings';

/** The limits of a part's size, in percent of its container. */
const LEAST = 8;
const MOST = 80;
/** How far an arrow key moves a splitter, in percent. */
const STEP = 3;

/** Parses a stored size, which may be invalid. */
function readSize(name: string, usual: number) {
  const size = Number(readSetting(`split.${name}`) ?? usual);
  return size >= LEAST && size <= MOST ? size : usual;
}

/**
 * Returns the size of a part of the panel in percent, and a function that sets and stores it. Null restores the
 * default size.
 */
export function useSplitSize(name: string, usual: number) {
  const [size, setSize] = useState(() => readSize(name, usual));
  const resize = (wanted: number | null) => {
    const next = wanted === null ? usual : Math.min(MOST, Math.max(LEAST, wanted));
    setSize(next);
    storeSetting(`split.${name}`, wanted === null ? null : String(Math.round(next * 10) / 10));
  };
  return [size, resize] as const;
}

interface SplitterProps {
  /** Names the sized part. */
  label: string;
  /** A CSS selector for the neighbour that the splitter resizes. */
  part: string;
  /** Whether the parts are side by side, with an upright splitter. */
  isUpright?: boolean;
  isAfter?: boolean;
  size: number;
  onResize: (size: number | null) => void;
}

/** A separator that resizes one of its two neighbours by mouse, touch or arrow keys. */
export function Splitter({ label, part, isUpright = false, isAfter = false, size, onResize }: SplitterProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const around = event.currentTarget.parentElement!;
    const { width, height } = around.getBoundingClientRect();
    const { left, right, top, bottom } = around.querySelector(`:scope > ${part}`)!.getBoundingClientRect();
    const across = isAfter ? right - event.clientX : event.clientX - left;
    const down = isAfter ? bottom - event.clientY : event.clientY - top;
    onResize(100 * (isUpright ? across / width : down / height));
  };
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const [less, more] = isUpright ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const way = isAfter ? -1 : 1;
    const sizes = new Map<string, number | null>([
      [less!, size - STEP * way],
      [more!, size + STEP * way],
      ['Home', LEAST],
      ['End', MOST],
      ['Enter', null],
    ]);
    const wanted = sizes.get(event.key);
    if (wanted === undefined) return;
    onResize(wanted);
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule can't be moved
    <div
      role="separator"
      className="splitter"
      tabIndex={0}
      aria-label={label}
      aria-orientation={isUpright ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(size)}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
      onPointerMove={drag}
      onDoubleClick={() => onResize(null)}
      onKeyDown={press}
    />
  );
}
