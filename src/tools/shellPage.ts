import { layOutInWorker } from '../workbench/inspector/workerLayout';
import { keepLayouts } from '../workbench/panel/keepLayouts';
import { openShell } from './shell';

// The page of the development server that frames the site, without loading the site itself. The address of this script
// contains a hash of the code that lays charts out.
openShell(new URL(location.href), keepLayouts(layOutInWorker, import.meta.url));
