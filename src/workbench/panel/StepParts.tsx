import { useMemo, useState } from 'react';
import { eventLabelOf } from '../charts/chart';
import type { Bench } from '../recorder/bench';
import { isDeepEqual } from '../recorder/plain';
import type { LogEntry } from '../recorder/recording';
import { formatGuards, formatRefusal, formatStatesOf } from '../recorder/words';
import { RESTART_EVENT } from '../recorder/xstateInternals';
import { formatBriefly, ValueTree } from './ValueTree';

const formatInFewWords = (text: string) => (text.length > 60 ? `${text.slice(0, 59)}…` : text);

/** Returns a label for the event of a step. */
export function formatEventOfStep({ event, snapshot }: Pick<LogEntry, 'event' | 'snapshot'>) {
  if (event.type === 'xstate.init') return 'starts';
  if (event.type === RESTART_EVENT) return 'goes back';
  return event.type === 'xstate.stop' ? 'is stopped' : eventLabelOf(event.type, snapshot.machine);
}

const sayFields = (count: number) =>
  count
    ? `It starts with ${count} ${count === 1 ? 'field' : 'fields'} in its context.`
    : 'It starts without a context.';

export function ContextChanges({ bench, entry, masked }: { bench: Bench; entry: LogEntry; masked: boolean }) {
  const changes = useMemo(() => bench.tellChanges(entry, masked), [bench, entry, masked]);
  if (!entry.before) return <p>{sayFields(Object.keys(Object(entry.snapshot.context)).length)}</p>;
  if (!changes.length) return <p>Nothing changed in its context.</p>;
  return (
    <dl>
      {changes.map(({ key, before, after }) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            <del>{formatBriefly(before)}</del> <ins>{formatBriefly(after)}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** A note that the inspected app's messages don't tell which of the transitions `unsure` was taken, if any. */
export function UnknownTransitionNote({ unsure }: { unsure: LogEntry['unsure'] }) {
  const guards = unsure.map(({ guard }) => guard).filter((guard) => guard && guard !== 'else');
  return (
    <p>
      The wire of @statelyai/inspect does not tell {unsure.length > 1 ? 'which transition' : 'whether the transition'}{' '}
      was taken{guards.length ? `: it depends on ${formatGuards(guards)}` : ''}.
    </p>
  );
}

/** A note on why an actor has failed. `says` is the message of its error. */
export function ActorFailure({ says, masked }: { says: string; masked: boolean }) {
  return (
    <p>
      It {says.startsWith('failed') ? says : `failed: ${says}`}
      {masked && '. “Hide values” hides the message'}
    </p>
  );
}

/** The event, context and output of a step. They are read only when the user opens them. */
export function StepDetails({ bench, entry, masked }: { bench: Bench; entry: LogEntry; masked: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const told = useMemo(() => (isOpen ? bench.tell(entry, masked) : null), [bench, entry, masked, isOpen]);
  return (
    <details className="whole" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Event and context</summary>
      {told && (
        <div className="values">
          <ValueTree name="event" value={told.event} />
          <ValueTree name="context" value={told.context} before={entry.before ? told.before : told.context} />
          {told.output !== undefined && <ValueTree name="output" value={told.output} />}
        </div>
      )}
    </details>
  );
}

/** The outcome of a step: the new states, the guards that refused the event, an error, or “not known”. */
export function StepOutcome({ entry, failure }: { entry: LogEntry; failure: string }) {
  const { before, snapshot, event, taken, refused, unsure } = entry;
  if (failure) return <span className="to guard">{formatInFewWords(failure)}</span>;
  if (refused.length)
    return <span className="to guard">refused{formatRefusal(refused.map(({ guard }) => guard))}</span>;
  if (event.type === 'xstate.stop') return <span />;
  if (!before || event.type === RESTART_EVENT || !isDeepEqual(before.value, snapshot.value))
    return <span className="to leads">{formatStatesOf(snapshot)}</span>;
  if (taken.length) return <span className="to quiet">stays</span>;
  if (unsure.length) return <span className="to guard">taken or refused: not known</span>;
  return <span className="to quiet">{event.type.startsWith('xstate.') ? 'stays' : 'not heard'}</span>;
}
