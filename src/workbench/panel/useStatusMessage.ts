import { useEffect, useState } from 'react';

/** How long a message about what was done stays, in ms. */
const SHOWN = 8_000;

/** Returns a message about the last action, which disappears after a while, and a function that sets the message. */
export function useStatusMessage() {
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (!status) return;
    const clearing = setTimeout(() => setStatus(''), SHOWN);
    return () => clearTimeout(clearing);
  }, [status]);
  return [status, setStatus] as const;
}
