import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bench } from '../recorder/bench';
import { createStyleSheet, openPanelWindow, POPUP_BLOCKED } from './apart';
import { BENCH_EVENT } from './benchHandover';
import { RecordingPanel } from './RecordingPanel';
import { panelStyle, shellStyle } from './style';

interface MountedProps {
  bench: Bench;
  apart: boolean;
  /** Moves the panel into a window of its own, or back. Returns false if the browser blocked the window. */
  move: () => boolean;
  close: () => void;
}

function Mounted({ bench, apart, move, close }: MountedProps) {
  const [notice, setNotice] = useState('');
  const tryToMove = () => setNotice(move() ? '' : POPUP_BLOCKED);
  return <RecordingPanel bench={bench} notice={notice} apart={apart} onMove={tryToMove} onClose={close} />;
}

/** Shows the page in a frame beside the panel, so that a modal dialog of the page does not block the panel. */
export function showShell(pageUrl: string, leave: () => void) {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, createStyleSheet(window, shellStyle)];
  const frame = document.createElement('iframe');
  frame.id = 'page-frame';
  frame.title = 'The page';
  // The page's own buttons need the clipboard inside of the frame.
  frame.allow = 'clipboard-read; clipboard-write';
  const host = document.createElement('div');
  host.id = 'bench-host';
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [createStyleSheet(window, panelStyle)];

  let bench: Bench | undefined;
  let unmount = () => {};
  const mountIn = (parent: Node & ParentNode, apart: boolean, move: () => boolean) => {
    unmount();
    if (!bench) return;
    const main = (parent.ownerDocument ?? document).createElement('main');
    main.className = 'bench';
    parent.replaceChildren(main);
    const root = createRoot(main);
    root.render(<Mounted key={Date.now()} bench={bench} apart={apart} move={move} close={leave} />);
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

  addEventListener(BENCH_EVENT, (event) => {
    bench = (event as CustomEvent<Bench>).detail;
    dock();
  });
  frame.addEventListener('load', () => {
    document.title = `Workbench · ${frame.contentDocument?.title ?? ''}`;
  });
  document.body.replaceChildren(frame, host);
  frame.src = pageUrl;
}
