import { type ReactNode, useState } from 'react';
import type { Depth } from '../charts/boxes';
import { ChartView, type ChartViewProps } from './ChartView';

interface StageProps extends Omit<ChartViewProps, 'depth' | 'zoom' | 'onScale' | 'isFollowed'> {
  /** Stands before the buttons. */
  title?: ReactNode;
  /** Stands after the buttons. */
  children?: ReactNode;
  /** A sentence on what the chart does not show. */
  note?: string;
}

/** Shows a chart under a bar with its depth, size, and whether it follows the current state. */
export function ChartStage({ title, children, note = '', ...chart }: StageProps) {
  const [depth, setDepth] = useState<Depth>('full');
  const [isFollowed, setFollowed] = useState(true);
  const [zoom, setZoom] = useState<ChartViewProps['zoom']>('readable');
  const [scale, setScale] = useState(1);
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
        <output>{Math.round(scale * 100)} %</output>
        <button type="button" aria-label="Larger" onClick={() => setZoom(Math.min(2, scale + 0.1))}>
          +
        </button>
        <button type="button" aria-pressed={zoom === 'fit'} onClick={() => setZoom('fit')}>
          Fit
        </button>
        {children}
      </fieldset>
      {note && <p className="note">{note}</p>}
      <ChartView {...chart} depth={depth} zoom={zoom} onScale={setScale} isFollowed={isFollowed} />
    </div>
  );
}
