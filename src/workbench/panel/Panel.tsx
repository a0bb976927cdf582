import {
  type FormEvent,
  Fragment,
  memo,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { AnyEventObject } from 'xstate';
import { copyText } from '#adapters/browser/browser';
import { durationOf, wordOf } from '../chart/chart';
import { Star } from '../Star';
import type { Bench, Told } from './bench';
import { ChartStage } from './ChartStage';
import { type Choice, dataOf, ENDED, legible, type RunningTimer } from './happenings';
import { layoutsOf } from './layouts';
import { moveInList } from './moveInList';
import type { Entry, RecordedActor } from './recorder';
import { refusedBy, saidOf } from './words';

const brief = (value: unknown) => {
  const text = legible(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};

function Tree({
  actors,
  selected,
  onSelect,
}: {
  actors: readonly RecordedActor[];
  selected: string;
  onSelect: (session: string) => void;
}) {
  const list = useRef<HTMLElement>(null);
  const chosen = actors.find(({ session }) => session === selected);
  const state = chosen && saidOf(chosen.snapshot);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a longer state makes the row of the chosen machine higher
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [selected, state]);
  return (
    <section className="tree" aria-labelledby="running" ref={list}>
      <h2 id="running">Running</h2>
      <ul onKeyDown={moveInList}>
        {actors.map(({ session, name, depth, snapshot }) => (
          <li key={session}>
            <button
              type="button"
              className="line"
              data-depth={Math.min(depth, 6)}
              data-busy={snapshot.hasTag('busy') || undefined}
              aria-current={session === selected || undefined}
              onClick={() => onSelect(session)}
            >
              <b>{name}</b>{' '}
              <span>
                {saidOf(snapshot)
                  .split(/(?<=\.)/)
                  .map((part, nth) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a name have no other order
                    <Fragment key={nth}>
                      <wbr />
                      {part}
                    </Fragment>
                  ))}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A form with a field for each thing that an event carries, as JSON. */
function EventForm({ event, onSend }: { event: AnyEventObject; onSend: (event: AnyEventObject) => void }) {
  const { type, ...data } = event;
  const fields = Object.entries(data);
  const [problem, setProblem] = useState('');
  const submit = (happened: FormEvent<HTMLFormElement>) => {
    happened.preventDefault();
    const form = new FormData(happened.currentTarget);
    try {
      const values = [...form].map(([name, text]) => [name, JSON.parse(String(text))]);
      onSend({ ...(fields.length ? Object.fromEntries(values) : values[0]?.[1]), type });
      setProblem('');
    } catch {
      setProblem('Each field takes JSON, such as 1, true or "text".');
    }
  };
  return (
    <details>
      <summary aria-label={`Edit the data of ${type}`}>…</summary>
      <form onSubmit={submit}>
        {(fields.length ? fields : [['data', {}] as const]).map(([name, value]) => (
          <label key={name}>
            {name}
            <input name={name} defaultValue={legible(value)} spellCheck={false} />
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
  choices: readonly Choice[];
  onSend: (event: AnyEventObject) => void;
  editable?: boolean;
}) {
  return choices.map(({ event, data }, i) => (
    <span className="choice" key={legible(event)}>
      <button type="button" onClick={() => onSend(event)}>
        <b>{word}</b> {data}
      </button>
      {editable && i === 0 && <EventForm event={event} onSend={onSend} />}
    </span>
  ));
}

function Timer({ bench, timer, onExpire }: { bench: Bench; timer: RunningTimer; onExpire: () => void }) {
  const passed = Math.max(0, Date.now() - timer.startedAt - bench.clock.stoppedSince(timer.startedAt));
  const left = Math.max(0, Math.ceil((timer.delay - passed) / 1000));
  return (
    <button type="button" onClick={onExpire} aria-label={`${timer.word}: run out now`}>
      <b>{timer.word}</b> {durationOf(left * 1000)} left
      <progress max={timer.delay} value={Math.max(0, timer.delay - passed)} aria-label={`Time left of ${timer.word}`} />
    </button>
  );
}

function Now({ bench, session }: { bench: Bench; session: string }) {
  // Remaining times go on without any event.
  const [, tick] = useState(0);
  useEffect(() => {
    const ticking = setInterval(() => tick((count) => count + 1), 500);
    return () => clearInterval(ticking);
  }, []);
  const now = bench.happenings(session);
  const send = (event: AnyEventObject) => bench.send(session, event);
  if (!now) return <p>{ENDED}</p>;
  const { events, ports, timers, refused, unheard, silence } = now;
  if (bench.isRemote)
    return (
      <>
        <ul className="row" aria-label="Events">
          {events.map(({ type, choices }) => (
            <li key={type} className="heard">
              <b>{type}</b> {choices[0]?.data}
            </li>
          ))}
        </ul>
        {silence && <p>{silence}</p>}
        {unheard.length > 0 && <p>Not heard here: {unheard.join(' · ')}</p>}
        <p>
          Events can't be sent from here, because the wire of @statelyai/inspect has no way back. Use the app itself.
        </p>
      </>
    );
  return (
    <>
      {silence && <p>{silence}</p>}
      {events.length > 0 && (
        <fieldset className="row" aria-label="Events">
          <h3>Events</h3>
          {events.map(({ type, choices }) => (
            <Choices key={type} word={type} choices={choices} onSend={send} editable />
          ))}
        </fieldset>
      )}
      {ports.map(({ id, answers, failures }) => (
        <fieldset className="row" key={id} aria-label={id}>
          <h3>{id}</h3>
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
      {refused.map(({ type, guards }) => (
        <p key={type} className="refused">
          <b>{type}</b> is refused{refusedBy(guards)}.
        </p>
      ))}
      {unheard.length > 0 && <p>Not heard here: {unheard.join(' · ')}</p>}
    </>
  );
}

function Difference({ entry, told: { before, after } }: { entry: Entry; told: Told }) {
  if (!entry.before) return <p>It starts with {Object.keys(after).length} fields.</p>;
  const shown = (it: Record<string, unknown>, key: string) => (key in it ? it[key] : undefined);
  const [was, is] = [entry.before.context, entry.snapshot.context] as Record<string, unknown>[];
  const changed = Object.keys({ ...was, ...is }).filter((key) => legible(was?.[key]) !== legible(is?.[key]));
  if (!changed.length) return <p>Nothing changed in its context.</p>;
  return (
    <dl>
      {changed.map((key) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd>
            <del>{brief(shown(before, key))}</del> <ins>{brief(shown(after, key))}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Shows the target of an event, or the guards that refused it. */
function Outcome({ entry: { before, snapshot, event, taken, refused } }: { entry: Entry }) {
  if (refused.length) return <span className="to guard">refused{refusedBy(refused.map(({ guard }) => guard))}</span>;
  const moved = !before || legible(before.value) !== legible(snapshot.value);
  if (moved) return <span className="to leads">{saidOf(snapshot)}</span>;
  const isHeard = taken.length > 0 || event.type.startsWith('xstate.');
  return <span className="to">{isHeard ? 'stays' : 'not heard'}</span>;
}

interface LogProps {
  bench: Bench;
  entries: readonly Entry[];
  at: number;
  masked: boolean;
  onVisit: (nth: number) => void;
  onCopyTest: (entry: Entry) => void;
}

interface LogRowProps extends Omit<LogProps, 'entries' | 'at'> {
  entry: Entry;
  isCurrent: boolean;
  isFuture: boolean;
}

/** A row of the log. It stays as it is at most steps, because masking the data of all rows again takes long. */
const LogRow = memo(function LogRow(props: LogRowProps) {
  const { bench, entry, masked, isCurrent, isFuture, onVisit, onCopyTest } = props;
  const { machine } = entry.snapshot;
  const told = useMemo(() => bench.tell(entry, masked), [bench, entry, masked]);
  const { event } = told;
  const { type } = entry.event;
  const word = { 'xstate.init': 'starts', 'xstate.stop': 'is stopped' }[type] ?? wordOf(event.type, machine);
  return (
    <li data-future={isFuture || undefined}>
      <button type="button" className="line" aria-current={isCurrent || undefined} onClick={() => onVisit(entry.nth)}>
        <span>{entry.nth}</span> <span>{machine.id}</span>{' '}
        <span>
          <b>{word}</b> {type === 'xstate.init' ? '' : dataOf(event)}
        </span>{' '}
        <Outcome entry={entry} />
      </button>
      {isCurrent && (
        <div className="detail">
          <Difference entry={entry} told={told} />
          {!bench.isRemote && (
            <button type="button" onClick={() => onCopyTest(entry)}>
              Copy as test
            </button>
          )}
        </div>
      )}
    </li>
  );
});

function Log({ entries, at, ...shared }: LogProps) {
  return (
    <section className="log" aria-label="Log">
      <ol onKeyDown={moveInList}>
        {[...entries].reverse().map((entry) => (
          <LogRow key={entry.nth} entry={entry} isCurrent={entry.nth === at} isFuture={entry.nth > at} {...shared} />
        ))}
      </ol>
    </section>
  );
}

/**
 * Returns the machine to show for the chosen one: one that has ended stays in sight, until the next one of its name
 * runs. If none is chosen, the first one that runs, or else the one that ended last.
 */
function followed(chosen: string, actors: readonly RecordedActor[], entries: readonly Entry[]) {
  if (actors.some(({ session }) => session === chosen)) return chosen;
  const last = entries.findLast(({ session }) => session === chosen);
  if (!last) return actors[0]?.session ?? entries.at(-1)?.session;
  return actors.find(({ name }) => name === last.snapshot.machine.id)?.session ?? chosen;
}

interface PanelProps {
  bench: Bench;
  /** A message of the frame around the panel, such as a blocked window. */
  notice?: string;
  /** Whether the panel stands in a window of its own. */
  apart?: boolean;
  onMove?: () => void;
  onClose?: () => void;
}

/** The workbench: what runs, what can happen, the chart, and what has happened. */
export function Panel({ bench, notice = '', apart = false, onMove, onClose }: PanelProps) {
  const { actors, entries } = useSyncExternalStore(bench.recorder.subscribe, bench.recorder.read);
  const [chosen, choose] = useState('');
  const [past, visit] = useState<number | null>(null);
  const [masked, setMasked] = useState(true);
  const [stopped, setStopped] = useState(false);
  const [status, setStatus] = useState('');
  const [find, setFind] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  // They hold wherever the focus is: also on nothing, as in a new window.
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isTyping = (event.composedPath()[0] as HTMLElement).matches?.('input:not([type=range])');
      if (event.key === '/' && !isTyping) search.current?.focus();
      else if (event.key === 'Escape' && find) setFind('');
      else if (event.key === 'Escape' && !isTyping && onClose) onClose();
      else return;
      event.preventDefault();
    };
    const document = search.current?.ownerDocument;
    document?.addEventListener('keydown', press);
    return () => document?.removeEventListener('keydown', press);
  }, [find, onClose]);

  const first = entries[0]?.nth ?? 0;
  const last = entries.at(-1)?.nth ?? 0;
  const at = past ?? last;
  const visited = entries.find(({ nth }) => nth === at);
  /** The tree as it was at the visited step. */
  const then = actors.flatMap((actor) => {
    const entry = entries.findLast(({ session, nth }) => session === actor.session && nth <= at);
    if (past === null) return [actor];
    return entry ? [{ ...actor, snapshot: entry.snapshot }] : [];
  });
  const session = past !== null && visited ? visited.session : followed(chosen, actors, entries);
  const entry = entries.findLast((one) => one.session === session && one.nth <= at);

  const copy = useCallback((text: string, what: string) => {
    copyText(text).then(
      () => setStatus(`The ${what} was copied.`),
      () => setStatus(`The browser did not allow copying the ${what}.`),
    );
  }, []);
  const copyTest = useCallback((one: Entry) => copy(bench.testOf(one), 'test'), [bench, copy]);
  // It reads the steps anew, so that it stays the same function.
  const go = useCallback(
    (nth: number) => {
      const { entries } = bench.recorder.read();
      visit(nth >= (entries.at(-1)?.nth ?? 0) ? null : Math.max(entries[0]?.nth ?? 0, nth));
    },
    [bench],
  );
  const toggleClock = () => {
    if (stopped) bench.clock.start();
    else bench.clock.stop();
    setStopped(!stopped);
  };

  return (
    <div className="panel">
      <header>
        <Star />
        <h1>{bench.isRemote ? 'Inspector' : 'Workbench'}</h1>
        <input
          ref={search}
          type="search"
          aria-label="Find a state or an event"
          placeholder="Find (press /)"
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
        <button type="button" aria-pressed={masked} onClick={() => setMasked(!masked)}>
          Hidden values
        </button>
        {!bench.isRemote && (
          <button type="button" aria-pressed={stopped} onClick={toggleClock}>
            Stop the clock
          </button>
        )}
        {onMove && (
          <button type="button" onClick={onMove}>
            {apart ? 'Dock' : 'Own window'}
          </button>
        )}
        {onClose && (
          <button type="button" onClick={onClose}>
            Close
          </button>
        )}
      </header>
      <p role="status" className="notice">
        {notice || status}
      </p>
      <div className="top">
        <Tree actors={then} selected={session ?? ''} onSelect={choose} />
        <section className="now" aria-labelledby="now">
          <h2 id="now">{past === null ? 'What can happen now' : 'What could happen then'}</h2>
          {past !== null && <p>You look at the past. Go back to now to go on.</p>}
          {past === null && (session ? <Now bench={bench} session={session} /> : <p>No machine runs.</p>)}
        </section>
      </div>
      {entry && (
        <ChartStage
          title={
            <h2>
              {entry.snapshot.machine.id} <span>{saidOf(entry.snapshot)}</span>
            </h2>
          }
          name={entry.snapshot.machine.id}
          load={layoutsOf(entry.snapshot.machine)}
          active={entry.snapshot._nodes.map(({ id }) => id)}
          taken={entry.taken}
          refused={entry.refused.map(({ index }) => index)}
          find={find}
        />
      )}
      <div className="time" data-past={past !== null || undefined}>
        <button
          type="button"
          className="icon"
          aria-label="Step back"
          aria-disabled={at <= first}
          onClick={() => go(at - 1)}
        >
          ‹
        </button>
        <input
          ref={slider}
          type="range"
          aria-label="Step"
          min={first}
          max={last}
          value={at}
          onChange={({ target }) => go(Number(target.value))}
        />
        <button
          type="button"
          className="icon"
          aria-label="Step forward"
          aria-disabled={at >= last}
          onClick={() => go(at + 1)}
        >
          ›
        </button>
        <output>{past === null ? `${last} steps` : `Step ${at} of ${last}`}</output>
        {past !== null && (
          <button
            type="button"
            onClick={() => {
              visit(null);
              slider.current?.focus();
            }}
          >
            Back to now
          </button>
        )}
        <button type="button" onClick={() => copy(bench.trace(), 'trace')}>
          Copy trace
        </button>
      </div>
      <Log bench={bench} entries={entries} at={at} masked={masked} onVisit={go} onCopyTest={copyTest} />
    </div>
  );
}
