/** A clock for XState that can be stopped. When it starts again, its timers continue with their remaining time. */
export interface StoppableClock {
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(id: number): void;
  stop(): void;
  start(): void;
}

/** A clock that counts the time for which it was stopped. */
export interface PauseAwareClock extends StoppableClock {
  isStopped(): boolean;
  /** Returns for how many ms the clock has stood still since `moment` (ms since 1970). */
  stoppedSince(moment: number): number;
}

interface Timer {
  run: () => void;
  left: number;
  /** When the timer last began to run, in ms since 1970. Undefined before. */
  startedAt?: number;
  handle?: ReturnType<typeof setTimeout>;
}

/** Creates a clock that runs. */
export function createStoppableClock(): StoppableClock {
  const timers = new Map<number, Timer>();
  let isStopped = false;
  let latest = 0;
  const arm = (id: number, timer: Timer) => {
    timer.startedAt = Date.now();
    timer.handle = setTimeout(() => {
      timers.delete(id);
      timer.run();
    }, timer.left);
  };
  return {
    setTimeout(run, ms) {
      latest += 1;
      const timer: Timer = { run, left: ms };
      timers.set(latest, timer);
      if (!isStopped) arm(latest, timer);
      return latest;
    },
    clearTimeout(id) {
      clearTimeout(timers.get(id)?.handle);
      timers.delete(id);
    },
    stop() {
      if (isStopped) return;
      isStopped = true;
      for (const timer of timers.values()) {
        clearTimeout(timer.handle);
        timer.left -= Date.now() - timer.startedAt!;
      }
    },
    start() {
      if (!isStopped) return;
      isStopped = false;
      for (const [id, timer] of timers) arm(id, timer);
    },
  };
}

/** Creates a running clock that counts the time for which it was stopped. */
export function createPauseAwareClock(): PauseAwareClock {
  const clock = createStoppableClock();
  const pauses: { from: number; to: number }[] = [];
  let stoppedAt: number | null = null;
  return {
    ...clock,
    stop() {
      stoppedAt ??= Date.now();
      clock.stop();
    },
    start() {
      if (stoppedAt !== null) pauses.push({ from: stoppedAt, to: Date.now() });
      stoppedAt = null;
      clock.start();
    },
    isStopped: () => stoppedAt !== null,
    stoppedSince(moment) {
      const all = stoppedAt === null ? pauses : [...pauses, { from: stoppedAt, to: Date.now() }];
      return all.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, moment)), 0);
    },
  };
}
