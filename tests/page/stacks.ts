/*
 * Playwright notes where it was called from at each call, which nobody reads unless it fails. To find in what file and
 * line of ours that was takes a twentieth of the time of all page tests. So its own files are left out of it here, and
 * what was found once is kept.
 */

const { prepareStackTrace } = Error;

const isOurs = (frame: NodeJS.CallSite) => !/node_modules|^node:/.test(frame.getFileName() ?? 'node:');

/** Lines of traces, by where the code that runs has them. */
const known = new Map<string, string>();

/** The line of a trace that says where `frame` is in the source. */
function lineOf(frame: NodeJS.CallSite) {
  const place = String(frame);
  const line =
    known.get(place) ?? String(prepareStackTrace?.(new Error(), [frame]) ?? `\n    at ${place}`).replace(/^.*\n/, '');
  known.set(place, line);
  return line;
}

// A trace that is noted, rather than thrown, says nothing else.
Error.prepareStackTrace = (error, frames) =>
  error.message
    ? (prepareStackTrace?.(error, frames) ?? String(error))
    : [error.name, ...frames.filter(isOurs).map(lineOf)].join('\n');
