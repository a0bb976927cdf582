import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { AnyStateMachine } from 'xstate';
import { type Bench, createBench } from '../recorder/bench';
import { createStyleSheet, openPanelWindow, POPUP_BLOCKED } from './apart';
import { receiveBenches } from './benchHandover';
import type { LayoutStarter } from './layouts';
import { RecordingPanel } from './RecordingPanel';
import { pageBesidePanelStyle, panelStyle } from './style';

interface MountedProps {
  bench: Bench;
  apart: boolean;
  /** Moves the panel into its own window, or back into the page. Returns false if the browser blocked the window. */
  move: () => boolean;
  close: () => void;
  layOutBy: LayoutStarter | undefined;
  expected: AnyStateMachine | undefined;
}

function Mounted({ bench, apart, move, close, layOutBy, expected }: MountedProps) {
  const [notice, setNotice] = useState('');
  const tryToMove = () => setNotice(move() ? '' : POPUP_BLOCKED);
  return (
    <RecordingPanel
      bench={bench}
      notice={notice}
      apart={apart}
      onMove={tryToMove}
      onClose={close}
      layOutBy={layOutBy}
      expected={expected}
    />
  );
}

export interface PageBesidePanelOptions {
  /** Closes the workbench, and shows the app's page alone. */
  leave: () => void;
  /** Starts the layout of charts, such as in a worker. By default, charts are laid out on the main thread. */
  layOutBy?: LayoutStarter | undefined;
  /**
   * The machine whose chart is drawn until the app's page has started. Without a machine, the panel appears only after
   * that.
   */
  expected?: AnyStateMachine | undefined;
}

function openFrame(pageUrl: string) {
  const frame = document.createElement('iframe');
  frame.id = 'page-frame';
  frame.title = 'The page';
  // The app's own copy buttons need the clipboard inside the frame.
  frame.allow = 'clipboard-read; clipboard-write';
  document.body.replaceChildren(frame);
  frame.src = pageUrl;
  return frame;
}

/**
 * Shows the app's page in a frame beside the workbench's panel. The frame keeps a modal dialog of the app from blocking
 * the panel.
 */
export function showPageBesidePanel(pageUrl: string, { leave, layOutBy, expected }: PageBesidePanelOptions) {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, createStyleSheet(window, pageBesidePanelStyle)];
  // If the app's page has started before this script has loaded, the frame exists already.
  const frame = document.querySelector<HTMLIFrameElement>('#page-frame') ?? openFrame(pageUrl);
  const host = document.createElement('div');
  host.id = 'bench-host';
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [createStyleSheet(window, panelStyle)];

  let awaited = expected;
  let bench = awaited && createBench();
  let show = () => {};
  let unmount = () => {};
  const mountIn = (parent: Node & ParentNode, apart: boolean, move: () => boolean) => {
    unmount();
    if (!bench) return;
    const main = (parent.ownerDocument ?? document).createElement('main');
    main.className = 'bench';
    parent.replaceChildren(main);
    const root = createRoot(main);
    const key = Date.now();
    show = () =>
      root.render(
        <Mounted
          key={key}
          bench={bench!}
          apart={apart}
          move={move}
          close={leave}
          layOutBy={layOutBy}
          expected={awaited}
        />,
      );
    show();
    unmount = () => {
      root.unmount();
      main.remove();
    };
  };
  const dock = () => {
    delete document.body.dataset.apart;
    if (!host.isConnected) document.body.append(host);
    mountIn(shadow, false, undock);
    return true;
  };
  const undock = () => {
    const apart = openPanelWindow();
    if (!apart) return false;
    document.body.dataset.apart = '';
    host.remove();
    const back = () => {
      apart.removeEventListener('pagehide', back);
      dock();
      apart.close();
      return true;
    };
    apart.addEventListener('pagehide', back);
    mountIn(apart.document.body, true, back);
    return true;
  };

  frame.addEventListener('load', () => {
    document.title = `Workbench · ${frame.contentDocument?.title ?? ''}`;
  });
  dock();
  receiveBenches((handed) => {
    const isFirst = Boolean(awaited);
    bench = handed;
    awaited = undefined;
    // For the first bench, renders the mounted panel again, because mounting a new one would redraw its chart.
    if (isFirst) show();
    else dock();
  });
}
