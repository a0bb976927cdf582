import { useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import { Panel } from '../panel/Panel';
import { createRemoteBench, type RemoteBench } from '../panel/remote';

/** Explains how to connect an app, until the first machine appears. */
function Welcome() {
  const { origin } = location;
  return (
    <main className="welcome">
      <h1>Nothing is inspected yet</h1>
      <p>An app connects by one option of its root actor. Over a web socket, also from Node:</p>
      <pre>{`import { createWebSocketInspector } from '@statelyai/inspect';

createActor(machine, {
  inspect: createWebSocketInspector({ url: '${origin.replace(/^http/, 'ws')}' }).inspect,
}).start();`}</pre>
      <p>From a page that opens this one. Start it in a click, or the browser blocks the window:</p>
      <pre>{`inspect: createBrowserInspector({ url: '${origin}' }).inspect,`}</pre>
    </main>
  );
}

function Inspector({ bench }: { bench: RemoteBench }) {
  const { entries } = useSyncExternalStore(bench.recorder.subscribe, bench.recorder.read);
  return (
    <div className="bench">
      {entries.length ? (
        <main className="whole">
          <Panel bench={bench} />
        </main>
      ) : (
        <Welcome />
      )}
    </div>
  );
}

function start() {
  const bench = createRemoteBench();
  const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/pages`);
  socket.addEventListener('message', ({ data }) => {
    const [app, text] = JSON.parse(data) as [app: string, text?: string];
    if (text === undefined) return bench.leave(app);
    try {
      bench.hear(JSON.parse(text), app);
    } catch {
      // Any program may send invalid messages.
    }
  });
  addEventListener('message', ({ data }) => bench.hear(data, 'window'));
  // The app that opened or framed this page waits for this message.
  const app = window.parent === window ? window.opener : window.parent;
  app?.postMessage({ type: '@statelyai.connected' }, '*');
  createRoot(document.getElementById('inspector')!).render(<Inspector bench={bench} />);
}

start();
