import { type RefObject, useState } from 'react';
import type { Bench } from '../recorder/bench';
import { WorkbenchLogo } from './Logo';

interface WorkbenchHeaderProps {
  bench: Bench;
  search: RefObject<HTMLInputElement | null>;
  find: string;
  onFind: (text: string) => void;
  /** The apps that the user can choose from. `app` is the chosen one, or '' for all. */
  apps: readonly string[];
  app: string;
  onApp: (app: string) => void;
  masked: boolean;
  onMask: (masked: boolean) => void;
  /** Whether the page is still starting. Then the header has no buttons for stopping the clock and pausing. */
  isStarting: boolean;
  paused: boolean;
  onPause: () => void;
  /** Whether the panel is in its own window. */
  apart: boolean;
  onMove: (() => void) | undefined;
  onClose: (() => void) | undefined;
}

/** The panel's header: the search, the choice of an app, and buttons. */
export function WorkbenchHeader(props: WorkbenchHeaderProps) {
  const { bench, search, find, onFind, apps, app, onApp, masked, onMask } = props;
  const { isStarting, paused, onPause, apart, onMove, onClose } = props;
  const [stopped, setStopped] = useState(false);
  const toggleClock = () => {
    if (stopped) bench.clock.start();
    else bench.clock.stop();
    setStopped(!stopped);
  };
  return (
    <header>
      <WorkbenchLogo />
      <h1>{bench.file ? 'Recording' : bench.isRemote ? 'Inspector' : 'Workbench'}</h1>
      <input
        ref={search}
        type="search"
        aria-label="Find a state or an event"
        placeholder="Find (/)"
        value={find}
        onChange={({ target }) => onFind(target.value)}
      />
      {(apps.length > 1 || app) && (
        <select aria-label="App" value={app} onChange={({ target }) => onApp(target.value)}>
          <option value="">All apps</option>
          {apps.map((one) => (
            <option key={one} value={one}>
              {bench.describeApp(one).title}
            </option>
          ))}
        </select>
      )}
      <button type="button" aria-pressed={masked} onClick={() => onMask(!masked)}>
        Hide values
      </button>
      {!isStarting && bench.canDrive() && (
        <button type="button" aria-pressed={stopped} onClick={toggleClock}>
          Stop the clock
        </button>
      )}
      {!isStarting && (
        <button type="button" aria-pressed={paused} onClick={onPause}>
          Pause
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
  );
}
