import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ALLOWED = [
  ...['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', '0BSD', 'BlueOak-1.0.0', 'CC0-1.0'],
  'OFL-1.1',
];

/** A package that is part of the site. `notice` is the text that its licence asks the site to serve. */
interface LicensedPackage {
  name: string;
  version: string;
  license: string;
  notice: string;
}

/** Whether the licences in an SPDX expression are approved: all that it joins by AND, and one of those by OR. */
export const isApproved = (license: string) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((one) => ALLOWED.includes(one)));

function packageIn(root: string): LicensedPackage {
  const { name, version, license, author } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const texts = readdirSync(root)
    .filter((file) => /^(licen[sc]e|copying|notice)/i.test(file))
    .sort()
    .map((file) => readFileSync(join(root, file), 'utf8').trim());
  const notice = texts.length ? texts.join('\n\n') : `Copyright ${author?.name ?? author ?? `the authors of ${name}`}`;
  return { name, version, license: String(license), notice };
}

/** Returns the folder of the package of the module `id`, or undefined for a module of this project. */
const rootOf = (id: string) => /^\0*(.*node_modules\/(?:@[^/]+\/)?[^/\0]+)\//.exec(id)?.[1];

/** Lists the packages of `modules` and of the font, sorted by name. */
export function packagesOf(modules: readonly string[], font = 'node_modules/@fontsource/instrument-serif') {
  const roots = new Set(modules.flatMap((id) => rootOf(id) ?? []));
  return [...roots, font].map(packageIn).sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Writes the notices of `packages` and of the wallets' icons, for `/licenses.txt`. */
export const noticesOf = (packages: readonly LicensedPackage[], icons: string) =>
  [
    ...packages.map(({ name, version, license, notice }) => `${name} ${version} (${license})\n\n${notice}`),
    `Icons of wallets\n\n${icons.trim()}`,
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
