/** @jsxImportSource react */
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { appWith, input } from '#adapters/page/app';
import { tellEarlyAmount, tellEarlyRequest } from '#adapters/page/early';
import { adoptServedList } from '#adapters/page/servedList';
import { offerTrace, record } from '#adapters/page/trace';
import { copy } from '#views/copy';
import { Door } from '#views/Door';
import { Alpha } from '#views/landing/Alpha';
import { Comparison } from '#views/landing/Comparison';
import { CopyTrace } from '#views/ui';

// In development, styles may have changed since the page was served, so the browser makes them anew.
const styled = import.meta.env.DEV ? (await import('#views/cache')).createStyler() : (content: ReactNode) => content;

/**
 * Shows the served error screen over the top of the page. It needs neither React nor a network. A `text` says that
 * nothing has happened that a trace could show.
 */
function fail(text?: string) {
  const screen = document.getElementById('error-screen');
  const main = document.querySelector('main');
  const stage = main?.firstElementChild;
  if (!(screen instanceof HTMLTemplateElement) || !stage) return;
  const header = main.previousElementSibling!;
  // The wallet dialogs cannot open any more.
  header.querySelector('.control')?.remove();
  stage.lastElementChild!.replaceChildren(screen.content);
  main.replaceChildren(stage);
  document.getElementById('root')!.replaceChildren(header, main);
  if (!text) return;
  document.querySelector('h1 + p')!.textContent = text;
  document.querySelector('[role=alert]')!.role = null;
  document.querySelector('[data-trace]')!.remove();
}

/** Calls `then` once its children are interactive. */
function Alive({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}

/**
 * Brings one part of the served page to life. The rest of the page stays the HTML that it is: its code
 * never reaches the browser.
 */
function bringToLife(id: string, content: ReactNode, then: () => void) {
  const island = document.getElementById(id)!;
  const options = { onUncaughtError: () => fail() };
  const born = () => {
    island.dataset.alive = '';
    then();
  };
  const living = styled(<Alive then={born}>{content}</Alive>);
  // In slices, so that the page answers while it comes alive.
  startTransition(() => {
    // A translated page differs from the served one, and is rendered anew.
    if (island.querySelector('font')) createRoot(island, options).render(living);
    else hydrateRoot(island, living, options);
  });
}

/** The place in which developers find the trace at any time. Development only. */
function traceCorner() {
  const corner = document.body.appendChild(document.createElement('aside'));
  corner.id = 'trace-corner';
  corner.style.cssText = 'position: fixed; z-index: 3; inset-block-end: 8px; inset-inline-end: 8px; zoom: .75';
  return corner;
}

/** The wallet half, once it was asked for. */
let half: typeof import('#wallet').half | undefined;

async function start() {
  offerTrace(copy.traced);
  const app = appWith(
    async () => {
      ({ half } = await import('#wallet'));
    },
    () => half,
  );
  const options = { input, inspect: record };
  if (import.meta.env.DEV && /[?&](inspect|workbench)\b/.test(location.search)) {
    const { addTools } = await import('#workbench/tools');
    if (!(await addTools(options))) return;
  }
  const actor = createActor(app, options).start();
  const { alpha, comparison, door } = actor.getSnapshot().children;
  if (!alpha || !comparison || !door) return fail();

  bringToLife('comparison-island', <Comparison actor={comparison} />, tellEarlyAmount(comparison));
  // An address such as `/#connect` opens its dialog from the start, so the served page has none.
  createRoot(document.getElementById('door-island')!).render(
    styled(<Door actor={door} half={() => half} served={adoptServedList(door)} />),
  );
  bringToLife('alpha-island', <Alpha actor={alpha} />, tellEarlyRequest(alpha));
  if (import.meta.env.DEV) createRoot(traceCorner()).render(styled(<CopyTrace />));
}

// In a task of its own, as the one before has taken long enough. Some hosts also call `/` `/index.html`, and others
// answer every path with the start page.
if (['/', '/index.html'].includes(location.pathname)) setTimeout(start);
else fail(copy.notFound);
