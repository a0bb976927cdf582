import { existsSync, readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { findMissingIcons } from '#build/remarks';
import { walletCatalogue } from '#domain/catalogue';
import { type Site, validateSite } from '#domain/site';
import { validateWallets } from '#domain/walletValidation';
import { site } from '#site';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function readSite(variables: Record<string, string>): Promise<Site> {
  vi.resetModules();
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  return (await import('#site')).site;
}

test('the values in src/site.ts are valid', () => {
  expect(validateSite(site)).toBe(site);
  expect(() => validateWallets(site.wallet.groups, walletCatalogue)).not.toThrow();
});

test('each wallet that src/site.ts lists has an icon', () => {
  expect(findMissingIcons(site, walletCatalogue, (path) => existsSync(`src/public${path}`))).toEqual([]);
});

/** Another value for each variable, and its effect. */
const VARIABLES: Record<string, [string, (site: Site) => unknown, unknown?]> = {
  VITE_SITE_URL: ['https://another.example', ({ url }) => url],
  VITE_LANGUAGES: ['tr', ({ languages }) => languages.join()],
  VITE_SECURITY_CONTACT: ['mailto:security@another.example', ({ security }) => security.contact],
  VITE_HTTPS_ONLY: ['preload', ({ httpsOnly }) => httpsOnly],
  VITE_TELEGRAM_HANDLE: ['another_team', ({ messaging }) => messaging.handle],
  VITE_LITEPAPER_URL: ['https://another.example/paper', ({ litepaper }) => litepaper],
  VITE_ALPHA_TOTAL: ['900000000', ({ allocation }) => allocation.total, 900_000_000],
  VITE_ALPHA_ALLOCATED: ['1', ({ allocation }) => allocation.allocated, 1],
  VITE_ALPHA_MIN: ['1', ({ allocation }) => allocation.min, 1],
  VITE_ALPHA_MAX: ['800000', ({ allocation }) => allocation.max, 800_000],
  VITE_INSTANCE_ID: ['another', ({ instanceId }) => instanceId],
  VITE_WALLETCONNECT_PROJECT_ID: ['f'.repeat(32), ({ wallet }) => wallet.projectId],
  VITE_WALLETCONNECT_RELAY_URL: ['wss://relay.another.example', ({ wallet }) => wallet.relayUrl],
  VITE_RPC_URL: ['https://node.another.example', ({ wallet }) => wallet.networks[0]?.rpcUrls.join()],
  VITE_SIGN_IN: ['off', ({ wallet }) => wallet.signIn],
  VITE_AUTH_URL: ['/another', ({ wallet }) => wallet.authUrl],
  VITE_TRANSACTIONS: ['off', ({ wallet }) => wallet.transactions],
  VITE_NAME_SERVICE_URL: ['/names', ({ wallet }) => wallet.nameServiceUrl],
  VITE_WALLET_CONTROL: ['header', ({ wallet }) => wallet.control],
};

test.each(Object.entries(VARIABLES))('the variable %s replaces a value', async (name, [value, read, meant = value]) => {
  expect(read(await readSite({ [name]: value }))).toBe(meant);
});

test.each([
  ['VITE_ALPHA_ALLOCATED', 'many', 'allocation.allocated'],
  ['VITE_LITEPAPER_URL', 'http://example.com', 'litepaper'],
  ['VITE_TELEGRAM_HANDLE', '@me?', 'messaging.handle'],
])('%s=%s is refused with an error about %s', async (name, value, field) => {
  await expect(readSite({ [name]: value })).rejects.toThrow(expect.objectContaining({ name: 'SiteError', field }));
});

test('an empty variable counts as unset', async () => {
  expect(await readSite({ VITE_ALPHA_ALLOCATED: ' ' })).toEqual(site);
});

test('src/README.md, .env.example and the sample site contain all variables', () => {
  const namesIn = (file: string) =>
    [...new Set(readFileSync(file, 'utf8').match(/VITE_\w+(?=\b)/g))].filter((name) => !name.endsWith('_')).sort();
  const read = namesIn('src/site.ts');
  expect(Object.keys(VARIABLES).sort()).toEqual(read);
  expect(namesIn('tests/samples/site.ts')).toEqual(read);
  expect(namesIn('src/README.md')).toEqual(read);
  expect(namesIn('.env.example')).toEqual(read);
});
