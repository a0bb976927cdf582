/** With more changes at once, notifications are limited to one per frame. */
const FLOOD = 5;
/** The pause after a slow notification, as a multiple of its duration, so that the page stays usable. */
const REST = 3;

/** Calls `run` after the tasks that the browser has queued already. */
function callNext(run: () => void) {
  if (typeof document === 'undefined') return queueMicrotask(run);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

/** Calls `run` with the next frame, or soon if the page draws none, because it is hidden. */
function callWithFrame(run: () => void) {
  let isDone = false;
  const once = () => {
    if (!isDone) run();
    isDone = true;
  };
  if (typeof requestAnimationFrame === 'function') requestAnimationFrame(once);
  setTimeout(once, 50);
}

/**
 * Returns a function that schedules a call of `tell`, one for all calls until then. In a flood of calls, it calls
 * `tell` at most once a frame.
 */
export function batchByFrame(tell: () => void): () => void {
  let [waiting, latest, cost] = [0, 0, 0];
  const run = () => {
    const began = performance.now();
    latest = waiting;
    waiting = 0;
    tell();
    // React renders the change in a microtask, so the cost is measured after that.
    queueMicrotask(() => {
      cost = performance.now() - began;
    });
  };
  return () => {
    waiting += 1;
    if (waiting > 1) return;
    if (latest < FLOOD) callNext(run);
    else setTimeout(() => callWithFrame(run), cost * REST);
  };
}
