import { useDeferredValue, useEffect } from 'react';

/** Tells when React has rendered, with deferred announcements. */
export function SettledView({ tell }: { tell: () => void }) {
  const settled = useDeferredValue(true, false);
  useEffect(() => {
    if (settled) tell();
  }, [settled, tell]);
  return null;
}
