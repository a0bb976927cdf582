import { type CSSProperties, useCallback, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { Bench } from '../recorder/bench';
import {
  type ChosenApp,
  findAppToShow,
  findRunsOfApp,
  listAppChoices,
  listAppKeys,
  recordingOfApps,
} from '../recorder/oneApp';
import { findShownActor, listActorsAt } from '../recorder/past';
import { sortInTreeOrder } from '../recorder/recorder';
import type { LogEntry, Recording } from '../recorder/recording';
import { ActorTree } from './ActorTree';
import { HandledEventList, PossibleEventList } from './EventLists';
import { FileButtons, type PanelFileActions } from './FileButtons';
import { Log } from './Log';
import type { LayoutStarter } from './layouts';
import { MachineStage, type ShownStep } from './MachineStage';
import { PaneBoundary } from './Pane';
import { SequenceDiagram } from './SequenceDiagram';
import { Splitter, useSplitSize } from './Splitter';
import { distinctIdOf, distinctNameOf, findStepNear } from './steps';
import { TimeBar } from './TimeBar';
import { useCopy } from './useCopy';
import { usePanelShortcuts } from './usePanelShortcuts';
import { useStatusMessage } from './useStatusMessage';
import { WorkbenchHeader } from './WorkbenchHeader';

const STARTING = 'The page is starting…';

/** Stands for the step of an actor whose steps were all dropped, so that its transitions are unknown. */
const RESTING: Omit<ShownStep, 'snapshot'> = { taken: [], refused: [], unsure: [] };

interface PanelProps {
  bench: Bench;
  /** A message from the page around the panel, such as that the browser blocked a window. */
  notice?: string;
  /** Whether the panel is in its own window. */
  apart?: boolean;
  onMove?: () => void;
  onClose?: () => void;
  /** Saves recordings as files, and opens them. */
  files?: PanelFileActions;
  /** Starts the layout of charts. By default, the page itself lays them out. */
  layOutBy?: LayoutStarter | undefined;
  /** The machine that is drawn while the page is starting. Undefined once the page has started. */
  expected?: AnyStateMachine | undefined;
}

/** The workbench: the running machines, their possible events, the chart and the log. */
export function Panel({ bench, notice = '', apart = false, onMove, onClose, files, layOutBy, expected }: PanelProps) {
  const live = useSyncExternalStore(bench.recorder.subscribe, bench.recorder.read);
  const [held, hold] = useState<Recording | null>(null);
  const [chosen, choose] = useState('');
  const [past, visit] = useState<number | null>(null);
  const [masked, setMasked] = useState(true);
  const [isSequence, showSequence] = useState(false);
  const [status, setStatus] = useStatusMessage();
  const [find, setFind] = useState('');
  const [chosenApp, chooseApp] = useState<ChosenApp>({ app: '', among: [] });
  const whole = held ?? live;
  const apps = useMemo(() => listAppKeys(whole), [whole]);
  // The filter by app ends when no step of the app is kept.
  const followed = findAppToShow(chosenApp, apps, bench.describeApp);
  const onlyApps = apps.length > 1 && apps.includes(followed) ? findRunsOfApp(followed, apps, bench.describeApp) : [];
  /** The shown apps as one text, which hooks compare by value. They would take an equal list for a change. */
  const wanted = onlyApps.join('\n');
  const recording = useMemo(() => recordingOfApps(whole, wanted), [whole, wanted]);
  const [tree, resizeTree] = useSplitSize('tree', 40);
  const [top, resizeTop] = useSplitSize('top', 19);
  const [log, resizeLog] = useSplitSize('log', 22);
  const [column, resizeColumn] = useSplitSize('column', 36);
  const { actors, others, entries } = recording;
  const clearFind = useCallback(() => setFind(''), []);
  const goToNow = useCallback(() => visit(null), []);
  const search = usePanelShortcuts(find, clearFind, goToNow);

  const first = entries[0]?.nth ?? 0;
  const last = entries.at(-1)?.nth ?? 0;
  const at = Math.min(last, Math.max(first, past ?? last));
  const visited = entries.find(({ nth }) => nth === at);
  /** The tree of actors at the visited step, or at present. */
  const then = past === null && !bench.file ? sortInTreeOrder([...actors, ...others]) : listActorsAt(recording, at);
  const session = past !== null && visited ? visited.session : findShownActor(chosen, recording, bench.describeApp);
  const entry = entries.findLast((one) => one.session === session && one.nth <= at);
  const running = session ? recording.known.get(session) : undefined;
  // An actor whose steps were all dropped is shown with its last snapshot, which is kept.
  const resting = running && 'snapshot' in running ? { ...RESTING, snapshot: running.snapshot } : undefined;
  const shown = entry ?? resting;
  const machine = shown?.snapshot.machine ?? expected;
  const nameOf = (one: string) => distinctNameOf(recording, one, bench.describeApp);

  const copy = useCopy(setStatus);
  const copyTest = useCallback((text: string) => copy(text, 'test'), [copy]);
  // Reads the steps when called, so that `go` stays the same function and the rows of the log stay memoized.
  const go = useCallback(
    (nth: number) => {
      const { entries } = recordingOfApps(bench.recorder.read(), wanted);
      visit((now) => findStepNear(entries, nth, now));
    },
    [bench, wanted],
  );
  /** The steps that the log's filter shows, or null without a filter. */
  const filtered = useRef<readonly LogEntry[] | null>(null);
  const step = (nth: number) => visit((now) => findStepNear(entries, nth, now, filtered.current ?? entries));
  const goOn = useCallback(
    (one: LogEntry) => {
      bench.goOn(one);
      visit(null);
    },
    [bench],
  );
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
      <WorkbenchHeader
        bench={bench}
        search={search}
        find={find}
        onFind={setFind}
        apps={listAppChoices(apps, bench.describeApp)}
        app={onlyApps.at(-1) ?? ''}
        onApp={(app) => chooseApp({ app, among: apps })}
        masked={masked}
        onMask={setMasked}
        isStarting={Boolean(expected)}
        paused={held !== null}
        onPause={() => hold(held ? null : live)}
        apart={apart}
        onMove={onMove}
        onClose={onClose}
      />
      <p role="status" className="notice">
        <span>{notice || status}</span>
      </p>
      <div className="top">
        <PaneBoundary name="The tree" when={then}>
          <ActorTree
            actors={then}
            selected={session ?? ''}
            heading={
              expected ? STARTING : past !== null || bench.file ? 'Ran then' : then.length ? 'Running' : 'Nothing runs'
            }
            describeApp={bench.describeApp}
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
              <p>{expected ? 'You can send events once it runs.' : 'No machine runs.'}</p>
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
            <SequenceDiagram bench={bench} recording={recording} at={at} masked={masked} nameOf={nameOf} onVisit={go} />
          </PaneBoundary>
        </div>
      ) : (
        machine && (
          <PaneBoundary name="The chart" when={shown?.snapshot ?? machine}>
            <MachineStage
              bench={bench}
              recording={recording}
              session={session}
              machine={machine}
              shown={shown}
              find={find}
              layOutBy={layOutBy}
            >
              {toggle}
            </MachineStage>
          </PaneBoundary>
        )
      )}
      <TimeBar
        first={first}
        last={last}
        at={at}
        count={entries.length}
        isPast={past !== null}
        onGo={step}
        onReturn={goToNow}
        onCopyTrace={() => copy(bench.trace(), 'trace')}
      >
        {files && (
          <FileButtons
            files={files}
            recording={recording}
            masked={masked}
            onSaved={(name) => setStatus(`Saved as ${name}.`)}
          />
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
          idOf={(one) => distinctIdOf(recording, one, bench.describeApp)}
          filtered={filtered}
          onVisit={go}
          onCopyTest={copyTest}
          onGoOn={goOn}
        />
      </PaneBoundary>
    </div>
  );
}
