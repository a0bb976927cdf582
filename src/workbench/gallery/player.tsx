import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { ChartDepth, Layout } from '../charts/boxes';
import type { Fault } from '../charts/faults';
import { ChartStage, type TakenTransitions } from '../panel/ChartStage';
import { moveInList } from '../panel/moveInList';
import { countNoun } from './counted';
import { GalleryIcon } from './icons';
import type { FramedStage, ShownPlace } from './stage';
import type { Story } from './stories';

/** The data for the player of one machine, as the build writes it. */
export interface PlayerData {
  machine: string;
  layouts: Record<ChartDepth, Layout>;
  stories: Story[];
  faults: Fault[];
  /** The transitions that the paths take, or null if that is not known. */
  coverage: TakenTransitions | null;
  /** The size of the window in which the view is shown, or null if the machine has no view. */
  view: { width: number; height: number } | null;
}

/** How long a step is shown at normal speed, in ms. */
const STEP = 1_000;

const says = ({ title, about, steps }: Story, text: string) =>
  [title, about, ...steps.flatMap(({ word, to, state }) => [word, to, state])].some((part) =>
    part.toLowerCase().includes(text),
  );

interface StoriesProps {
  stories: readonly Story[];
  chosen: Story;
  find: string;
  onChoose: (story: Story) => void;
}

function Stories({ stories, chosen, find, onChoose }: StoriesProps) {
  const [kind, setKind] = useState(chosen.kind);
  useEffect(() => setKind(chosen.kind), [chosen.kind]);
  const text = find.trim().toLowerCase();
  const shown = stories.filter((story) => story.kind === kind && (!text || says(story, text)));
  const count = (one: Story['kind']) => stories.filter((story) => story.kind === one).length;
  return (
    <nav className="stories" aria-label="Stories">
      <fieldset aria-label="Kind of stories">
        <button type="button" aria-pressed={kind === 'scenario'} onClick={() => setKind('scenario')}>
          Scenarios {count('scenario')}
        </button>
        <button type="button" aria-pressed={kind === 'path'} onClick={() => setKind('path')}>
          Paths {count('path')}
        </button>
      </fieldset>
      <ul onKeyDown={moveInList}>
        {shown.map((story) => (
          <li key={story.title}>
            <button type="button" aria-current={story === chosen || undefined} onClick={() => onChoose(story)}>
              <b>{story.title}</b> <span>{countNoun(story.steps.length - 1, 'step')}</span>
              <small>{story.about}</small>
            </button>
          </li>
        ))}
      </ul>
      {!shown.length && <p>{text ? 'No story says this.' : 'There are none. See the paths.'}</p>}
    </nav>
  );
}

/** Shows the real view in a frame, so that its modal dialogs do not cover the player. */
function View({ size, onReady }: { size: PlayerData['view']; onReady: (stage: FramedStage) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(0.5);
  useEffect(() => {
    if (!box.current || !size) return;
    const watching = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setScale(Math.min(width / size.width, height / size.height));
    });
    watching.observe(box.current);
    return () => watching.disconnect();
  }, [size]);
  const { width, height } = size ?? { width: 10, height: 10 };
  return (
    <div className="view" ref={box} hidden={!size}>
      <iframe
        title="The real view"
        src="./stage.html"
        // Visitors can't use the view, because the story controls it.
        inert
        style={{ inlineSize: width, blockSize: height, transform: `scale(${scale})` }}
        onLoad={({ currentTarget }) => {
          const inner = currentTarget.contentWindow!;
          // The focus may be in the frame, so the player also handles the frame's keys.
          inner.addEventListener('keydown', (event) => dispatchEvent(new KeyboardEvent('keydown', event)));
          onReady(inner.stage!);
        }}
      />
    </div>
  );
}

function Player({ data }: { data: PlayerData }) {
  const { machine, layouts, stories, view, faults, coverage } = data;
  const [stage, setStage] = useState<FramedStage>();
  const [story, setStory] = useState(
    () => stories.find(({ title }) => title === decodeURIComponent(location.hash.slice(1))) ?? stories[0]!,
  );
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState<ShownPlace>({ active: [], taken: [], refused: [] });
  const [speed, setSpeed] = useState(1);
  const [playing, setPlaying] = useState(false);
  const [alone, setAlone] = useState(false);
  const [find, setFind] = useState('');
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLOListElement>(null);
  // The story and step requested last. The view may lag behind when keys are pressed fast.
  const aim = useRef({ story, step: 0 });
  const load = useCallback((wanted: ChartDepth) => Promise.resolve(layouts[wanted]), [layouts]);
  const last = story.steps.length - 1;

  const go = useCallback(
    async (next: Story, step: number) => {
      if (!stage) return;
      const latest = { story: next, step };
      aim.current = latest;
      const now = await stage.play(machine, next, step);
      // Keys may be pressed faster than the stage plays.
      if (aim.current !== latest) return;
      flushSync(() => {
        setStory(next);
        setAt(step);
        setShown(now);
      });
    },
    [stage, machine],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the first story starts once the view is there
  useEffect(() => {
    go(story, 0);
  }, [go]);
  useEffect(() => {
    if (!playing) return;
    if (at >= last && aim.current.step >= last) return setPlaying(false);
    const timer = setTimeout(() => {
      const { story: wanted, step } = aim.current;
      // A step that was requested meanwhile takes precedence.
      if (wanted === story && step === at) go(story, at + 1);
    }, STEP / speed);
    return () => clearTimeout(timer);
  }, [playing, at, last, speed, story, go]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step has a row of its own
  useEffect(() => {
    const row = list.current?.querySelector('[aria-current]')?.getBoundingClientRect();
    if (!list.current || !row) return;
    // `scrollIntoView` would scroll the page as well, away from the tables below.
    const { top, bottom } = list.current.getBoundingClientRect();
    list.current.scrollTop += Math.min(0, row.top - top) + Math.max(0, row.bottom - bottom);
  }, [at, story]);
  const move = (by: number) => {
    const { story, step } = aim.current;
    go(story, Math.min(story.steps.length - 1, Math.max(0, step + by)));
  };
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { target, key } = event;
      if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement) {
        if (key === 'Escape' && target === search.current) setFind('');
        return;
      }
      if (key === '/') search.current?.focus();
      else if (key === 'ArrowRight') move(1);
      else if (key === 'ArrowLeft') move(-1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });

  const choose = (next: Story) => {
    setPlaying(false);
    history.replaceState(null, '', `#${encodeURIComponent(next.title)}`);
    go(next, 0);
  };
  const copy = () =>
    navigator.clipboard.writeText(stage!.testOf()).then(
      () => setSaid('The test was copied. Save it in tests/machines.'),
      () => setSaid('The browser did not allow copying.'),
    );
  const now = story.steps[at]!;

  return (
    <div className="player" data-alone={alone || undefined}>
      <label className="search">
        <GalleryIcon shape="search" />
        <input
          ref={search}
          type="search"
          aria-label="Find a state or an event"
          placeholder="Find a state or an event"
          value={find}
          onChange={({ target }) => setFind(target.value)}
        />
        <kbd>/</kbd>
      </label>
      <Stories stories={stories} chosen={story} find={find} onChoose={choose} />
      <ChartStage
        name={machine}
        load={load}
        {...shown}
        find={find}
        faults={faults}
        coverage={coverage}
        coveredBy="by paths"
      >
        <button type="button" aria-pressed={alone} onClick={() => setAlone(!alone)}>
          Chart only
        </button>
      </ChartStage>
      <div className="side">
        <View size={view} onReady={setStage} />
        <p className="caption">
          <b>{now.state || 'running'}</b>{' '}
          <span>{view ? 'the real view, driven by scripted actors' : 'this machine has no view of its own'}</span>
        </p>
        <ol ref={list} className="steps" aria-label="Steps" onKeyDown={moveInList}>
          {story.steps.map(({ word, data: carried, to, state, inner, refused }, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a story never change
            <li key={nth} data-future={nth > at || undefined}>
              <button
                type="button"
                aria-current={nth === at ? 'step' : undefined}
                data-to={to || undefined}
                onClick={() => go(story, nth)}
              >
                <span>{nth}</span>
                <span>
                  {to && `${to}: `}
                  <b>{word}</b> {carried}
                </span>
                {nth && state === story.steps[nth - 1]!.state ? (
                  <span className={refused ? 'to guard' : 'to'}>{inner ?? refused ?? 'stays'}</span>
                ) : (
                  <span className="to leads">{state || 'running'}</span>
                )}
              </button>
            </li>
          ))}
        </ol>
      </div>
      <div className="controls">
        <button type="button" aria-label="To the start" onClick={() => go(story, 0)}>
          <GalleryIcon shape="start" />
        </button>
        <button type="button" aria-label="Step back" aria-disabled={at === 0} onClick={() => move(-1)}>
          <GalleryIcon shape="back" />
        </button>
        <button
          type="button"
          className="play"
          aria-label={playing ? 'Pause' : 'Play'}
          onClick={() => {
            if (!playing && at === last) go(story, 0);
            setPlaying(!playing);
          }}
        >
          <GalleryIcon shape={playing ? 'pause' : 'play'} />
        </button>
        <button type="button" aria-label="Step forward" aria-disabled={at === last} onClick={() => move(1)}>
          <GalleryIcon shape="forward" />
        </button>
        <input
          type="range"
          aria-label="Step"
          min={0}
          max={last}
          value={at}
          onChange={({ target }) => go(story, Number(target.value))}
        />
        <output data-story={story.title} data-at={stage ? at : undefined}>
          {at} of {last}
        </output>
        <fieldset aria-label="Speed">
          {[1, 3].map((one) => (
            <button type="button" key={one} aria-pressed={speed === one} onClick={() => setSpeed(one)}>
              {one}×
            </button>
          ))}
        </fieldset>
        <button type="button" onClick={copy}>
          Copy as test
        </button>
        <p role="status">{said}</p>
      </div>
    </div>
  );
}

async function start() {
  const place = document.getElementById('player')!;
  const answer = await fetch(`./${place.dataset.machine}.json`);
  createRoot(place).render(<Player data={await answer.json()} />);
  const machines = document.querySelector<HTMLSelectElement>('#machine');
  machines?.addEventListener('change', () => location.assign(`./${machines.value}.html`));
}

start();
