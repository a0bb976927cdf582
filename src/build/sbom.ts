import { createHash } from 'node:crypto';
import type { LicensedPackage } from './licenses.ts';

type ShippedPackage = Omit<LicensedPackage, 'notice'>;

interface LockFile {
  name?: string;
  version?: string;
  packages: Record<string, { integrity?: string }>;
}

const purlOf = ({ name, version }: ShippedPackage) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

const uuidOf = (text: string) =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');

function componentOf(shipped: ShippedPackage, { packages }: LockFile) {
  const { name, version, license, folder } = shipped;
  const [, group, own] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [undefined, undefined, name];
  const checksum = /^sha512-(.+)$/.exec(packages[folder]?.integrity ?? '')?.[1];
  return {
    type: 'library',
    'bom-ref': purlOf(shipped),
    ...(group && { group }),
    name: own,
    version,
    purl: purlOf(shipped),
    licenses: [/ /.test(license) ? { expression: license } : { license: { id: license } }],
    ...(checksum && { hashes: [{ alg: 'SHA-512', content: Buffer.from(checksum, 'base64').toString('hex') }] }),
  };
}

/** Lists the packages (CycloneDX 1.5), without a time or a random number, so that equal builds have equal lists. */
export function createSbom(shipped: readonly ShippedPackage[], lock: LockFile) {
  const components = new Map(shipped.map((one) => [purlOf(one), componentOf(one, lock)]));
  const sorted = [...components].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, component]) => component);
  const { name = 'site', version = '0' } = lock;
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(sorted))}`,
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'site', name, version } },
    components: sorted,
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}
