import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { cacheLayouts } from '../panel/cacheLayouts';
import type { LayoutStarter } from '../panel/layouts';
import { RecordingPanel } from '../panel/RecordingPanel';
import { layOutInWorker } from '../panel/workerLayout';
import { createRemoteBench, type RemoteBench } from '../recorder/remote';
import { connectToInspector, type InspectorConnection, listenToOpener } from './connection';

/** Explains how to connect an app, until the first machine appears. */
function Welcome({ notice, choose }: { notice: string; choose: () => void }) {
  const socket = location.origin.replace(/^http/, 'ws');
  return (
    <div className="welcome">
      <h1>Nothing is inspected yet</h1>
      <p role="status">{notice}</p>
      <p>Pass the client to the root actor of your app, and use the app:</p>
      <pre>{`import { connectWorkbench } from 'xstate-workbench/client';

const workbench = connectWorkbench({ url: '${socket}', name: 'My app' });

createActor(machine, workbench).start(); // or useMachine(machine, workbench)`}</pre>
      <p>
        Then you can send events from here, stop its clock, and let a machine go on from the past. An app that has not
        installed the archive can save <a href="./client.js">client.js</a> and import that: it needs nothing but XState.
      </p>
      <p>An app that has @statelyai/inspect can be watched without a change of its files:</p>
      <pre>{`inspect: createWebSocketInspector({ url: '${socket}' }).inspect,`}</pre>
      <p>
        Nothing leaves this computer. Apps at other addresses than localhost are refused, unless you start the inspector
        with <code>--allow https://app.example</code>.
      </p>
      <p>
        <button type="button" onClick={choose}>
          Open a recording
        </button>{' '}
        or drop its file here. It is not sent anywhere.
      </p>
    </div>
  );
}

interface InspectorProps {
  bench: RemoteBench;
  connection: InspectorConnection;
  layOutBy: LayoutStarter;
}

function Inspector({ bench, connection, layOutBy }: InspectorProps) {
  const { entries, actors, others } = useSyncExternalStore(bench.recorder.subscribe, bench.recorder.read);
  const notice = useSyncExternalStore(connection.subscribe, connection.read);
  // Actors that still run are listed also after the steps were cleared.
  const isEmpty = !entries.length && !actors.length && !others.length;
  return (
    <div className="bench">
      <main className="whole">
        <RecordingPanel
          bench={isEmpty ? null : bench}
          welcome={(choose, problem) => <Welcome notice={problem || notice} choose={choose} />}
          notice={notice}
          layOutBy={layOutBy}
        />
      </main>
    </div>
  );
}

function start() {
  const root = document.getElementById('inspector')!;
  const remote = createRemoteBench();
  const connection = connectToInspector(remote, location.origin);
  const bench: RemoteBench = {
    ...remote,
    clear() {
      remote.clear();
      connection.clear();
    },
  };
  const orderWindow = listenToOpener(bench, root.dataset.allowed!.split(' ').filter(Boolean));
  bench.orderBy((app, order) => (app === 'window' ? orderWindow(order) : connection.order(app, order)));
  const layOutBy = cacheLayouts(layOutInWorker, root.dataset.version!);
  createRoot(root).render(<Inspector bench={bench} connection={connection} layOutBy={layOutBy} />);
}

start();
