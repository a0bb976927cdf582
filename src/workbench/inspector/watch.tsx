import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Panel } from '../panel/Panel';
import { createRemoteBench, type RemoteBench } from '../recorder/remote';
import { connectToInspector, hearWindow, type InspectorConnection } from './connection';
import { layOutInWorker } from './workerLayout';

/** Explains how to connect an app, until the first machine appears. */
function Welcome({ notice }: { notice: string }) {
  const { origin } = location;
  return (
    <main className="welcome">
      <h1>Nothing is inspected yet</h1>
      <p role="status">{notice}</p>
      <p>An app connects by one option of its root actor. Over a web socket, also from Node:</p>
      <pre>{`import { createWebSocketInspector } from '@statelyai/inspect';

createActor(machine, {
  inspect: createWebSocketInspector({ url: '${origin.replace(/^http/, 'ws')}' }).inspect,
}).start();`}</pre>
      <p>From a page that opens this one. Start it in a click, or the browser blocks the window:</p>
      <pre>{`inspect: createBrowserInspector({ url: '${origin}' }).inspect,`}</pre>
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
  hearWindow(bench, root.dataset.allowed!.split(' ').filter(Boolean));
  createRoot(root).render(<Inspector bench={bench} connection={connection} />);
}

start();
