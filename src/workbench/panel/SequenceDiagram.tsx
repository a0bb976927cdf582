import { useState } from 'react';
import { eventLabelOf } from '../charts/chart';
import type { Bench } from '../recorder/bench';
import { formatEventData } from '../recorder/handledEvents';
import { sortInTreeOrder } from '../recorder/recorder';
import type { ActorMessage, Recording } from '../recorder/recording';

/** The number of messages that are shown if the user has chosen no range of steps. */
const USUAL = 50;
/** The maximum number of drawn messages. */
const MOST = 300;

/** Returns a label for the event of a message between two actors. */
function wordFor({ to, event: { type } }: ActorMessage, known: Recording['known']) {
  if (type === 'xstate.init') return 'starts';
  if (type === 'xstate.stop') return 'is stopped';
  const actor = known.get(to);
  return eventLabelOf(type, actor && 'snapshot' in actor ? actor.snapshot.machine : null);
}

/** Returns the CSS of an arrow from the middle of column `a` to the middle of column `b`. */
function placeOf(a: number, b: number) {
  const span = Math.abs(a - b) + 1;
  return { gridColumn: `${Math.min(a, b) + 1} / span ${span}`, paddingInline: span > 1 ? `${50 / span}%` : '4px' };
}

interface SequenceDiagramProps {
  bench: Bench;
  recording: Recording;
  at: number;
  masked: boolean;
  nameOf: (session: string) => string;
  onVisit: (nth: number) => void;
}

/**
 * Returns the messages between the steps `from` and `to`, which are numbers as text. An empty `to` means the step `at`.
 * With an empty `from`, returns the last messages.
 */
function chooseMessages(messages: readonly ActorMessage[], at: number, from: string, to: string) {
  const end = to ? Number(to) : at;
  const before = messages.filter(({ after }) => after < end);
  return from ? before.filter(({ after }) => after + 1 >= Number(from)).slice(-MOST) : before.slice(-USUAL);
}

/** A sequence diagram of the messages between actors. The user can limit it to a range of steps. */
export function SequenceDiagram({ bench, recording, at, masked, nameOf, onVisit }: SequenceDiagramProps) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { messages, known, entries } = recording;
  const shown = chooseMessages(messages, at, from, to);
  const OUTSIDE = '';
  const taking = new Set(shown.flatMap((message) => [message.from ?? OUTSIDE, message.to]));
  const inOrder = sortInTreeOrder([...known.values()]).map(({ session }) => session);
  const columns = [OUTSIDE, ...inOrder].filter((session) => taking.has(session));
  for (const session of taking) if (!columns.includes(session)) columns.push(session);
  const visit = ({ to, after }: ActorMessage) => {
    const entry = entries.find(({ session, nth }) => session === to && nth > after);
    if (entry) onVisit(entry.nth);
  };
  const stretch = (label: string, value: string, set: (text: string) => void, hint: number) => (
    <label>
      {label}
      <input
        type="number"
        min={1}
        placeholder={String(hint)}
        value={value}
        onChange={({ target }) => set(target.value)}
      />
    </label>
  );
  const template = { gridTemplateColumns: `repeat(${columns.length}, minmax(150px, 1fr))` };
  return (
    <section className="sequence" aria-label="Messages between actors">
      <fieldset className="bar stretch" aria-label="Stretch of steps">
        {stretch('From step', from, setFrom, (shown[0]?.after ?? 0) + 1)}
        {stretch('to step', to, setTo, at)}
        <output>{shown.length} messages</output>
      </fieldset>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section className="lanes" tabIndex={0} aria-label="Diagram">
        {shown.length === 0 && <p>No messages in this stretch.</p>}
        <div className="heads" style={template}>
          {columns.map((session) => (
            <b key={session}>{session === OUTSIDE ? 'outside' : nameOf(session)}</b>
          ))}
        </div>
        <ol style={{ ...template, backgroundSize: `${100 / columns.length}% 100%` }}>
          {shown.map((message) => {
            const [a, b] = [message.from ?? OUTSIDE, message.to].map((session) => columns.indexOf(session)) as [
              number,
              number,
            ];
            const sender = message.from === undefined ? 'outside' : nameOf(message.from);
            const way = a === b ? 'self' : a < b ? 'there' : 'back';
            return (
              <li key={message.nth} style={placeOf(a, b)} data-way={way}>
                <button
                  type="button"
                  aria-label={`${sender} sends ${wordFor(message, known)} to ${nameOf(message.to)}`}
                  onClick={() => visit(message)}
                >
                  <b>{wordFor(message, known)}</b> <span>{formatEventData(bench.tellMessage(message, masked))}</span>
                </button>
              </li>
            );
          })}
        </ol>
      </section>
    </section>
  );
}
