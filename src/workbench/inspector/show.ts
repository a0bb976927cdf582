import { buildOnce } from '../serve/buildOnce';
import { runInspector } from './serve';

/** Builds the inspector, unless it was built before, and serves it. */
export const showInspector = () =>
  runInspector(process.argv.slice(3), () =>
    buildOnce('inspector', {}, async (out) => (await import('./build')).buildInspector(out)),
  );
