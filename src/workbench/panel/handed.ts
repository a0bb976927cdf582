/** The name of the event by which the framed page hands its bench to the window around it. */
export const BENCH_EVENT = 'workbench.handed';

/** The part of an address that makes a framed page hand over its bench. */
export const WATCHED_QUERY = '?workbench=page';
