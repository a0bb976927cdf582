import { useEffect, useState } from 'react';

/** How long a message about what was done stays, in ms. */
const SHOWN = 8_000;

/** Returns a message about what was done last, which goes by itself, and a function that sets it. */
export function useStatus() {
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (!status) return;
    const clearing = setTimeout(() => setStatus(''), SHOWN);
    return () => clearTimeout(clearing);
  }, [status]);
  return [status, setStatus] as const;
}
