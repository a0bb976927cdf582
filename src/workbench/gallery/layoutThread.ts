import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import Elk from 'elkjs/lib/elk-api.js';
import type { LayoutEngine } from '../charts/layout';

/** Returns a script that runs ELK's file for web workers in a worker thread of Node. */
const scriptOf = (file: string) => `
const { parentPort } = require('node:worker_threads');
globalThis.self = { postMessage: (message) => parentPort.postMessage(message) };
require(${JSON.stringify(file)});
parentPort.on('message', (data) => self.onmessage({ data }));`;

function startElk() {
  const file = createRequire(import.meta.url).resolve('elkjs/lib/elk-worker.min.js');
  const thread = new Worker(scriptOf(file), { eval: true });
  const worker = Object.assign(new EventTarget(), {
    onmessage: null as ((event: { data: unknown }) => void) | null,
    onerror: null,
    onmessageerror: null,
    postMessage: (message: unknown) => thread.postMessage(message),
    terminate: () => void thread.terminate(),
  });
  thread.on('message', (data) => worker.onmessage?.({ data }));
  return new Elk({ workerFactory: () => worker });
}

/** Returns ELK in a thread of its own, which starts with the first layout, and `end`, which stops the thread. */
export function createLayoutThread() {
  let elk: InstanceType<typeof Elk> | null = null;
  const engine: LayoutEngine = {
    layout(graph) {
      elk ??= startElk();
      return elk.layout(graph);
    },
  };
  return { engine, end: () => elk?.terminateWorker() };
}
