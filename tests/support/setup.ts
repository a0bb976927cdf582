import type { TestProject } from 'vitest/node';
import { buildSite, serveSite } from './build.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the production build is served. */
    origin: string;
  }
}

/** Once per run: builds the site and serves it to all page tests. */
export default async function setup(project: TestProject) {
  await buildSite();
  const { origin, close } = await serveSite();
  project.provide('origin', origin);
  return close;
}
