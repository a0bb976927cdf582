/** The event by which the framed page passes its bench, the panel's access to its machines, to the window around it. */
export const BENCH_EVENT = 'workbench.handed';

/** The query of a URL that makes a framed page send `BENCH_EVENT`. */
export const WATCHED_QUERY = '?workbench=page';
