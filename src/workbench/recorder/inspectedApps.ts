interface InspectedApp {
  /** The page that the app runs in, or '' for a program. */
  source: string;
  runs: boolean;
  /** The app's own name, or '' if it doesn't run the workbench's client. An app without a name takes no orders. */
  name: string;
}

export function createInspectedApps() {
  const apps = new Map<string, InspectedApp>();
  return {
    all: apps as ReadonlyMap<string, InspectedApp>,
    /** Sets what is known of `app` now. The rest stays. */
    set(app: string, known: Partial<InspectedApp>) {
      apps.set(app, { source: '', runs: true, name: '', ...apps.get(app), ...known });
    },
    /** Whether the app runs the client of the workbench, which tags values that JSON lacks. */
    hasClient: (app: string) => Boolean(apps.get(app)?.name),
    isDriven: (app: string) => Boolean(apps.get(app)?.name && apps.get(app)?.runs),
    /** A page that opens late also receives the messages of apps that have disconnected before. */
    isGone: (app: string) => !apps.get(app)?.runs,
    /** Returns the name of `app` in the panel. */
    titleOf(app: string) {
      const { source = '', runs = false, name = '' } = apps.get(app) ?? {};
      return [name || app.split(':').at(-1), source && `at ${source}`, !runs && '(gone)'].filter(Boolean).join(' ');
    },
  };
}
