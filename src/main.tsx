import { type ReactNode, startTransition, useEffect } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { createActor } from 'xstate';
import { appInput, createAppLogic } from '#adapters/page/app';
import { forwardEarlyAmount, forwardEarlyRequest, restoreTypedAmount } from '#adapters/page/early';
import { takeOverServedList } from '#adapters/page/servedList';
import { enableTraceButtons, recordTraceStep } from '#adapters/page/trace';
import { isHomePath } from '#domain/dialog';
import { showErrorScreen } from '#early/errorScreen';
import { copy } from '#views/copy';
import { Alpha } from '#views/landing/Alpha';
import { ComparisonView } from '#views/landing/Comparison';
import { CopyTrace } from '#views/ui';
import { WalletLoader } from '#views/WalletLoader';

function Alive({ then, children }: { then: () => void; children: ReactNode }) {
  useEffect(then, [then]);
  return children;
}

/** Hydrates one part of the served page. The rest stays static HTML, and no script contains its code. */
function bringToLife(id: string, content: ReactNode, then: () => void) {
  const island = document.getElementById(id)!;
  const options = { onUncaughtError: () => showErrorScreen() };
  const born = () => {
    island.dataset.alive = '';
    then();
  };
  const living = <Alive then={born}>{content}</Alive>;
  // Renders in slices, so that the page stays responsive.
  startTransition(() => {
    // Renders anew if the browser has translated the page, because its HTML then differs from the served HTML.
    if (island.querySelector('font')) createRoot(island, options).render(living);
    else hydrateRoot(island, living, options);
  });
}

/** Adds the corner where developers copy the trace of the machines. Only in development. */
function traceCorner() {
  const corner = document.body.appendChild(document.createElement('aside'));
  corner.id = 'trace-corner';
  corner.style.cssText = 'position: fixed; z-index: 3; inset-block-end: 8px; inset-inline-end: 8px; zoom: .75';
  return corner;
}

/** Resolves when `src/early/loader.ts` has loaded the styles of the dialogs, or has stopped waiting for them. */
const untilStyled = () =>
  new Promise((resolve) => {
    if (document.documentElement.matches('[data-styled]')) resolve(null);
    else addEventListener('styled', resolve, { once: true });
  });

let walletBundle: typeof import('#wallet').walletBundle | undefined;

async function start() {
  // Returns if a damaged script has made the page show its error screen, whose template is then gone.
  if (!document.getElementById('error-screen')) return;
  await untilStyled();
  enableTraceButtons(copy.traced);
  const app = createAppLogic(async () => {
    // Loads the sentences together with the script that imports them, and not after it.
    [{ walletBundle }] = await Promise.all([import('#wallet'), import('#copy/dialogs')]);
    return walletBundle;
  });
  const options = { input: appInput, inspect: recordTraceStep };
  // The mode `workbench` adds the developers' tools to a build, so that tests run them under the build's policy.
  const hasTools = import.meta.env.DEV || import.meta.env.MODE === 'workbench';
  if (hasTools && /[?&](inspect|workbench)\b/.test(location.search)) {
    const { addDeveloperTools } = await import('#tools/page');
    if (!(await addDeveloperTools(options))) return;
  }
  const actor = createActor(app, options).start();
  const { alpha, comparison, walletLoader } = actor.getSnapshot().children;
  if (!alpha || !comparison || !walletLoader) return showErrorScreen();

  restoreTypedAmount();
  bringToLife('comparison-island', <ComparisonView actor={comparison} />, forwardEarlyAmount(comparison));
  // Renders without hydration, because the served page contains no dialog. A hash such as `/#connect` opens one at
  // once.
  createRoot(document.getElementById('wallet-island')!).render(
    <WalletLoader actor={walletLoader} bundle={() => walletBundle} served={takeOverServedList(walletLoader)} />,
  );
  bringToLife('alpha-island', <Alpha actor={alpha} />, forwardEarlyRequest(alpha));
  if (import.meta.env.DEV) createRoot(traceCorner()).render(<CopyTrace />);
}

// Starts in a new task, because loading the scripts was a long one. Some hosts also serve `/` as `/index.html`. Others
// serve the home page for every path, so the page itself must show the error screen for a missing path.
if (isHomePath(location.pathname, document.documentElement.lang)) setTimeout(start);
else {
  showErrorScreen(copy.notFound);
  document.querySelector('[role=alert]')!.role = null;
}
