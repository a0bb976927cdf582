import { useEffect, useState } from 'react';

/** How long a status message stays visible, in ms. */
const SHOWN = 8_000;

/** Returns the status message about the user's last action, and a setter. The message clears itself after a while. */
export function useStatusMessage() {
  const [status, setStatus] = useState('');
  useEffect(() => {
    if (!status) return;
    const clearing = setTimeout(() => setStatus(''), SHOWN);
    return () => clearTimeout(clearing);
  }, [status]);
  return [status, setStatus] as const;
}
