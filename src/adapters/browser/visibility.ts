import { fromCallback } from 'xstate';

export const watchVisibility = fromCallback(({ sendBack }) => {
  const report = () => sendBack({ type: document.visibilityState === 'hidden' ? 'page.hidden' : 'page.visible' });
  if (document.visibilityState === 'hidden') report();
  document.addEventListener('visibilitychange', report);
  return () => document.removeEventListener('visibilitychange', report);
});

export const createReturnWatcher = (...events: string[]) =>
  fromCallback(({ sendBack }) => {
    const listening = new AbortController();
    const { signal } = listening;
    const report = () => document.visibilityState === 'visible' && sendBack({ type: 'visitor.returned' });
    document.addEventListener('visibilitychange', report, { signal });
    for (const event of events) addEventListener(event, report, { signal });
    return () => listening.abort();
  });
