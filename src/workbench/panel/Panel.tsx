import { type CSSProperties, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import { findFaults } from '../charts/faults';
import type { Bench } from '../recorder/bench';
import { countTakenTransitions, factsOf } from '../recorder/facts';
import { appsIn, recordingOfApp } from '../recorder/oneApp';
import { actorsAt, shownActorOf } from '../recorder/past';
import { inTreeOrder } from '../recorder/recorder';
import type { LogEntry, Recording } from '../recorder/recording';
import { labelOfStates } from '../recorder/words';
import { ChartStage } from './ChartStage';
import { copyToClipboard } from './copyToClipboard';
import { HandledEventList, PossibleEventList } from './EventLists';
import { Log } from './Log';
import { WorkbenchLogo } from './Logo';
import { type LayoutFunction, layoutsOf } from './layouts';
import { PaneBoundary } from './Pane';
import { Sequence } from './Sequence';
import { Splitter, useSplit } from './Splitter';
import { TimeBar } from './TimeBar';
import { Tree } from './Tree';
import { useStatus } from './useStatus';

export interface PanelFiles {
  /** Saves a recording. Returns the name of the file. */
  save(masked: boolean, recording: Recording): string;
  /** Lets a file be chosen, which is then shown. */
  choose(): void;
  /** Shows the running machines again. Null if there is no file, or nothing else. */
  leave: (() => void) | null;
}

/** Represents a step that was dropped. */
const RESTING: Pick<LogEntry, 'taken' | 'refused' | 'unsure'> = { taken: [], refused: [], unsure: [] };

interface PanelProps {
  bench: Bench;
  /** A message of the frame around the panel, such as a blocked window. */
  notice?: string;
  /** Whether the panel is in its own window. */
  apart?: boolean;
  onMove?: () => void;
  onClose?: () => void;
  /** Saves recordings as files, and opens them. */
  files?: PanelFiles;
  /** Lays charts out, by default in the page itself. */
  layOutBy?: (signal?: AbortSignal) => LayoutFunction;
}

/** Returns a name that distinguishes actors with the same machine. */
function nameIn({ known }: Recording, session: string) {
  const actor = known.get(session);
  if (!actor) return session.split('/').at(-1)!;
  const isOneOfMany = [...known.values()].some((other) => other.name === actor.name && other.session !== session);
  return isOneOfMany ? `${actor.name} ${session.split('/').at(-1)}` : actor.name;
}

/** Returns the nearest step in the direction of the wanted one, or null for the present. */
function stepNear(entries: readonly LogEntry[], wanted: number, now: number | null) {
  const last = entries.at(-1)?.nth ?? 0;
  if (wanted >= last) return null;
  const isBack = wanted < (now ?? last);
  const found = isBack ? entries.findLast(({ nth }) => nth <= wanted) : entries.find(({ nth }) => nth >= wanted);
  return found?.nth ?? entries[0]?.nth ?? 0;
}

/** `/` focuses the search field. Escape clears the search, or else returns to the present. The recording stays. */
function useKeys(find: string, clearFind: () => void, goToNow: () => void) {
  const search = useRef<HTMLInputElement>(null);
  // The keys work wherever the focus is, also if nothing has it.
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const isTyping = (event.composedPath()[0] as HTMLElement).matches?.('input:not([type=range])');
      if (event.key === '/' && !isTyping) search.current?.focus();
      else if (event.key === 'Escape' && find) clearFind();
      else if (event.key === 'Escape' && !isTyping) goToNow();
      else return;
      event.preventDefault();
    };
    const document = search.current?.ownerDocument;
    document?.addEventListener('keydown', press);
    return () => document?.removeEventListener('keydown', press);
  }, [find, clearFind, goToNow]);
  return search;
}

/** The workbench: the running machines, their possible events, the chart and the log. */
export function Panel({ bench, notice = '', apart = false, onMove, onClose, files, layOutBy }: PanelProps) {
  const live = useSyncExternalStore(bench.recorder.subscribe, bench.recorder.read);
  const [held, hold] = useState<Recording | null>(null);
  const [chosen, choose] = useState('');
  const [past, visit] = useState<number | null>(null);
  const [masked, setMasked] = useState(true);
  const [stopped, setStopped] = useState(false);
  const [isSequence, showSequence] = useState(false);
  const [status, setStatus] = useStatus();
  const [find, setFind] = useState('');
  const [app, chooseApp] = useState('');
  const whole = held ?? live;
  const apps = useMemo(() => appsIn(whole), [whole]);
  // The filter ends when its app disconnects.
  const onlyApp = apps.length > 1 && apps.includes(app) ? app : '';
  const recording = useMemo(() => recordingOfApp(whole, onlyApp), [whole, onlyApp]);
  const [tree, resizeTree] = useSplit('tree', 40);
  const [top, resizeTop] = useSplit('top', 19);
  const [log, resizeLog] = useSplit('log', 22);
  const [column, resizeColumn] = useSplit('column', 36);
  const { actors, others, entries } = recording;
  const clearFind = useCallback(() => setFind(''), []);
  const goToNow = useCallback(() => visit(null), []);
  const search = useKeys(find, clearFind, goToNow);

  const first = entries[0]?.nth ?? 0;
  const last = entries.at(-1)?.nth ?? 0;
  const at = Math.min(last, Math.max(first, past ?? last));
  const visited = entries.find(({ nth }) => nth === at);
  /** The tree of actors at the visited step. */
  const then = past === null && !bench.file ? inTreeOrder([...actors, ...others]) : actorsAt(recording, at);
  const session = past !== null && visited ? visited.session : shownActorOf(chosen, recording);
  const entry = entries.findLast((one) => one.session === session && one.nth <= at);
  const running = session ? recording.known.get(session) : undefined;
  // The steps of an idle actor may be dropped. Its last snapshot is kept.
  const resting = running && 'snapshot' in running ? { ...RESTING, snapshot: running.snapshot } : undefined;
  const shown = entry ?? resting;
  const nameOf = (one: string) => nameIn(recording, one);
  const machine = shown?.snapshot.machine;
  const facts = session ? { ...bench.settingsOf(machine?.id ?? ''), ...factsOf(recording, session) } : {};
  const factKey = JSON.stringify(facts);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the facts
  const faults = useMemo(() => (machine ? findFaults(machine, facts) : []), [machine, factKey]);
  const limit = session ? bench.limitOf(session) : '';

  const copy = useCallback(
    (text: string, what: string) => {
      copyToClipboard(text).then(
        () => setStatus(`The ${what} was copied.`),
        () => setStatus(`The browser did not allow copying the ${what}.`),
      );
    },
    [setStatus],
  );
  const copyTest = useCallback((text: string) => copy(text, 'test'), [copy]);
  // Reads the steps when called, so that the function stays the same.
  const go = useCallback(
    (nth: number) => {
      const { entries } = recordingOfApp(bench.recorder.read(), onlyApp);
      visit((now) => stepNear(entries, nth, now));
    },
    [bench, onlyApp],
  );
  const goOn = useCallback(
    (one: LogEntry) => {
      bench.goOn(one);
      visit(null);
    },
    [bench],
  );
  const toggleClock = () => {
    if (stopped) bench.clock.start();
    else bench.clock.stop();
    setStopped(!stopped);
  };

  const toggle = (
    <button type="button" aria-pressed={isSequence} onClick={() => showSequence(!isSequence)}>
      Messages
    </button>
  );
  return (
    <div
      className="panel"
      style={
        { '--split-tree': tree, '--split-top': top, '--split-log': log, '--split-column': column } as CSSProperties
      }
    >
      <header>
        <WorkbenchLogo />
        <h1>{bench.file ? 'Recording' : bench.isRemote ? 'Inspector' : 'Workbench'}</h1>
        <input
          ref={search}
          type="search"
          aria-label="Find a state or an event"
          placeholder="Find (/)"
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
        {apps.length > 1 && (
          <select aria-label="App" value={onlyApp} onChange={({ target }) => chooseApp(target.value)}>
            <option value="">All apps</option>
            {apps.map((one) => (
              <option key={one} value={one}>
                {bench.appOf(one)}
              </option>
            ))}
          </select>
        )}
        <button type="button" aria-pressed={masked} onClick={() => setMasked(!masked)}>
          Hide values
        </button>
        {bench.canDrive() && (
          <button type="button" aria-pressed={stopped} onClick={toggleClock}>
            Stop the clock
          </button>
        )}
        <button type="button" aria-pressed={held !== null} onClick={() => hold(held ? null : live)}>
          Pause
        </button>
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
        <span>{notice || status}</span>
      </p>
      <div className="top">
        <PaneBoundary name="The tree" when={then}>
          <Tree
            actors={then}
            selected={session ?? ''}
            heading={past !== null || bench.file ? 'Ran then' : then.length ? 'Running' : 'Nothing runs'}
            appOf={bench.appOf}
            onSelect={choose}
          />
        </PaneBoundary>
        <Splitter label="Width of the tree" part=".tree" isUpright size={tree} onResize={resizeTree} />
        <section className="now" aria-labelledby="now">
          <h2 id="now">{past === null && !bench.file ? 'What can happen now' : 'What could happen then'}</h2>
          {held && <p>Paused: later steps are recorded, and shown when you go on.</p>}
          {bench.file && <p>This is the recording {bench.file}. Nothing in it runs.</p>}
          <PaneBoundary name="What can happen" when={recording}>
            {past !== null || bench.file ? (
              <HandledEventList bench={bench} entry={entry} at={at} />
            ) : session ? (
              <PossibleEventList bench={bench} session={session} masked={masked} />
            ) : (
              <p>No machine runs.</p>
            )}
          </PaneBoundary>
        </section>
      </div>
      <Splitter label="Height of the upper part" part=".top" size={top} onResize={resizeTop} />
      {isSequence ? (
        <div className="stage">
          <fieldset className="bar" aria-label="Messages">
            <h2>Messages</h2>
            {toggle}
          </fieldset>
          <PaneBoundary name="The diagram of messages" when={recording}>
            <Sequence bench={bench} recording={recording} at={at} masked={masked} nameOf={nameOf} onVisit={go} />
          </PaneBoundary>
        </div>
      ) : (
        shown && (
          <PaneBoundary name="The chart" when={shown.snapshot}>
            <ChartStage
              title={
                <h2>
                  {shown.snapshot.machine.id} <span>{labelOfStates(shown.snapshot)}</span>
                </h2>
              }
              name={shown.snapshot.machine.id}
              {...layoutsOf(shown.snapshot.machine, layOutBy)}
              active={shown.snapshot._nodes.map(({ id }) => id)}
              taken={shown.taken}
              refused={[...shown.refused, ...shown.unsure].map(({ index }) => index)}
              find={find}
              faults={faults}
              coverage={session ? countTakenTransitions(recording, session) : null}
              note={limit}
            >
              {toggle}
            </ChartStage>
          </PaneBoundary>
        )
      )}
      <TimeBar
        first={first}
        last={last}
        at={at}
        isPast={past !== null}
        onGo={go}
        onReturn={goToNow}
        onCopyTrace={() => copy(bench.trace(), 'trace')}
      >
        {files && (
          <>
            <button type="button" onClick={() => setStatus(`Saved as ${files.save(masked, recording)}.`)}>
              {masked ? 'Save' : 'Save with values'}
            </button>
            <button type="button" onClick={files.choose}>
              Open
            </button>
            {files.leave && (
              <button type="button" onClick={files.leave}>
                Leave the recording
              </button>
            )}
          </>
        )}
      </TimeBar>
      <Splitter label="Height of the log" part=".log" isAfter size={log} onResize={resizeLog} />
      <Splitter label="Width of the log" part=".log" isAfter isUpright size={column} onResize={resizeColumn} />
      <PaneBoundary name="The log" when={recording}>
        <Log
          bench={bench}
          entries={entries}
          at={at}
          dropped={recording.dropped}
          isPast={past !== null}
          masked={masked}
          nameOf={nameOf}
          onVisit={go}
          onCopyTest={copyTest}
          onGoOn={goOn}
        />
      </PaneBoundary>
    </div>
  );
}
