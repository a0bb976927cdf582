import type { Recording } from './recording';

/** Returns the names of the apps in a recording, each once. */
export const appsIn = ({ known }: Recording): string[] => [...new Set([...known.values()].map(({ app }) => app))];

/** Returns the part of a recording about `app`, or all of it for ''. */
export function recordingOfApp(recording: Recording, app: string): Recording {
  if (!app) return recording;
  const { actors, others, known, entries, messages } = recording;
  const isOwn = (session: string) => known.get(session)?.app === app;
  return {
    ...recording,
    actors: actors.filter((actor) => actor.app === app),
    others: others.filter((actor) => actor.app === app),
    known: new Map([...known].filter(([, actor]) => actor.app === app)),
    entries: entries.filter(({ session }) => isOwn(session)),
    messages: messages.filter(({ to }) => isOwn(to)),
  };
}
