import type { Bench } from './bench';
import type { Recording } from './recording';

type DescribeApp = Bench['describeApp'];

/** Returns the keys of the apps in a recording, each once. */
export const listAppKeys = ({ known }: Recording): string[] => [...new Set([...known.values()].map(({ app }) => app))];

/** The key of the app that the user has chosen, and the keys of all apps at that time. */
export interface ChosenApp {
  app: string;
  among: readonly string[];
}

/**
 * Returns the key of the app to show: the chosen one, unless it has disconnected. Then a later run of the same app
 * replaces it, if possible one in the same page.
 */
export function findAppToShow({ app, among }: ChosenApp, apps: readonly string[], infoOf: DescribeApp): string {
  const { isGone, same, alike } = infoOf(app);
  if (!isGone) return app;
  const later = apps.filter((one) => !among.includes(one) && !infoOf(one).isGone);
  const next =
    later.findLast((one) => infoOf(one).same === same) ?? later.findLast((one) => infoOf(one).alike === alike);
  return next ?? app;
}

/** Returns `app`. If it has disconnected, also returns all other disconnected runs of the same app. */
export function findRunsOfApp(app: string, apps: readonly string[], infoOf: DescribeApp): string[] {
  const { isGone, same } = infoOf(app);
  return isGone ? apps.filter((one) => infoOf(one).isGone && infoOf(one).same === same) : [app];
}

/**
 * Lists the apps that the user can choose from. Omits all but the last disconnected run of each app, because there may
 * be hundreds.
 */
export function listAppChoices(apps: readonly string[], infoOf: DescribeApp): string[] {
  const infos = apps.map((app) => ({ app, ...infoOf(app) }));
  const lastGone = new Map(infos.filter(({ isGone }) => isGone).map(({ app, same }) => [same, app]));
  return infos.filter(({ app, isGone, same }) => !isGone || lastGone.get(same) === app).map(({ app }) => app);
}

/** Returns the part of a recording about some apps. `wanted` has one app on each line. '' means all apps. */
export function recordingOfApps(recording: Recording, wanted: string): Recording {
  if (!wanted) return recording;
  const apps = wanted.split('\n');
  const { actors, others, known, entries, messages } = recording;
  const isOwn = (app = '') => apps.includes(app);
  const isOf = (session: string) => isOwn(known.get(session)?.app);
  return {
    ...recording,
    actors: actors.filter(({ app }) => isOwn(app)),
    others: others.filter(({ app }) => isOwn(app)),
    known: new Map([...known].filter(([, { app }]) => isOwn(app))),
    entries: entries.filter(({ session }) => isOf(session)),
    messages: messages.filter(({ to }) => isOf(to)),
  };
}
