import { expect, test } from 'vitest';
import { createSbom } from '#build/sbom';
import { formatSecurityText } from '#build/securityText';

const react = { name: 'react', version: '19.3.1', license: 'MIT', folder: 'node_modules/react' };
const ox = {
  name: '@wevm/ox',
  version: '1.0.0',
  license: 'MIT OR Apache-2.0',
  folder: 'node_modules/a/node_modules/@wevm/ox',
};
const lock = {
  name: 'site',
  version: '1.2.3',
  packages: {
    'node_modules/react': { integrity: `sha512-${Buffer.alloc(64, 1).toString('base64')}` },
    'node_modules/@wevm/ox': { integrity: `sha512-${Buffer.alloc(64, 2).toString('base64')}` },
    'node_modules/a/node_modules/@wevm/ox': { integrity: `sha512-${Buffer.alloc(64, 3).toString('base64')}` },
  },
};

test('the list of shipped packages names each once, with its checksum and licence', () => {
  const list = JSON.parse(createSbom([react, ox, react], lock));
  expect(list).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    serialNumber: expect.stringMatching(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/),
    metadata: { component: { type: 'application', name: 'site', version: '1.2.3' } },
  });
  expect(list.components).toEqual([
    {
      type: 'library',
      'bom-ref': 'pkg:npm/%40wevm/ox@1.0.0',
      group: '@wevm',
      name: 'ox',
      version: '1.0.0',
      purl: 'pkg:npm/%40wevm/ox@1.0.0',
      licenses: [{ expression: 'MIT OR Apache-2.0' }],
      hashes: [{ alg: 'SHA-512', content: '03'.repeat(64) }],
    },
    expect.objectContaining({ name: 'react', licenses: [{ license: { id: 'MIT' } }] }),
  ]);
});

test('the list of shipped packages does not depend on their order or the time', () => {
  expect(createSbom([ox, react], lock)).toBe(createSbom([react, ox], lock));
  expect(createSbom([ox], lock)).not.toBe(createSbom([react, ox], lock));
});

test('security.txt has the fields of RFC 9116, and expires a year after the build', () => {
  const site = { url: 'https://borrow.test', security: { contact: 'mailto:security@borrow.test', policy: '' } };
  expect(formatSecurityText(site, '2026-11-28').split('\n')).toEqual([
    'Contact: mailto:security@borrow.test',
    'Expires: 2027-11-28T00:00:00.000Z',
    'Preferred-Languages: en',
    'Canonical: https://borrow.test/.well-known/security.txt',
    '',
  ]);
  const withPolicy = { ...site, security: { ...site.security, policy: 'https://borrow.test/rules' } };
  expect(formatSecurityText(withPolicy, '2026-11-28')).toContain('\nPolicy: https://borrow.test/rules\n');
});
