import type { TestProject } from 'vitest/node';
import { KNOWN_LANGUAGES } from '#domain/language';
import { DIST, DIST_WITHOUT_SIGN_IN, serveSite, startBuilder } from './build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    origin: string;
    openOrigin: string;
    /** The URL of the server that builds sites. See `deploySite`. */
    builder: string;
  }
}

/** Builds and serves the site once per run. Page tests wait for the build in `built.ts`. */
export default async function setup(project: TestProject) {
  const builder = await startBuilder({
    [DIST]: { VITE_LANGUAGES: Object.keys(KNOWN_LANGUAGES).join() },
    [DIST_WITHOUT_SIGN_IN]: { VITE_SIGN_IN: 'off' },
  });
  const [site, open] = await Promise.all([
    serveSite(DIST, builder.built),
    serveSite(DIST_WITHOUT_SIGN_IN, builder.built),
  ]);
  project.provide('origin', site.origin);
  project.provide('openOrigin', open.origin);
  project.provide('builder', builder.url);
  return () => {
    site.close();
    open.close();
    builder.close();
  };
}
