import { resolve } from 'node:path';

const OWN = resolve('src/site.ts');

/** Returns the path of the file with the site's values. Tests set another one in `SITE_FILE`. */
export const findSiteFile = () => (process.env.SITE_FILE ? resolve(process.env.SITE_FILE) : OWN);

/** Returns the folder of the `.env` files, which only `src/site.ts` uses. For another file, returns false. */
export const findEnvFolder = () => findSiteFile() === OWN && resolve('.');
