import { buildOnce } from '../serve/buildOnce';
import { runInspector } from './serve';

/** Builds the inspector, unless a build of the same sources exists, and serves it. `src/tools/start.js` calls it. */
export const showInspector = () =>
  runInspector(process.argv.slice(3), () =>
    buildOnce('inspector', {}, async (out) => (await import('./build')).buildInspector(out)),
  );
