import { fromCallback } from 'xstate';

/** Reports whether the page is visible: at once if it is not, and at each change. */
export const watchPage = fromCallback(({ sendBack }) => {
  const report = () => sendBack({ type: document.visibilityState === 'hidden' ? 'page.hidden' : 'page.visible' });
  if (document.visibilityState === 'hidden') report();
  document.addEventListener('visibilitychange', report);
  return () => document.removeEventListener('visibilitychange', report);
});
