import { type ReactNode, useMemo, useState } from 'react';
import type { ChartDepth } from '../charts/boxes';
import { ChartView, type ChartViewProps } from './ChartView';
import type { Zoom } from './chartFrame';

/** The indexes of the transitions that were taken, and the number of all transitions of the chart. */
export interface TransitionCoverage {
  taken: readonly number[];
  total: number;
}

function Faults({ faults }: { faults: NonNullable<ChartViewProps['faults']> }) {
  if (!faults.length) return null;
  // A wait without a time limit may be intended, so it is only a hint.
  const hints = faults.filter(({ kind }) => kind === 'wait').length;
  const say = (count: number, word: string) => (count ? [`${count} ${word}${count === 1 ? '' : 's'}`] : []);
  return (
    <details className="faults">
      <summary>{[...say(faults.length - hints, 'fault'), ...say(hints, 'hint')].join(', ')}</summary>
      <ul>
        {faults.map(({ kind, state, says }) => (
          <li key={`${kind} ${state} ${says}`}>{says}</li>
        ))}
      </ul>
    </details>
  );
}

interface StageProps extends Omit<ChartViewProps, 'depth' | 'zoom' | 'onScale' | 'onZoom' | 'isFollowed' | 'untaken'> {
  /** The content before the buttons of the bar. */
  title?: ReactNode;
  /** The content after the buttons of the bar. */
  children?: ReactNode;
  /** A sentence on what the chart does not show. */
  note?: string;
  /** Null if it is unknown which transitions were taken. */
  coverage?: TransitionCoverage | null;
  /** Says when the transitions were taken, such as "in this session". */
  coveredBy?: string;
}

/**
 * Shows a chart with a bar of buttons, which choose the depth and the size, and whether the current state is followed.
 */
export function ChartStage({
  title,
  children,
  note = '',
  coverage = null,
  coveredBy = 'in this session',
  ...chart
}: StageProps) {
  const [depth, setDepth] = useState<ChartDepth>('full');
  const [isFollowed, setFollowed] = useState(true);
  const [zoom, setZoom] = useState<Zoom>('readable');
  const [scale, setScale] = useState(1);
  const [isCovered, showCoverage] = useState(false);
  const key = coverage ? `${coverage.total} ${coverage.taken.join(' ')}` : '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the coverage
  const untaken = useMemo(() => {
    const indices = Array.from({ length: coverage?.total ?? 0 }, (_, index) => index);
    return isCovered ? new Set(indices.filter((index) => !coverage?.taken.includes(index))) : null;
  }, [key, isCovered]);
  return (
    <div className="stage">
      <fieldset className="bar" aria-label="Chart">
        {title}
        {(['outline', 'full'] as const).map((one) => (
          <button type="button" key={one} aria-pressed={depth === one} onClick={() => setDepth(one)}>
            {one === 'full' ? 'Full' : 'Outline'}
          </button>
        ))}
        <button type="button" aria-pressed={isFollowed} onClick={() => setFollowed(!isFollowed)}>
          Follow
        </button>
        <button type="button" aria-label="Smaller" onClick={() => setZoom(Math.max(0.2, scale - 0.1))}>
          −
        </button>
        <output title="Ctrl and the wheel change it, and dragging moves the chart">{Math.round(scale * 100)} %</output>
        <button type="button" aria-label="Larger" onClick={() => setZoom(Math.min(2, scale + 0.1))}>
          +
        </button>
        <button type="button" aria-pressed={zoom === 'fit'} onClick={() => setZoom('fit')}>
          Fit
        </button>
        {coverage && coverage.total > 0 && (
          <button type="button" aria-pressed={isCovered} onClick={() => showCoverage(!isCovered)}>
            Coverage
          </button>
        )}
        {children}
      </fieldset>
      {isCovered && coverage && (
        <p className="note">
          {coverage.taken.length} of {coverage.total} transitions were taken {coveredBy}.
          {coverage.taken.length < coverage.total && ' The others are dashed.'}
        </p>
      )}
      {chart.faults && <Faults faults={chart.faults} />}
      {note && <p className="note">{note}</p>}
      <ChartView
        {...chart}
        untaken={untaken}
        depth={depth}
        zoom={zoom}
        onScale={setScale}
        onZoom={setZoom}
        isFollowed={isFollowed}
      />
    </div>
  );
}
