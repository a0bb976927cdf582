import type { Page } from '@playwright/test';
import type { Trace } from '#domain/trace';
import { expectPage } from './visitor/expectPage.ts';

async function traceOf(page: Page): Promise<Trace> {
  const text = await page.evaluate(() => {
    document.querySelector<HTMLElement>('[data-trace]')?.click();
    return Reflect.get(window, 'traced') as string | undefined;
  });
  return JSON.parse(text ?? '{"dropped": 0, "steps": []}');
}

/** Follows a machine in the page by its trace: each call waits for an expected event and state. */
export function createFollower(page: Page, machine: string) {
  let known = 0;
  /** The event that the machine should receive next, or null. */
  let due: string | null = null;
  const read = async () => {
    const { dropped, steps } = await traceOf(page);
    const own = steps.map((step, i) => ({ ...step, nth: dropped + i })).filter((step) => step.machine === machine);
    return { state: own.at(-1)?.state ?? null, events: own.filter(({ nth }) => nth >= known) };
  };
  /**
   * Waits until the machine is in `state`, and has received `event` since the call before. `wait` advances the clock.
   */
  const comes = async (event: string | null, state: unknown, wait: () => Promise<unknown>) => {
    let next = known;
    await expectPage
      .poll(
        async () => {
          await wait();
          const now = await read();
          const types = now.events.map((step) => (step.event as { type: string }).type);
          const nth = now.events[types.indexOf(event ?? '')]?.nth;
          next = (nth ?? known - 1) + 1;
          return { state: now.state, ...(event && { heard: nth === undefined ? types : event }) };
        },
        { intervals: [50, 100, 250] },
      )
      .toEqual({ state, ...(event && { heard: event }) });
    known = next;
  };
  return {
    restart: () => {
      known = 0;
    },
    /** The events that the machine has received since the last call of `comes`. */
    heard: async () => (await read()).events.map(({ event }) => (event as { type: string }).type),
    state: async () => (await read()).state,
    comes,
    /** Waits until the machine has received the last event that a function of `announced` has caused. */
    arrives: async (state: unknown, wait: () => Promise<unknown>) => {
      await comes(due, state, wait);
      due = null;
    },
    /**
     * Wraps functions that cause events. `arrives` then waits for the event that was caused last. `first` runs before
     * each.
     */
    announced: <Event>(events: Record<string, (event: Event) => unknown>, first: () => unknown = () => {}) =>
      Object.fromEntries(
        Object.entries(events).map(([type, happen]) => [
          type,
          async (event: object) => {
            await first();
            due = type;
            await happen(event as Event);
          },
        ]),
      ),
  };
}
