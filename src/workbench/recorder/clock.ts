/** A clock for XState actors that can be stopped. After `start()`, its timers continue with their remaining time. */
export interface StoppableClock {
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(id: number): void;
  stop(): void;
  start(): void;
}

/** A stoppable clock that knows for how long it was stopped. */
export interface PauseAwareClock extends StoppableClock {
  isStopped(): boolean;
  /** Returns for how many ms the clock was stopped since `moment`, a time in ms since 1970. */
  stoppedSince(moment: number): number;
}

interface Timer {
  run: () => void;
  left: number;
  /** When the timer was last started, in ms since 1970. Undefined if it never was. */
  startedAt?: number;
  handle?: ReturnType<typeof setTimeout>;
}

/** Creates a stoppable clock, which runs at first. */
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

/** Creates a clock that knows for how long it was stopped. At first, it runs. */
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
