import ElkApi from 'elkjs/lib/elk-api.js';
import workerUrl from 'elkjs/lib/elk-worker.min.js?url';
import { layOut } from '../charts/layout';
import type { LayOut } from '../panel/layouts';

/** A layout that takes longer is given up, in ms. */
const LIMIT = 20_000;

/** The part of Trusted Types that a page needs to start a worker. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
/** The policy of the inspector's page allows this name once. */
const policy = trustedTypes?.createPolicy('layout', { createScriptURL: (url) => url });

const startWorker = () => new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl);

/** Returns a function that lays out in a worker of its own, until `signal` or the limit gives it up. */
export function layOutInWorker(signal?: AbortSignal): LayOut {
  return (chart, depth) =>
    new Promise((done, failed) => {
      const worker = startWorker();
      const elk = new ElkApi({ workerFactory: () => worker });
      const end = setTimeout(() => giveUp(`it takes longer than ${LIMIT / 1000} s`), LIMIT);
      const giveUp = (why: string) => {
        elk.terminateWorker();
        failed(new Error(why));
      };
      signal?.addEventListener('abort', () => giveUp('it was stopped'));
      layOut(chart, depth, elk)
        .then(done, failed)
        .finally(() => {
          clearTimeout(end);
          elk.terminateWorker();
        });
    });
}
