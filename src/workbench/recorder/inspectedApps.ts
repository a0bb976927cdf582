/** An app, as it has last reported itself. */
interface InspectedApp {
  /** The page that the app runs in, or '' for a program. */
  source: string;
  runs: boolean;
  /** The app's own name, or '' if it doesn't run the workbench's client. An app without a name takes no orders. */
  name: string;
}

/** An app in the panel. */
export interface AppDescription {
  /** A short name, which tells apart apps of one name that run at the same time. */
  name: string;
  /** The name, the page that it runs in, and whether it has gone. */
  title: string;
  /** Apps with an equal text are runs of the same app, such as before and after a reload. */
  same: string;
  /** Like `same`, but also equal for an app that has come back at another address. */
  alike: string;
  isGone: boolean;
}

export function createInspectedApps() {
  const apps = new Map<string, InspectedApp>();
  return {
    all: apps as ReadonlyMap<string, InspectedApp>,
    /** Updates what is known of `app`. The other fields stay. */
    set(app: string, known: Partial<InspectedApp>) {
      apps.set(app, { source: '', runs: true, name: '', ...apps.get(app), ...known });
    },
    /** Whether the app runs the client of the workbench, which tags values that JSON lacks. */
    hasClient: (app: string) => Boolean(apps.get(app)?.name),
    isDriven: (app: string) => Boolean(apps.get(app)?.name && apps.get(app)?.runs),
    /** Whether the app has disconnected. A page that opens late also receives the messages of such apps. */
    isGone: (app: string) => !apps.get(app)?.runs,
    /** Returns how the panel shows `app`. */
    describe(app: string): AppDescription {
      const { source = '', runs = false, name: own = '' } = apps.get(app) ?? {};
      const key = app.split(':').at(-1)!;
      // An app without a name is identified by its page. A program without a name is never the same as another.
      const same = own || source ? `${own} at ${source}` : app;
      const alike = own ? `${own} in a ${source ? 'page' : 'program'}` : same;
      // Only running apps are numbered, because many may have gone.
      const equal =
        own && runs ? [...apps].filter(([, one]) => one.runs && one.name === own && one.source === source) : [];
      const nth = equal.findIndex(([one]) => one === app);
      const name = `${own || key}${nth > 0 ? ` ${nth + 1}` : ''}`;
      const title = [name, source && `at ${source}`, !runs && '(gone)'].filter(Boolean).join(' ');
      return { name, title, same, alike, isGone: !runs };
    },
  };
}
