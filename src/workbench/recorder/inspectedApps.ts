/** An app that the workbench inspects, as last reported. */
interface InspectedApp {
  /** The address of the page in which the app runs, or '' for a program outside of browsers. */
  source: string;
  runs: boolean;
  /** The name that the app reports, or '' without the workbench's client. Only named apps accept commands. */
  name: string;
}

/** The texts by which the panel identifies an app. */
export interface AppDescription {
  /** A short name. It has a number if several running apps have the same name and page. */
  name: string;
  /** The name, the address of the app's page, and “(gone)” after the app has disconnected. */
  title: string;
  /** A key that is equal for runs of the same app, such as before and after a reload. */
  same: string;
  /** Like `same`, but also equal for runs of the app at different addresses. */
  alike: string;
  isGone: boolean;
}

/** Creates the registry of the apps that have connected to the workbench. */
export function createInspectedApps() {
  const apps = new Map<string, InspectedApp>();
  return {
    all: apps as ReadonlyMap<string, InspectedApp>,
    /** Updates the given fields of `app`, and adds the app if it is new. */
    set(app: string, known: Partial<InspectedApp>) {
      apps.set(app, { source: '', runs: true, name: '', ...apps.get(app), ...known });
    },
    /** Whether the app runs the workbench's client, which encodes values that JSON lacks. */
    hasClient: (app: string) => Boolean(apps.get(app)?.name),
    isDriven: (app: string) => Boolean(apps.get(app)?.name && apps.get(app)?.runs),
    /** Whether the app has disconnected. An inspector that opens later also receives the messages of such apps. */
    isGone: (app: string) => !apps.get(app)?.runs,
    describe(app: string): AppDescription {
      const { source = '', runs = false, name: own = '' } = apps.get(app) ?? {};
      const key = app.split(':').at(-1)!;
      // An app without a name is identified by its page. Without a page, only by its own key.
      const same = own || source ? `${own} at ${source}` : app;
      const alike = own ? `${own} in a ${source ? 'page' : 'program'}` : same;
      // Only running apps are numbered, because there may be hundreds of disconnected ones.
      const equal =
        own && runs ? [...apps].filter(([, one]) => one.runs && one.name === own && one.source === source) : [];
      const nth = equal.findIndex(([one]) => one === app);
      const name = `${own || key}${nth > 0 ? ` ${nth + 1}` : ''}`;
      const title = [name, source && `at ${source}`, !runs && '(gone)'].filter(Boolean).join(' ');
      return { name, title, same, alike, isGone: !runs };
    },
  };
}
