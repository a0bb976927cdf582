/*
 * Playwright notes where it was called from at each call, which nobody reads unless it fails. To find in what file and
 * line of ours that was takes a twentieth of the time of all page tests; here its own files are left out of it.
 */

const { prepareStackTrace } = Error;

const isOurs = (frame: NodeJS.CallSite) => !/node_modules|^node:/.test(frame.getFileName() ?? 'node:');

// A trace that is noted, rather than thrown, says nothing else.
Error.prepareStackTrace = (error, frames) =>
  prepareStackTrace?.(error, error.message ? frames : frames.filter(isOurs)) ?? String(error);
