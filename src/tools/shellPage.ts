import { cacheLayouts } from '../workbench/panel/cacheLayouts';
import { layOutInWorker } from '../workbench/panel/workerLayout';
import { rebuildMachine } from '../workbench/recorder/rebuild';
import { showWorkbench } from './shell';

/** Returns the machine whose definition the server has written into the page, or undefined if there is none. */
function readFirstMachine() {
  const { definition, delays } = JSON.parse(document.querySelector('#first-machine')?.textContent ?? 'null') ?? {};
  return definition && rebuildMachine(definition, delays)?.machine;
}

// Opens the workbench around a frame with the site, on a page that doesn't load the site itself. The URL of this script
// has a hash of the layout code, so stored layouts are valid for that URL.
showWorkbench(new URL(location.href), {
  layOutBy: cacheLayouts(layOutInWorker, import.meta.url),
  expected: readFirstMachine(),
});
