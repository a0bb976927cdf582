import { type FormEvent, useEffect, useMemo, useState } from 'react';
import type { AnyEventObject } from 'xstate';
import { formatChartDuration } from '../charts/chart';
import type { Bench } from '../recorder/bench';
import { parseEventData, parseEventFields } from '../recorder/eventFields';
import {
  ENDED_SENTENCE,
  type EventChoice,
  handledEventsOf,
  type PossibleEvents,
  type RunningTimer,
} from '../recorder/handledEvents';
import { formatJson } from '../recorder/plain';
import type { LogEntry } from '../recorder/recording';
import { formatRefusal } from '../recorder/words';

const GONE_SENTENCE = 'Its app has closed or reloaded, so nothing can happen to it any more.';

interface EventFormProps {
  event: AnyEventObject;
  /** Whether values are hidden. An empty field is then sent with its hidden value. */
  isHidden?: boolean | undefined;
  onSend: (event: AnyEventObject) => void;
}

/** Scrolls the form inside `details` into view when it is opened, and focuses the form's first field. */
function showForm(details: HTMLDetailsElement) {
  if (!details.open) return;
  details.querySelector('form')?.scrollIntoView({ block: 'nearest' });
  details.querySelector('input')?.focus({ preventScroll: true });
}

/** A form with an input for each field of an event, as JSON. */
function EventForm({ event, isHidden = false, onSend }: EventFormProps) {
  const { type, ...data } = event;
  const fields = Object.entries(data);
  const [problem, setProblem] = useState('');
  const submit = (happened: FormEvent<HTMLFormElement>) => {
    happened.preventDefault();
    const entered = [...new FormData(happened.currentTarget)].map(([name, text]) => [name, String(text)] as const);
    const read = fields.length
      ? parseEventFields(entered, isHidden ? data : {})
      : parseEventData(entered[0]?.[1] ?? '');
    if (typeof read !== 'string') onSend({ ...read, type });
    setProblem(typeof read === 'string' ? read : '');
  };
  return (
    <details onToggle={({ currentTarget }) => showForm(currentTarget)}>
      <summary aria-label={`Edit the data of ${type}`}>…</summary>
      <form onSubmit={submit}>
        {(fields.length ? fields : [['data', {}] as const]).map(([name, value]) => (
          <label key={name}>
            {name}
            <input
              name={name}
              defaultValue={isHidden ? '' : formatJson(value)}
              placeholder={isHidden ? 'as before' : undefined}
              spellCheck={false}
            />
          </label>
        ))}
        <button type="submit">Send {type}</button>
        <p role="status">{problem}</p>
      </form>
    </details>
  );
}

function Choices({
  word,
  choices,
  onSend,
  editable = false,
}: {
  word: string;
  choices: readonly EventChoice[];
  onSend: (event: AnyEventObject) => void;
  editable?: boolean;
}) {
  return choices.map(({ event, data, isHidden }, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: samples stay in their order, and two may be equal
    <span className="choice" key={i}>
      <button type="button" onClick={() => onSend(event)}>
        <b>{word}</b> {data}
      </button>
      {editable && i === 0 && <EventForm event={event} isHidden={isHidden} onSend={onSend} />}
    </span>
  ));
}

function Timer({ bench, timer, onExpire }: { bench: Bench; timer: RunningTimer; onExpire: () => void }) {
  const passed = Math.max(0, Date.now() - timer.startedAt - bench.clock.stoppedSince(timer.startedAt));
  const left = Math.max(0, Math.ceil((timer.delay - passed) / 1000));
  return (
    <button type="button" onClick={onExpire} aria-label={`${timer.word}: run out now`}>
      <b>{timer.word}</b> {formatChartDuration(left * 1000)} left
      <progress max={timer.delay} value={Math.max(0, timer.delay - passed)} aria-label={`Time left of ${timer.word}`} />
    </button>
  );
}

/** Lists the events that a state handles, with their guards, whose results are unknown. */
function Heard({ events, unheard, silence }: PossibleEvents) {
  return (
    <>
      <ul className="row" aria-label="Events">
        {events.map(({ type, word, choices }) => (
          <li key={type} className="heard">
            <b>{word}</b> {choices[0]?.data}
          </li>
        ))}
      </ul>
      {silence && <p>{silence}</p>}
      {unheard.length > 0 && <p>Not heard here: {unheard.join(' · ')}</p>}
    </>
  );
}

/** Lists the events that a machine handled after a past step, and how to return to the present. */
export function HandledEventList({ bench, entry, at }: { bench: Bench; entry: LogEntry | undefined; at: number }) {
  const heard = useMemo(() => entry && handledEventsOf(entry.snapshot, []), [entry]);
  const way =
    entry && bench.canGoOn(entry)
      ? 'press “Go on from here” in its line, or “Back to now”'
      : 'press “Back to now” to leave it';
  return (
    <>
      {heard && <Heard {...heard} />}
      {!bench.file && (
        <p>
          This is step {at}: {way}. {entry && !bench.canGoOn(entry) && bench.whyNotGoOn(entry)}
        </p>
      )}
    </>
  );
}

/** Lists the events, answers and timers that are possible now. */
export function PossibleEventList({ bench, session, masked }: { bench: Bench; session: string; masked: boolean }) {
  // Renders twice a second, because the remaining times of timers change without any event.
  const [, tick] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(ticking);
  }, []);
  const now = bench.happenings(session, masked);
  const send = (event: AnyEventObject) => bench.send(session, event);
  if (!now) return <p>{bench.isGone(session) ? GONE_SENTENCE : ENDED_SENTENCE}</p>;
  const { events, ports, timers, refused, unheard, silence } = now;
  if (!bench.canDrive(session))
    return (
      <>
        <Heard {...now} />
        <p>
          Events can't be sent from here, because the wire of @statelyai/inspect has no way back. Use the app itself, or
          connect it by the workbench's own client.
        </p>
      </>
    );
  return (
    <>
      {silence && <p>{silence}</p>}
      {events.length > 0 && (
        <fieldset className="row" aria-label="Events">
          <h3>Events</h3>
          {events.map(({ type, word, choices }) => (
            <Choices key={type} word={word} choices={choices} onSend={send} editable />
          ))}
        </fieldset>
      )}
      {ports.map(({ id, name, answers, failures }) => (
        <fieldset className="row" key={id} aria-label={name}>
          <h3>{name}</h3>
          <Choices word="answers" choices={answers} onSend={send} editable />
          <Choices word="fails" choices={failures} onSend={send} />
        </fieldset>
      ))}
      {timers.length > 0 && (
        <fieldset className="row" aria-label="Time">
          <h3>Time</h3>
          {timers.map((timer) => (
            <Timer key={timer.id} bench={bench} timer={timer} onExpire={() => bench.expire(session, timer.id)} />
          ))}
        </fieldset>
      )}
      {refused.map(({ type, guards, choices: [choice], isUntried }) => (
        <div key={type} className="refused">
          <span>
            <b>{type}</b> is refused{isUntried && ' without data'}
            {formatRefusal(guards)}.
          </span>
          <EventForm event={choice?.event ?? { type }} isHidden={choice?.isHidden} onSend={send} />
        </div>
      ))}
      {unheard.length > 0 && <p>Not heard here: {unheard.join(' · ')}</p>}
    </>
  );
}
