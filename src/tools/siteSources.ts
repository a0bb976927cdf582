import { readdirSync } from 'node:fs';
import { findSiteFile } from '#build/siteFile';
import type { BuildSources } from '../workbench/serve/buildOnce';

const VARIABLES = /^(VITE_\w+|LANGUAGE|SITE_\w+)$/;

/**
 * Returns the sources of a tool that contains parts of the site: `paths`, the site's code, and the environment
 * variables that configure it. A change in them causes a new build.
 */
export const listSiteSources = (paths: readonly string[]): BuildSources => ({
  paths: [
    ...paths,
    'package.json',
    'machines',
    'src',
    findSiteFile(),
    ...readdirSync('.').filter((name) => /^\.env/.test(name)),
  ],
  values: Object.entries(process.env)
    .filter(([name]) => VARIABLES.test(name))
    .sort(),
});
