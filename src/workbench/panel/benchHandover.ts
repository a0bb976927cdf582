import type { Bench } from '../recorder/bench';

/** The event by which the framed page passes its bench, the panel's access to its machines, to the window around it. */
export const BENCH_EVENT = 'workbench.handed';

/** The query of a URL that makes a framed page send `BENCH_EVENT`. */
export const SEND_BENCH_QUERY = '?workbench=page';

/** Passes the bench of a framed page to the window `top`, which may not listen yet. */
export function handBenchTo(top: Window, bench: Bench) {
  Reflect.set(top, BENCH_EVENT, bench);
  top.dispatchEvent(new CustomEvent(BENCH_EVENT, { detail: bench }));
}

/** Calls `take` with each bench that is passed to this window, and with the last one that was passed before. */
export function receiveBenches(take: (bench: Bench) => void) {
  addEventListener(BENCH_EVENT, (event) => take((event as CustomEvent<Bench>).detail));
  const handed: Bench | undefined = Reflect.get(window, BENCH_EVENT);
  if (handed) take(handed);
}
