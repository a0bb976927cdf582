import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { readSetting, storeSetting } from './settings';

/** The minimum and maximum size of a part of the panel, in percent of its container. */
const LEAST = 8;
const MOST = 80;
/** How far an arrow key moves a splitter, in percent. */
const STEP = 3;

/** Reads the stored size of a part of the panel. Returns `usual` if the stored size is missing or invalid. */
function readSize(name: string, usual: number) {
  const size = Number(readSetting(`split.${name}`) ?? usual);
  return size >= LEAST && size <= MOST ? size : usual;
}

/**
 * Returns the size in percent of the part `name` of the panel, and a function that sets and stores the size. Null
 * restores the default size, `usual`.
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
  /** The accessible name of the separator. */
  label: string;
  /** A CSS selector for the neighbour that the splitter resizes. */
  part: string;
  /** Whether the separator is a vertical line between two parts side by side. */
  isUpright?: boolean;
  /** Whether the resized part comes after the separator. */
  isAfter?: boolean;
  size: number;
  onResize: (size: number | null) => void;
}

/** A separator that resizes one of its two neighbours. It can be dragged, or moved by arrow keys. */
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
