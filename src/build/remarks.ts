import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KNOWN_LANGUAGES } from '#domain/language';
import type { Site } from '#domain/site';
import type { WalletDescriptor } from '#domain/wallet';
import { createStacklessError } from './failure.ts';
import { listPictures } from './files.ts';
import { hasPreviewPicture, ICON_PATHS } from './head.ts';
import { findFieldsWithoutText } from './operatorTexts.ts';
import type { Page } from './prerender';

/** Returns the fields of `src/site.ts` that still contain the sample values of the repository. */
export function findSampleValues(site: Site) {
  const isSample = ({ name, link }: Site['backer']) =>
    new URL(link).hostname === 'example.com' || /^(Sample Backer|Supporter [A-Z][a-z]+)$/.test(name);
  const fields: Record<string, boolean> = {
    url: site.url.endsWith('.example'),
    'messaging.handle': site.messaging.handle === 'example',
    litepaper: new URL(site.litepaper).hostname === 'example.com',
    backer: isSample(site.backer),
    supporters: site.supporters.some(isSample),
  };
  return Object.keys(fields).filter((field) => fields[field]);
}

/** Returns an error for each listed wallet whose icon is missing. `isThere` gets paths such as `/wallets/x.svg`. */
export const findMissingIcons = (
  { wallet: { groups } }: Pick<Site, 'wallet'>,
  known: WalletDescriptor[],
  isThere: (path: string) => boolean,
) =>
  groups
    .flatMap(({ wallets }) => wallets)
    .flatMap((id) => known.find((wallet) => wallet.id === id) ?? [])
    .filter(({ iconUrl }) => iconUrl !== undefined && !isThere(iconUrl))
    .map(
      ({ id, name, iconUrl }) =>
        `${name} is listed, but its icon is missing: add src/public${iconUrl}, or take ${id}.iconUrl away.`,
    );

/** @throws {Error} if a picture that the operator's values name is missing in `publicDir` */
export function requirePictures({ site, catalogue }: Page, publicDir: string) {
  const isThere = (path: string) => existsSync(join(publicDir, path));
  const [missing] = findMissingIcons(site, catalogue, isThere);
  if (missing) throw createStacklessError(`src/domain/catalogue.ts: ${missing}`);
  const { icon } = site.app;
  if (![...listPictures(site.languages), ICON_PATHS.icon].includes(icon) && !isThere(icon))
    throw createStacklessError(
      `src/site.ts, app.icon: ${icon} is missing: add src/public${icon}, or name another file.`,
    );
}

/** Returns warnings about the operator's values of a site. They do not stop the build. */
export function findSiteWarnings({ site, isTrial }: Page, commit: string | null) {
  const samples = findSampleValues(site);
  const { total, allocated, min } = site.allocation;
  const untranslated = site.languages.filter((language) => language !== 'en');
  const remarks = site.languages.flatMap((language) => {
    const missing = findFieldsWithoutText(language, site);
    return [
      !KNOWN_LANGUAGES[language].reviewed &&
        `${language} has been read by no native speaker. See KNOWN_LANGUAGES in src/domain/language.ts.`,
      missing.length &&
        `src/site.ts has no text in ${language} for ${missing.join(', ')}, so the page shows another language's.`,
      !hasPreviewPicture(language) &&
        `${language} has no preview picture, so it shows the English one: run \`npm run draw\`.`,
    ];
  });
  return [
    ...remarks,
    site.product !== 'borrow' &&
      untranslated.length &&
      `src/site.ts, languages: ${untranslated.join(', ')} have no words for "${site.product}", and speak of borrowing: write them into src/copy, or take these languages out.`,
    samples.length && `Sample content is in use. See src/site.ts: ${samples.join(', ')}.`,
    isTrial && 'The default WalletConnect project id is for trying out only: set VITE_WALLETCONNECT_PROJECT_ID.',
    total - allocated < min && 'Nobody can join: less of the allocation is left than one may ask for.',
    !site.security.contact && 'Nobody can report a vulnerability in private: set security.contact in src/site.ts.',
    !commit && 'The build is of no commit, so nobody can check it: build a clone, or set SOURCE_COMMIT.',
  ].filter((remark) => typeof remark === 'string');
}
