import { buildOnce } from '../serve/buildOnce';
import { buildInspector } from './build';
import { runInspector } from './serve';

/** Builds the inspector, unless it was built before, and serves it. */
export const show = () => runInspector(process.argv.slice(3), () => buildOnce('inspector', {}, buildInspector));
