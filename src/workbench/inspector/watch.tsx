import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Panel } from '../panel/Panel';
import { createRemoteBench, type RemoteBench } from '../recorder/remote';
import { connectToInspector, hearWindow, type InspectorConnection } from './connection';
import { layOutInWorker } from './workerLayout';

/** Explains how to connect an app, until the first machine appears. */
function Welcome({ notice }: { notice: string }) {
  const socket = location.origin.replace(/^http/, 'ws');
  return (
    <main className="welcome">
      <h1>Nothing is inspected yet</h1>
      <p role="status">{notice}</p>
      <p>
        An app connects by the options of its root actor. Save <a href="./client.js">client.js</a> into it, which needs
        nothing but XState:
      </p>
      <pre>{`import { connectWorkbench } from './client.js';

createActor(machine, connectWorkbench({ url: '${socket}', name: 'My app' })).start();`}</pre>
      <p>Then you can send events from here, stop its clock, and let a machine go on from the past.</p>
      <p>An app that has @statelyai/inspect can be watched without a change of its files:</p>
      <pre>{`inspect: createWebSocketInspector({ url: '${socket}' }).inspect,`}</pre>
      <p>
        Nothing leaves this computer. Apps at other addresses than localhost are refused, unless you start the inspector
        with <code>--allow https://app.example</code>.
      </p>
    </main>
  );
}

function Inspector({ bench, connection }: { bench: RemoteBench; connection: InspectorConnection }) {
  const { entries, others } = useSyncExternalStore(bench.recorder.subscribe, bench.recorder.read);
  const notice = useSyncExternalStore(connection.subscribe, connection.read);
  return (
    <div className="bench">
      {entries.length || others.length ? (
        <main className="whole">
          <Panel bench={bench} notice={notice} layOutBy={layOutInWorker} />
        </main>
      ) : (
        <Welcome notice={notice} />
      )}
    </div>
  );
}

function start() {
  const root = document.getElementById('inspector')!;
  const bench = createRemoteBench();
  const connection = connectToInspector(bench, location.origin);
  const orderWindow = hearWindow(bench, root.dataset.allowed!.split(' ').filter(Boolean));
  bench.orderBy((app, order) => (app === 'window' ? orderWindow(order) : connection.order(app, order)));
  createRoot(root).render(<Inspector bench={bench} connection={connection} />);
}

start();
