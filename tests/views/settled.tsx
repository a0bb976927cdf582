import { useDeferredValue, useEffect } from 'react';

/** Calls `tell` after React has rendered, with deferred announcements. */
export function SettledView({ tell }: { tell: () => void }) {
  const settled = useDeferredValue(true, false);
  useEffect(() => {
    if (settled) tell();
  }, [settled, tell]);
  return null;
}
