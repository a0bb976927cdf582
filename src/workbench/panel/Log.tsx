import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Bench } from '../recorder/bench';
import { formatEventData } from '../recorder/handledEvents';
import { formatJson } from '../recorder/plain';
import type { LogEntry } from '../recorder/recording';
import { formatStatesOf } from '../recorder/words';
import { RESTART_EVENT } from '../recorder/xstateInternals';
import { CopyTest } from './CopyTest';
import { moveFocusInList } from './moveFocus';
import {
  ActorFailure,
  ContextChanges,
  formatEventOfStep,
  StepDetails,
  StepOutcome,
  UnknownTransitionNote,
} from './StepParts';

interface LogRowProps {
  bench: Bench;
  entry: LogEntry;
  /** A text that distinguishes the actor from others with the same machine, or ''. */
  id: string;
  masked: boolean;
  isCurrent: boolean;
  isFuture: boolean;
  /** Whether the panel shows a past step. The list then scrolls to that step. */
  isPast: boolean;
  /** Whether the Tab key stops at this row. It stops at only one row of the log. */
  isStop: boolean;
  onVisit: (nth: number) => void;
  onCopyTest: (text: string) => void;
  onGoOn: (entry: LogEntry) => void;
}

/** A row of the log. It is memoized, because masking the data of all rows takes long. */
const LogRow = memo(function LogRow(props: LogRowProps) {
  const { bench, entry, id, masked, isCurrent, isFuture, isPast, isStop, onVisit, onCopyTest, onGoOn } = props;
  const row = useRef<HTMLLIElement>(null);
  const event = useMemo(() => bench.tellEvent(entry, masked), [bench, entry, masked]);
  const failure = bench.tellFailure(entry, masked);
  useEffect(() => {
    if (isCurrent && isPast) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent, isPast]);
  return (
    <li data-future={isFuture || undefined} ref={row}>
      <button
        type="button"
        className="line"
        aria-current={isCurrent || undefined}
        tabIndex={isStop ? 0 : -1}
        onClick={() => onVisit(entry.nth)}
      >
        <span>{entry.nth}</span>{' '}
        <span>
          {entry.snapshot.machine.id}
          {id && <small> {id}</small>}
        </span>{' '}
        <span>
          <b>{formatEventOfStep(entry)}</b>{' '}
          {['xstate.init', RESTART_EVENT].includes(entry.event.type) ? '' : formatEventData(event)}
        </span>{' '}
        <StepOutcome entry={entry} failure={failure} />
      </button>
      {isCurrent && (
        <div className="detail">
          {failure && <ActorFailure says={failure} masked={masked} />}
          <ContextChanges bench={bench} entry={entry} masked={masked} />
          {entry.unsure.length > 0 && <UnknownTransitionNote unsure={entry.unsure} />}
          <StepDetails bench={bench} entry={entry} masked={masked} />
          <div className="row">
            {isPast && bench.canGoOn(entry) && (
              <button type="button" onClick={() => onGoOn(entry)}>
                Go on from here
              </button>
            )}
            <CopyTest bench={bench} entry={entry} masked={masked} onCopy={onCopyTest} />
          </div>
          {isPast && !bench.file && !bench.canGoOn(entry) && <p>{bench.whyNotGoOn(entry)}</p>}
        </div>
      )}
    </li>
  );
});

interface LogProps extends Pick<LogRowProps, 'bench' | 'masked' | 'isPast' | 'onVisit' | 'onCopyTest' | 'onGoOn'> {
  entries: readonly LogEntry[];
  at: number;
  dropped: number;
  /** Holds the steps that the filter shows, or null without a filter. */
  filtered: RefObject<readonly LogEntry[] | null>;
  /** Returns a text that distinguishes an actor from others with the same machine, or ''. */
  idOf: (session: string) => string;
}

/** Lists the steps, the newest first, with filters by actor and by text. */
export function Log({ entries, at, dropped, idOf, filtered, ...shared }: LogProps) {
  const { bench, masked } = shared;
  const [actor, setActor] = useState('');
  const [text, setText] = useState('');
  const list = useRef<HTMLElement>(null);
  // Scrolls to the top, where the newest step is, when the user returns from a past step.
  useEffect(() => {
    if (!shared.isPast) list.current?.scrollTo(0, 0);
  }, [shared.isPast]);
  const wanted = text.trim().toLowerCase();
  /** The name of each actor's machine, by session. `ids` has a text that distinguishes the actor from others. */
  const machines = new Map(entries.map(({ session, snapshot }) => [session, snapshot.machine.id]));
  const ids = new Map([...machines].map(([session]) => [session, idOf(session)]));
  const says = (entry: LogEntry) => {
    const told = [
      formatEventOfStep(entry),
      entry.event.type,
      formatStatesOf(entry.snapshot),
      formatJson(bench.tellEvent(entry, masked)),
      bench.tellFailure(entry, masked),
    ];
    return told.some((one) => one.toLowerCase().includes(wanted));
  };
  const shown = entries.filter((entry) => (!actor || entry.session === actor) && (!wanted || says(entry)));
  // Lets the time bar step only through the steps that the log shows.
  useEffect(() => {
    filtered.current = actor || wanted ? shown : null;
  });
  // The list has one Tab stop, also if it does not contain the visited step.
  const stop = shown.some(({ nth }) => nth === at) ? at : shown.at(-1)?.nth;
  return (
    <section className="log" aria-label="Log" ref={list}>
      <fieldset className="bar filter" aria-label="Filter of the log">
        <select
          aria-label="Actor"
          value={machines.has(actor) ? actor : ''}
          onChange={({ target }) => setActor(target.value)}
        >
          <option value="">All actors</option>
          {[...machines].map(([session, machine]) => (
            <option key={session} value={session}>
              {`${machine} ${ids.get(session)}`.trim()}
            </option>
          ))}
        </select>
        <input
          type="search"
          aria-label="Filter by event or text"
          placeholder="Event or text"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <output>{shown.length < entries.length && `${shown.length} of ${entries.length}`}</output>
        <button type="button" onClick={() => bench.clear()}>
          Clear
        </button>
      </fieldset>
      <ol onKeyDown={moveFocusInList}>
        {[...shown].reverse().map((entry) => (
          <LogRow
            key={entry.nth}
            entry={entry}
            id={ids.get(entry.session) ?? ''}
            isCurrent={entry.nth === at}
            isStop={entry.nth === stop}
            isFuture={entry.nth > at}
            {...shared}
          />
        ))}
      </ol>
      {dropped > 0 && <p>{dropped} earlier steps are no longer kept.</p>}
    </section>
  );
}
