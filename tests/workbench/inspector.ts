import { startProgram } from '../support/development.ts';

/** Starts `npm run inspector` in a process of its own, on a free port. */
export const startInspector = () =>
  startProgram(['src/workbench/start.js', 'inspector'], /runs at (\S+?)\. /, { PORT: '0' });
