import { useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import type { Chart } from '../charts/chart';
import type { StructureFault } from '../charts/faults';
import { ChartStage, type TransitionCoverage } from '../panel/ChartStage';
import { cacheLayouts } from '../panel/cacheLayouts';
import { createLayouts, type LayoutStarter } from '../panel/layouts';
import { layOutInWorker } from '../panel/workerLayout';
import { GalleryIcon } from './icons';
import { PlayerControls } from './playerControls';
import { RealView, type ViewSize } from './realView';
import type { ChartHighlights, FramedStage } from './stage';
import type { Story } from './stories';
import { StoryList } from './storyList';
import { StorySteps } from './storySteps';

/** The data for the player of one machine, as the build writes it. */
export interface PlayerData {
  machine: string;
  /** The chart of the machine. The browser lays it out. */
  chart: Chart;
  stories: Story[];
  faults: StructureFault[];
  /** The transitions that the paths take, or null if that is not known. */
  coverage: TransitionCoverage | null;
  /** The size of the window in which the view is shown, or null if the machine has no view. */
  view: ViewSize | null;
}

/** How long a step is shown at normal speed, in ms. */
const STEP = 1_000;

function Player({ data, layOutBy }: { data: PlayerData; layOutBy: LayoutStarter }) {
  const { machine, chart, stories, view, faults, coverage } = data;
  const [stage, setStage] = useState<FramedStage>();
  const [story, setStory] = useState(
    () => stories.find(({ title }) => title === decodeURIComponent(location.hash.slice(1))) ?? stories[0]!,
  );
  const [at, setAt] = useState(0);
  const [shown, setShown] = useState<ChartHighlights>({ active: [], taken: [], refused: [] });
  const [speed, setSpeed] = useState(1);
  const [playing, setPlaying] = useState(false);
  const [alone, setAlone] = useState(false);
  const [find, setFind] = useState('');
  const [said, setSaid] = useState('');
  const search = useRef<HTMLInputElement>(null);
  // The story and step requested last. The view may lag behind when keys are pressed fast.
  const aim = useRef({ story, step: 0 });
  const [layouts] = useState(() => createLayouts(() => chart, layOutBy));
  const last = story.steps.length - 1;

  const go = useCallback(
    async (next: Story, step: number) => {
      if (!stage) return;
      const latest = { story: next, step };
      aim.current = latest;
      const now = await stage.play(machine, next, step);
      // Another step may have been requested meanwhile, because keys may be pressed faster than the view follows.
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
      <StoryList stories={stories} chosen={story} find={find} onChoose={choose} />
      <ChartStage
        name={machine}
        {...layouts}
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
        <RealView size={view} onReady={setStage} />
        <p className="caption">
          <b>{now.state || 'running'}</b>{' '}
          <span>{view ? 'the real view, driven by scripted actors' : 'this machine has no view of its own'}</span>
        </p>
        <StorySteps story={story} at={at} onGo={(step) => go(story, step)} />
      </div>
      <PlayerControls
        story={story}
        at={at}
        isReady={Boolean(stage)}
        playing={playing}
        onPlay={setPlaying}
        speed={speed}
        onSpeed={setSpeed}
        onGo={(step) => go(story, step)}
        onMove={move}
      >
        <button type="button" onClick={copy}>
          Copy as test
        </button>
        <p role="status">{said}</p>
      </PlayerControls>
    </div>
  );
}

async function start() {
  const place = document.getElementById('player')!;
  const { machine, version } = place.dataset;
  const answer = await fetch(`./${machine}.json`);
  const layOutBy = cacheLayouts(layOutInWorker, version!);
  createRoot(place).render(<Player data={await answer.json()} layOutBy={layOutBy} />);
  const machines = document.querySelector<HTMLSelectElement>('#machine');
  machines?.addEventListener('change', () => location.assign(`./${machines.value}.html`));
}

start();
