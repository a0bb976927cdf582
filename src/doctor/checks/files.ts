import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type BundledFile, bundleListPathOf } from '#build/bundle';
import { ICON_PATHS } from '#build/head';
import { isApprovedLicense, listPackages } from '#build/licenses';
import { findMissingIcons, findSampleValues } from '#build/remarks';
import { walletCatalogue } from '#domain/catalogue';
import { sendRequest } from '../ask';
import {
  type DoctorCheck,
  type DoctorFinding,
  type DoctorInput,
  reportDrawback,
  reportFailure,
  reportWorksUnlessFound,
  reportWrong,
} from '../finding';

const SMALLEST = 128;
const PNG = '89504e470d0a1a0a';

/**
 * Reports sample values that the operator has not replaced. The doctor ends before this check if a value is invalid.
 */
const samples: DoctorCheck = {
  name: 'values',
  asks: () => [],
  look: async ({ site }) => {
    const left = findSampleValues(site);
    const found =
      left.length > 0
        ? [reportDrawback(`Sample content is in use: ${left.join(', ')}. Replace it in src/site.ts.`)]
        : [];
    return reportWorksUnlessFound(found, 'They are valid, and none is a sample.');
  },
};

/** Returns width and height of a PNG or SVG, or null. */
function sizeOf(content: Buffer, path: string): [number, number] | null {
  if (path.endsWith('.svg')) {
    const [, box = ''] = /<svg[^>]*\bviewBox="([^"]+)"/.exec(content.toString()) ?? [];
    const [, , width = 0, height = 0] = box
      .trim()
      .split(/[\s,]+/)
      .map(Number);
    return width > 0 && height > 0 ? [width, height] : null;
  }
  const isPng = content.subarray(0, 8).toString('hex') === PNG && content.length >= 24;
  return isPng ? [content.readUInt32BE(16), content.readUInt32BE(20)] : null;
}

function judgeIcon({ site, publicDir }: DoctorInput): DoctorFinding[] {
  const { icon } = site.app;
  const file = [join(publicDir, icon), join('src/build/pictures', basename(icon))].find((path) => existsSync(path));
  if (!file)
    return icon === ICON_PATHS.icon ? [] : [reportWrong(`app.icon: ${icon} is missing: add src/public${icon}.`)];
  const size = sizeOf(readFileSync(file), icon);
  if (!size)
    return [reportWrong(`app.icon: ${icon} is no readable ${icon.endsWith('.svg') ? 'SVG with a viewBox' : 'PNG'}.`)];
  const [width, height] = size;
  if (width !== height) return [reportWrong(`app.icon: ${icon} is ${width} × ${height}, and must be square.`)];
  const isSmall = icon.endsWith('.png') && width < SMALLEST;
  return isSmall ? [reportWrong(`app.icon: ${icon} is ${width} px wide, and must have at least ${SMALLEST}.`)] : [];
}

const picturesIn = ({ site }: DoctorInput): [field: string, path: string][] =>
  [
    ...site.wallet.networks.map(({ icon }, i): [string, string] => [`wallet.networks[${i}].icon`, icon ?? '']),
    ['backer.image', site.backer.image] as [string, string],
    ...site.supporters.map(({ image }, i): [string, string] => [`supporters[${i}].image`, image]),
  ].filter(([, path]) => path !== '');

/** Checks that Safe, a wallet that shows the page in a frame, may read the page's manifest. */
async function judgeManifest(live: string): Promise<DoctorFinding[]> {
  try {
    const answer = await sendRequest({ url: `${live}/manifest.json`, headers: { Origin: 'https://app.safe.global' } });
    if (answer.status !== 200)
      return [reportWrong(`Safe cannot add the page: /manifest.json answers ${answer.status}.`)];
    if (answer.headers['access-control-allow-origin'] === '*') return [];
    return [
      reportWrong(
        'Safe cannot add the page: /manifest.json has no Access-Control-Allow-Origin. Send the headers of _headers.',
      ),
    ];
  } catch (error) {
    return [reportFailure(error, 'Deploy the page, or set VITE_SITE_URL.')];
  }
}

const icons: DoctorCheck = {
  name: 'icons',
  asks: ({ live }) => (live ? [live] : []),
  look: async (values) => {
    const isThere = (path: string) => existsSync(join(values.publicDir, path));
    const missing = findMissingIcons(values.site, walletCatalogue, isThere).map(reportWrong);
    const pictures = picturesIn(values)
      .filter(([, path]) => !isThere(path))
      .map(([field, path]) => reportWrong(`${field}: ${path} is missing: add src/public${path}.`));
    const manifest = values.live ? await judgeManifest(values.live) : [];
    return reportWorksUnlessFound(
      [...missing, ...pictures, ...judgeIcon(values), ...manifest],
      'All pictures are there.',
    );
  },
};

const FONT = /\.(woff2?|ttf|otf)$/i;
const LICENCE = /licen[sc]e|copying|ofl|notice/i;

/** Returns fonts without a licence text in their folder. */
function fontsWithoutLicence(folder: string): DoctorFinding[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const licensed = new Set(files.filter((file) => LICENCE.test(basename(file))).map(dirname));
  return files
    .filter((file) => FONT.test(file) && !licensed.has(dirname(file)))
    .map((file) => reportWrong(`src/public/${file} is a font without a licence text. Put its licence beside it.`));
}

/** Returns packages of the last build whose licence is not approved. */
function badPackages(dist: string): DoctorFinding[] {
  const report = bundleListPathOf(dist);
  if (!existsSync(report)) return [reportDrawback('There is no build to look at: run npm run build first.')];
  const bundle = JSON.parse(readFileSync(report, 'utf8')) as BundledFile[];
  return listPackages(bundle.flatMap(({ modules }) => Object.keys(modules)))
    .filter(({ license }) => !isApprovedLicense(license))
    .map(({ name, version, license }) =>
      reportWrong(`${name} ${version} in the last build has the licence ${license}. Replace it.`),
    );
}

function noticesOfFont(dist: string): DoctorFinding[] {
  const file = join(dist, 'licenses.txt');
  if (!existsSync(file) || /SIL OPEN FONT LICENSE/i.test(readFileSync(file, 'utf8'))) return [];
  return [reportWrong("licenses.txt of the last build lacks the font's licence (OFL). Build it again.")];
}

const licences: DoctorCheck = {
  name: 'licences',
  asks: () => [],
  look: async ({ dist, publicDir }) =>
    reportWorksUnlessFound(
      [...badPackages(dist), ...noticesOfFont(dist), ...fontsWithoutLicence(publicDir)],
      'Each package of the last build, and each font, has an approved licence.',
    ),
};

export const fileChecks = { samples, icons, licences };
