/**
 * In the page: makes the browser idle at once. `@statelyai/inspect` sends in idle moments, and Chromium may find none for
 * a minute on a busy machine.
 */
export const stubIdleCallbacks = () => {
  window.requestIdleCallback = (run) => window.setTimeout(run, 0, { didTimeout: false, timeRemaining: () => 50 });
};
