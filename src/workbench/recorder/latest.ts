import type { AnyEventObject } from 'xstate';
import { type EventChoice, formatEventData, type PossibleEvents } from './handledEvents';
import type { LogEntry } from './recording';

/** Returns the last recorded event of each type that actors of `machine` have received. */
export function listLatestEvents(entries: readonly LogEntry[], machine: string): AnyEventObject[] {
  const latest = new Map<string, AnyEventObject>();
  for (const { event, snapshot } of entries) if (snapshot.machine.id === machine) latest.set(event.type, event);
  return [...latest.values()];
}

/** Hides the shown data of choices that repeat a recorded event. Choosing one still sends the real data. */
export function hideLatestData(
  { events, ports, refused, ...rest }: PossibleEvents,
  latest: readonly AnyEventObject[],
  hide: (event: AnyEventObject) => AnyEventObject,
): PossibleEvents {
  const hideIn = (choices: readonly EventChoice[]) =>
    choices.map((choice) =>
      latest.includes(choice.event) ? { ...choice, data: formatEventData(hide(choice.event)), isHidden: true } : choice,
    );
  const hideOf = <Event extends { choices: EventChoice[] }>(event: Event) => ({
    ...event,
    choices: hideIn(event.choices),
  });
  return {
    ...rest,
    events: events.map(hideOf),
    refused: refused.map(hideOf),
    ports: ports.map(({ answers, failures, ...port }) => {
      return { ...port, answers: hideIn(answers), failures: hideIn(failures) };
    }),
  };
}
