import { type LayoutEngine, layOutChart } from '../charts/layout';
import { createLayoutRefusal, type LayoutFunction } from './layouts';

/** The time limit of a layout, in ms. */
const LIMIT = 20_000;

/** The class that the layout library elkjs exports. */
type ElkClass = new (options: { workerFactory(): Worker }) => LayoutEngine & { terminateWorker(): void };

/** The part of the Trusted Types API that is needed to start a worker. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The Trusted Types policy for the worker's URL. The Content Security Policy allows creating it only once. */
const policy = trustedTypes?.createPolicy('layout', { createScriptURL: (url) => url });

/** The URL of this script. The server serves the files of elkjs from the folder `elk` next to it. */
const here = import.meta.url;
const elkUrl = (name: string) => new URL(`./elk/${name}`, here).href;

const startWorker = () => {
  const url = elkUrl('elk-worker.min.js');
  return new Worker(policy?.createScriptURL(url) ?? url);
};

/** Loads the layout library elkjs from the server. Its script sets the global variable `ELK`. */
async function loadElk(): Promise<ElkClass> {
  await import(/* @vite-ignore */ elkUrl('elk-api.js')).catch(() => {
    throw createLayoutRefusal('elkjs is not installed');
  });
  return (globalThis as unknown as { ELK: ElkClass }).ELK;
}

/** Returns a function that lays out a chart in a new worker. It rejects if `signal` aborts, or after the time limit. */
export function layOutInWorker(signal?: AbortSignal): LayoutFunction {
  return async (chart, depth) => {
    const Elk = await loadElk();
    return new Promise((done, failed) => {
      const worker = startWorker();
      const elk = new Elk({ workerFactory: () => worker });
      const end = setTimeout(() => giveUp(`it takes longer than ${LIMIT / 1000} s`), LIMIT);
      const giveUp = (why: string) => {
        elk.terminateWorker();
        failed(createLayoutRefusal(why));
      };
      if (signal?.aborted) giveUp('it was stopped');
      worker.addEventListener('error', () => giveUp('the server did not answer'));
      signal?.addEventListener('abort', () => giveUp('it was stopped'));
      layOutChart(chart, depth, elk)
        .then(done, failed)
        .finally(() => {
          clearTimeout(end);
          elk.terminateWorker();
        });
    });
  };
}
