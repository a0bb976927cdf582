import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Bench } from './bench';
import { Panel } from './Panel';
import { panelStyle, shellStyle } from './style';

/** The name of the event by which the framed page hands its bench to the window around it. */
export const HANDED = 'workbench.handed';

const BLOCKED = 'The browser blocked the window. Allow pop-ups for this page, then try again.';

function styleOf(window: Window & typeof globalThis, css: string) {
  const sheet = new window.CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

interface MountedProps {
  bench: Bench;
  apart: boolean;
  /** Moves the panel. Returns whether that was possible. */
  move: () => boolean;
  close: () => void;
}

function Mounted({ bench, apart, move, close }: MountedProps) {
  const [notice, setNotice] = useState('');
  const tryToMove = () => setNotice(move() ? '' : BLOCKED);
  return <Panel bench={bench} notice={notice} apart={apart} onMove={tryToMove} onClose={close} />;
}

/** Shows the page in a frame, with the panel beside it: a modal dialog of the page then leaves the panel usable. */
export function showShell(pageUrl: string, leave: () => void) {
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, styleOf(window, shellStyle)];
  const frame = document.createElement('iframe');
  frame.id = 'page-frame';
  frame.title = 'The page';
  // The frame's clipboard is asked for by the page's own buttons.
  frame.allow = 'clipboard-read; clipboard-write';
  const host = document.createElement('div');
  host.id = 'bench-host';
  const shadow = host.attachShadow({ mode: 'open' });
  shadow.adoptedStyleSheets = [styleOf(window, panelStyle)];

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
    const apart = window.open('', 'workbench', 'popup,width=760,height=960');
    if (!apart) return false;
    apart.document.title = 'Workbench';
    apart.document.documentElement.lang = 'en';
    const css = `html,body{block-size:100%;margin:0}${panelStyle}`;
    apart.document.adoptedStyleSheets = [styleOf(apart as Window & typeof globalThis, css)];
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

  addEventListener(HANDED, (event) => {
    bench = (event as CustomEvent<Bench>).detail;
    dock();
  });
  document.title = `Workbench · ${document.title}`;
  document.body.replaceChildren(frame, host);
  frame.src = pageUrl;
}
