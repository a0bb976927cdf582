import { keepLayouts } from '../workbench/panel/keepLayouts';
import { layOutInWorker } from '../workbench/panel/workerLayout';
import { rebuildMachine } from '../workbench/recorder/rebuild';
import { openShell } from './shell';

/** Returns the machine whose definition the server has written into the page, or undefined if there is none. */
function readFirstMachine() {
  const { definition, delays } = JSON.parse(document.querySelector('#first-machine')?.textContent ?? 'null') ?? {};
  return definition && rebuildMachine(definition, delays)?.machine;
}

// The page of the development server that frames the site, without loading the site itself. The address of this script
// contains a hash of the code that lays charts out.
openShell(new URL(location.href), {
  layOutBy: keepLayouts(layOutInWorker, import.meta.url),
  expected: readFirstMachine(),
});
