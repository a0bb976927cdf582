import { CacheProvider } from '@emotion/react';
import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { createStyleCache } from '#views/cache';
import { Alpha } from '#views/landing/Alpha';
import { Comparison } from '#views/landing/Comparison';
import { app, input } from '#world/app';
import { tellEarlyAmount, tellEarlyRequest } from '#world/early';

const cache = createStyleCache();
const styled = (content: ReactNode) => <CacheProvider value={cache}>{content}</CacheProvider>;

async function fail(notFound: boolean) {
  const { ErrorScreen } = await import('#views/ErrorScreen');
  const root = document.getElementById('root')!;
  root.replaceChildren();
  createRoot(root).render(styled(<ErrorScreen notFound={notFound} />));
}

/** Calls `then` once its children have come alive. */
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
  const options = { onUncaughtError: () => void fail(false) };
  const born = () => {
    island.dataset.alive = '';
    then();
  };
  // In slices, so that the page answers while it comes alive.
  startTransition(() => {
    hydrateRoot(island, styled(<Alive then={born}>{content}</Alive>), options);
  });
}

async function start() {
  const inspected = import.meta.env.DEV && new URLSearchParams(location.search).has('inspect');
  const inspect = inspected ? (await import('#world/inspector')).inspectInBrowser() : undefined;
  const actor = createActor(app, { input, ...(inspect && { inspect }) }).start();
  const { alpha, comparison } = actor.getSnapshot().children;
  if (!alpha || !comparison) return;

  bringToLife('comparison-island', <Comparison actor={comparison} />, tellEarlyAmount(comparison));
  bringToLife('alpha-island', <Alpha actor={alpha} />, tellEarlyRequest(alpha));
}

// In a task of its own: what came before has taken long enough.
// `/index.html` is what some hosts also call `/`. Others answer every path with the start page.
if (['/', '/index.html'].includes(location.pathname)) setTimeout(start);
else void fail(true);
