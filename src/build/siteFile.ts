import { resolve } from 'node:path';

const OWN = resolve('src/site.ts');

/** Returns the path of the file with the site's values. `SITE_FILE` names another one, for tests that hold on any site. */
export const siteFile = () => (process.env.SITE_FILE ? resolve(process.env.SITE_FILE) : OWN);

/** Returns the folder of the `.env` files, or false: they belong to `src/site.ts` alone. */
export const envDir = () => siteFile() === OWN && resolve('.');
