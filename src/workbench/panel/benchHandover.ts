/** The event by which the framed page passes its bench to the window around it. */
export const BENCH_EVENT = 'workbench.handed';

/** The query of a URL that makes a framed page send the event above. */
export const WATCHED_QUERY = '?workbench=page';
