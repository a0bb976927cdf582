import type { TestProject } from 'vitest/node';
import { DIST, OPEN, serveSite, startBuilder } from './build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the production build. */
    origin: string;
    /** The address of the build that needs no sign-in. */
    openOrigin: string;
    /** The address of the builder of other sites; see `deploySite`. */
    builder: string;
  }
}

/** Once per run: builds the site and serves it to all page tests. They wait for the build, in `built.ts`. */
export default async function setup(project: TestProject) {
  const builder = await startBuilder({ [DIST]: {}, [OPEN]: { VITE_SIGN_IN: 'off' } });
  const [site, open] = await Promise.all([serveSite(DIST, builder.built), serveSite(OPEN, builder.built)]);
  project.provide('origin', site.origin);
  project.provide('openOrigin', open.origin);
  project.provide('builder', builder.url);
  return () => {
    site.close();
    open.close();
    builder.close();
  };
}
