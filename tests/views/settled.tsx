import { useDeferredValue, useEffect } from 'react';

/** Renders nothing, and calls `tell` once React has rendered the deferred announcements. */
export function RenderNotifier({ tell }: { tell: () => void }) {
  const settled = useDeferredValue(true, false);
  useEffect(() => {
    if (settled) tell();
  }, [settled, tell]);
  return null;
}
