import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { createBench } from '../recorder/bench';
import type { StoppableClock } from '../recorder/clock';
import type { EventSamples } from '../recorder/handledEvents';
import type { Recorder } from '../recorder/recording';
import { createStyleSheet } from './apart';
import { Panel } from './Panel';
import { panelStyle } from './style';

interface PanelOptions {
  /** Sample events that the panel offers to send, by the id of the machine. */
  samples?: Record<string, EventSamples>;
}

/** `inspect` and `clock` are options for `createActor()`. `mount()` shows the panel for that actor. */
export interface PanelHandle {
  inspect: Recorder['inspect'];
  clock: StoppableClock;
  /**
   * Shows the panel in `host`, an empty element with a height. Returns a function that removes the panel.
   *
   * @throws if `host` is null.
   */
  mount(host: HTMLElement | null): () => void;
}

/** Creates a panel that inspects machines of this page. Pass the result to `createActor()` as its options. */
export function createPanel({ samples = {} }: PanelOptions = {}): PanelHandle {
  const known = new Map(Object.entries(samples));
  const bench = createBench((machine) => known.get(machine) ?? {});
  return {
    inspect: bench.recorder.inspect,
    clock: bench.clock,
    mount(host) {
      if (!host) throw new Error('mount() takes an empty element for the panel, but the page has no such element.');
      const shadow = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
      shadow.adoptedStyleSheets = [createStyleSheet(window, panelStyle)];
      const main = document.createElement('main');
      main.className = 'bench';
      shadow.replaceChildren(main);
      const root = createRoot(main);
      root.render(createElement(Panel, { bench }));
      return () => {
        root.unmount();
        main.remove();
      };
    },
  };
}
