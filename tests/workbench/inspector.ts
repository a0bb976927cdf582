import { startProgram } from '../support/development.ts';

/** Starts `npm run workbench:inspector` in a process of its own, on a free port unless one is named. */
export const startInspector = (port = '0') =>
  startProgram(['src/tools/start.js', 'inspector'], /runs at (\S+?)\. /, { PORT: port });
