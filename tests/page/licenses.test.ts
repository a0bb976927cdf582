import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { formatStandardNotice, isApprovedLicense, listPackages } from '#build/licenses';
import { DIST } from '../support/build.ts';
import { listBundledFiles } from './bundle.ts';

const modules = listBundledFiles(DIST).flatMap(({ modules }) => Object.keys(modules));
const bundled = listPackages(modules);

test('every package in the bundle, and the font, has an approved licence', () => {
  expect(bundled.length).toBeGreaterThan(30);
  expect(
    bundled.filter(({ license }) => !isApprovedLicense(license)).map(({ name, license }) => [name, license]),
  ).toEqual([]);
});

test('the bundle contains no package of the sign-in server', () => {
  const parts = /\/src\/server\/|node_modules\/(hono|@hono|libsql|@libsql|@redis|rate-limiter-flexible|proxy-addr)\//;
  expect(modules.filter((id) => parts.test(id))).toEqual([]);
});

test('every production dependency has an approved licence', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, { dev?: true; devOptional?: true; license?: string }>;
  };
  const tree = Object.entries(packages).filter(([path, { dev, devOptional }]) => path && !dev && !devOptional);
  expect(tree.length).toBeGreaterThan(100);
  const others = tree.filter(([, { license = 'none' }]) => !isApprovedLicense(license));
  expect(others.map(([path, { license }]) => [path, license])).toEqual([]);
});

test('a licence is refused if it adds conditions to an approved licence', () => {
  expect(['MIT', 'MIT OR GPL-3.0', '(Apache-2.0 AND MIT)', 'OFL-1.1'].filter((one) => !isApprovedLicense(one))).toEqual(
    [],
  );
  const refused = ['GPL-3.0', 'MIT AND GPL-3.0', 'SEE LICENSE IN LICENSE.md', 'UNLICENSED', 'undefined', ''];
  expect(refused.filter(isApprovedLicense)).toEqual([]);
});

/** A phrase that the text of each approved licence contains. */
const GRANT =
  /Permission (is hereby granted|to use)|Redistribution and use in source|Apache License|SIL OPEN FONT LICENSE|Blue Oak/i;

test('each notice has the text of its licence, and its copyright holder', () => {
  const lacking = bundled.filter(({ notice }) => !GRANT.test(notice) || !/copyright/i.test(notice));
  expect(lacking.map(({ name, notice }) => [name, notice.slice(0, 80)])).toEqual([]);
});

test.each([
  ['MIT', 'Ada Example', 'Copyright (c) Ada Example', 'Permission is hereby granted'],
  ['ISC', { name: 'Ada' }, 'Copyright (c) Ada', 'Permission to use, copy'],
  ['(GPL-3.0 OR Apache-2.0)', undefined, 'Copyright (c) the authors of pack', 'Apache License'],
  ['(BSD-3-Clause AND 0BSD)', '', 'Copyright (c) the authors of pack', 'Redistribution and use'],
])('a package without a licence file gets the text of its licence, %s, from SPDX', (license, author, owner, grant) => {
  const notice = formatStandardNotice({ name: 'pack', license, author });
  expect(notice.startsWith(`${owner}\n\n`)).toBe(true);
  expect(notice).toContain(grant);
  expect(notice.match(/copyright \(c\)/gi)).toHaveLength(1);
});

test('the notices of all packages are served, and the page links to them', async () => {
  const answer = await fetch(`${inject('origin')}/licenses.txt`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  const text = await answer.text();
  for (const { name, version, license, notice } of bundled) {
    expect(text).toContain(`${name} ${version} (${license})`);
    expect(text).toContain(notice);
  }
  expect(text).toContain(readFileSync(join(DIST, 'wallets/LICENSE.txt'), 'utf8').trim());
  expect(readFileSync(join(DIST, 'index.html'), 'utf8')).toMatch(/<footer.*<a href="\/licenses\.txt">/s);
});

test('the list of shipped packages equals the packages in the bundle, with checksums', () => {
  const { components } = JSON.parse(readFileSync(join(DIST, 'sbom.json'), 'utf8'));
  const named = components.map(
    ({ group, name, version }: Record<string, string>) => [group, name].filter(Boolean).join('/') + version,
  );
  expect(new Set(named)).toEqual(new Set(bundled.map(({ name, version }) => name + version)));
  expect(components.filter(({ hashes }: { hashes?: object }) => !hashes)).toEqual([]);
});
