import { fromCallback } from 'xstate';

/** Reports whether the page is in sight: at once if it is not, then whenever that changes. */
export const watchPage = fromCallback(({ sendBack }) => {
  const report = () => sendBack({ type: document.visibilityState === 'hidden' ? 'page.hidden' : 'page.visible' });
  if (document.visibilityState === 'hidden') report();
  document.addEventListener('visibilitychange', report);
  return () => document.removeEventListener('visibilitychange', report);
});
