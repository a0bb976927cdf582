import { useEffect, useRef, useState } from 'react';
import type { FramedStage } from './stage';

/** The size of the window in which a view is shown, in px. */
export interface ViewSize {
  width: number;
  height: number;
}

/** Shows the app's view of a machine in a frame, so that modal dialogs in it do not cover the player. */
export function RealView({ size, onReady }: { size: ViewSize | null; onReady: (stage: FramedStage) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.5);
  useEffect(() => {
    if (!box.current || !size) return;
    const watching = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setScale(Math.min(width / size.width, height / size.height));
    });
    watching.observe(box.current);
    return () => watching.disconnect();
  }, [size]);
  const { width, height } = size ?? { width: 10, height: 10 };
  return (
    <div className="view" ref={box} hidden={!size}>
      <iframe
        title="The real view"
        src="./stage.html"
        // The gallery's user can't operate the view, because the story drives it.
        inert
        style={{ inlineSize: width, blockSize: height, transform: `scale(${scale})` }}
        onLoad={({ currentTarget }) => {
          const inner = currentTarget.contentWindow!;
          // The focus may be in the frame, so the player also handles the frame's keys.
          inner.addEventListener('keydown', (event) => dispatchEvent(new KeyboardEvent('keydown', event)));
          onReady(inner.stage!);
        }}
      />
    </div>
  );
}
