import { resolve } from 'node:path';

const OWN = resolve('src/site.ts');

/** Returns the path of the file with the site's values. Tests choose another one by `SITE_FILE`. */
export const findSiteFile = () => (process.env.SITE_FILE ? resolve(process.env.SITE_FILE) : OWN);

/** Returns the folder of the `.env` files, or false for another site file, which must not read them. */
export const findEnvFolder = () => findSiteFile() === OWN && resolve('.');
