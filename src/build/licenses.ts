import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const ALLOWED = 'MIT ISC BSD-2-Clause BSD-3-Clause Apache-2.0 0BSD BlueOak-1.0.0 CC0-1.0 OFL-1.1'.split(' ');

/** A package that is part of the site. `notice` is the text that its licence requires the site to serve. */
export interface LicensedPackage {
  name: string;
  version: string;
  license: string;
  notice: string;
  folder: string;
}

const require = createRequire(import.meta.url);

/** Returns the text of a licence by its SPDX identifier, without the sample copyright lines of the template. */
const textOf = (license: string) =>
  // Loads this file only when needed, because it is large.
  (require('spdx-license-list/full') as Record<string, { licenseText: string }>)
    [license]!.licenseText.replace(/^Copyright \(c\).*\n+/gim, '')
    .trim();

const choicesOf = (license: string) =>
  license
    .replace(/[()]/g, '')
    .split(' OR ')
    .map((choice) => choice.split(' AND '));

/** Whether all licences of one alternative (OR) in an SPDX expression are allowed. */
export const isApprovedLicense = (license: string) => choicesOf(license).some(isAllowed);
const isAllowed = (licenses: string[]) => licenses.every((one) => ALLOWED.includes(one));

/** Returns the notice of a package without a licence file: the copyright holder, and the licence's text from SPDX. */
export function formatStandardNotice({ name, license, author }: { name: string; license: string; author?: unknown }) {
  const owner = typeof author === 'string' ? author : Object(author).name;
  const licenses = choicesOf(license).find(isAllowed) ?? [];
  return [`Copyright (c) ${owner || `the authors of ${name}`}`, ...licenses.map(textOf)].join('\n\n');
}

function packageIn(root: string): LicensedPackage {
  const { name, version, license: expression, author } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const license = String(expression);
  const files = readdirSync(root)
    .filter((file) => /^(licen[sc]e|copying|notice)/i.test(file))
    .sort();
  const isWhole = files.some((file) => !/^notice/i.test(file));
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8').trim());
  const notice = [...texts, ...(isWhole ? [] : [formatStandardNotice({ name, license, author })])].join('\n\n');
  return { name, version, license, notice, folder: relative('.', root).replaceAll('\\', '/') };
}

const rootOf = (id: string) => /^\0*(.*node_modules\/(?:@[^/]+\/)?[^/\0]+)\//.exec(id)?.[1];

/** Lists the packages of `modules` and of the font, sorted by name. */
export function listPackages(modules: readonly string[], font = 'node_modules/@fontsource/instrument-serif') {
  const roots = new Set(modules.flatMap((id) => rootOf(id) ?? []));
  return [...roots, font].map(packageIn).sort((a, b) => (a.name < b.name ? -1 : 1));
}

export const formatNotices = (packages: readonly LicensedPackage[], icons: string) =>
  [
    ...packages.map(({ name, version, license, notice }) => `${name} ${version} (${license})\n\n${notice}`),
    `Icons of wallets\n\n${icons.trim()}`,
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
