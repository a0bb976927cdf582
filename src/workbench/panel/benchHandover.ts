import type { Bench } from '../recorder/bench';

/** The event by which a framed page passes its `Bench`, the panel's access to its machines, to the outer window. */
export const BENCH_EVENT = 'workbench.handed';

/** The query of the framed page's URL that makes the page pass its `Bench` to the outer window. */
export const SEND_BENCH_QUERY = '?workbench=page';

/**
 * Passes the bench of a framed page to the outer window `top`. Also stores it there, because `top` may not listen yet.
 */
export function handBenchTo(top: Window, bench: Bench) {
  Reflect.set(top, BENCH_EVENT, bench);
  top.dispatchEvent(new CustomEvent(BENCH_EVENT, { detail: bench }));
}

/** Calls `take` with each bench that a framed page passes to this window, and with the last one passed before. */
export function receiveBenches(take: (bench: Bench) => void) {
  addEventListener(BENCH_EVENT, (event) => take((event as CustomEvent<Bench>).detail));
  const handed: Bench | undefined = Reflect.get(window, BENCH_EVENT);
  if (handed) take(handed);
}
