import { createRoot } from 'react-dom/client';
import { cacheLayouts } from '../panel/cacheLayouts';
import type { LayoutStarter } from '../panel/layouts';
import { RecordingPanel } from '../panel/RecordingPanel';
import { layOutInWorker } from '../panel/workerLayout';

/** A static page that shows recordings. The browser reads the files, and sends them nowhere. */
function RecordingPage({ layOutBy }: { layOutBy: LayoutStarter }) {
  return (
    <div className="bench">
      <main className="whole">
        <RecordingPanel
          bench={null}
          layOutBy={layOutBy}
          welcome={(choose, problem) => (
            <div className="welcome">
              <h1>Open a recording</h1>
              <p role="status">{problem}</p>
              <p>The workbench and the inspector save what their log holds. Drop such a file here, or choose it:</p>
              <p>
                <button type="button" onClick={choose}>
                  Choose a file
                </button>
              </p>
              <p>The file is read in this page, and is not sent anywhere.</p>
              <p>
                <a href="./index.html">Machines</a>
              </p>
            </div>
          )}
        />
      </main>
    </div>
  );
}

const place = document.getElementById('inspector')!;
createRoot(place).render(<RecordingPage layOutBy={cacheLayouts(layOutInWorker, place.dataset.version!)} />);
