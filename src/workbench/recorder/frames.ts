/** From this number of changes since the last notification, there is at most one notification a frame. */
const FLOOD = 5;
/** The pause after a notification, as a multiple of the time it took. The pause keeps the page responsive. */
const REST = 3;

/** Calls `run` in a new task. Without a document, as in Node, calls it in a microtask. */
function callNext(run: () => void) {
  if (typeof document === 'undefined') return queueMicrotask(run);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    port1.close();
    run();
  };
  port2.postMessage(null);
}

/** Calls `run` once with the next animation frame. A hidden page has no frames, so a timer is a fallback. */
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
 * Returns a function that schedules one call of `tell` for all its own calls until then. After many calls at once,
 * `tell` runs at most once a frame.
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
