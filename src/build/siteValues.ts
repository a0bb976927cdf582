import { resolve } from 'node:path';
import type { Plugin } from 'vite';
import { importNameOfCopyModule } from './languages.ts';
import { listTextsByLanguage, writeValuesModule } from './operatorTexts.ts';
import type { Page } from './prerender';
import { SERVED_COPY_IMPORT } from './renderPages.ts';
import { findSiteFile } from './siteFile.ts';

/** Fields of the site that only the HTML contains. */
const SERVED = new Set(['backer', 'supporters', 'url', 'httpsOnly', 'security', 'litepaper', 'theme']);

/** The id of `src/site.ts` for modules of the wallet bundle. Other modules get only `control` of `site.wallet`. */
const WALLET_SITE = '/src/site.ts?wallet';
const WALLET_MODULE = /\/src\/(adapters\/(dialogs|network|verifier|wallets)|views\/wallet)\//;
const WALLET_VALUE = /\bsite\.wallet\b(?!\.control\b)/;

export function writeSiteModule({ site }: Page, id: string) {
  const read = Object.fromEntries(Object.entries(site).filter(([field]) => !SERVED.has(field)));
  const values = id.endsWith(WALLET_SITE) ? read : { ...read, wallet: { control: site.wallet.control } };
  return writeValuesModule(values, listTextsByLanguage(site));
}

/** Gives each module only the copy and the values of the site that it may read. */
export const siteValuesPlugin = (): Plugin => ({
  name: 'site:values',
  apply: 'build',
  enforce: 'pre',

  resolveId: {
    filter: { id: /^#(site|copy\/(?!writer)\w+)$/ },
    handler(name, importer = '') {
      const isClient = this.environment.name === 'client';
      if (name !== '#site')
        return {
          id: isClient ? importNameOfCopyModule(name.replace('#copy/', '')) : SERVED_COPY_IMPORT,
          external: true,
        };
      if (!isClient) return findSiteFile();
      return WALLET_MODULE.test(importer) ? resolve(`.${WALLET_SITE}`) : null;
    },
  },
  transform: {
    filter: { id: /\/src\/(?!build\/).*\.tsx?$/, code: "from '#site'" },
    handler(code, id) {
      if (!WALLET_MODULE.test(id) && WALLET_VALUE.test(code))
        this.error(`${id}: only modules of the wallet bundle can read this value of site.wallet.`);
    },
  },
});
