interface Timer {
  id: number;
  due: number;
  run: () => void;
}

/** A clock that only the test advances. Timers run one after another at their own times, as in a browser. */
export class ManualClock {
  private time = 0;
  private last = 0;
  private timers: Timer[] = [];

  now = () => this.time;

  setTimeout(run: () => void, ms: number) {
    this.last += 1;
    this.timers.push({ id: this.last, due: this.time + ms, run });
    return this.last;
  }

  clearTimeout(id: number) {
    this.timers = this.timers.filter((timer) => timer.id !== id);
  }

  increment(ms: number) {
    const end = this.time + ms;
    const next = () => this.timers.filter(({ due }) => due <= end).sort((a, b) => a.due - b.due || a.id - b.id)[0];
    for (let timer = next(); timer; timer = next()) {
      this.clearTimeout(timer.id);
      this.time = Math.max(this.time, timer.due);
      timer.run();
    }
    this.time = end;
  }
}
