import { appendFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildFolderOf } from '#build/bundle';
import { packageAliases } from '#build/standIns';
import { site } from '#site';
import { buildSite, replaceInSite } from '#tests/support/build';
import { createPageProvider } from '#tests/wallet/browser';
import { buildOnce } from '../../workbench/serve/buildOnce';
import { bundleScripts } from '../../workbench/serve/bundle';
import { toolPageOf, toolPolicyOf } from '../../workbench/serve/page';
import { listSiteSources } from '../siteSources';
import { DEMO_WALLET_INFO, DEMO_WALLET_KEY } from './state';
import { demoStyle } from './style';

interface Addresses {
  chainUrl: string;
  relayUrl: string;
  authUrl: string;
}

/**
 * Returns the script of the wallet for the framed page. The script clones values of the outer window, because the page
 * checks their prototypes.
 */
const wallet = (uuid: string) => `{
  const shell = window.parent;
  // In a frame, the page would mistake its parent for the Safe wallet, so the script hides the parent.
  window.parent = window;
  window['${DEMO_WALLET_KEY}'] = async (request) => structuredClone(await shell['${DEMO_WALLET_KEY}'](request));
  (${createPageProvider})(${JSON.stringify({ key: DEMO_WALLET_KEY, info: { ...DEMO_WALLET_INFO, uuid }, announce: 'at once', legacy: null, frames: true })});
}`;

/**
 * Placeholders for the addresses of the servers, which differ at each start. The cached build contains them, and
 * `writeDemo` replaces them.
 */
const STAND_INS: Addresses = {
  chainUrl: 'http://127.0.0.1:65500',
  relayUrl: 'ws://127.0.0.1:65501',
  authUrl: 'http://localhost:65502',
};

const hostsOf = ({ chainUrl, relayUrl, authUrl }: Addresses) =>
  [chainUrl, relayUrl, authUrl].map((url) => new URL(url).host);

/** Builds the site for local servers, and the scripts of the demo, into folders of `out`. */
async function buildParts(out: string) {
  console.info('Building the site …');
  const { chainUrl, relayUrl, authUrl } = STAND_INS;
  const variables = {
    VITE_RPC_URL: chainUrl,
    VITE_WALLETCONNECT_RELAY_URL: relayUrl,
    VITE_AUTH_URL: authUrl,
    VITE_NAME_SERVICE_URL: '',
    VITE_SIGN_IN: 'required',
    VITE_TRANSACTIONS: 'on',
    VITE_WALLET_CONTROL: 'header',
  };
  // The folder has a unique name, because several demos may build at the same time.
  const site = resolve(`node_modules/.cache/demo-site-${process.pid}`);
  await Promise.all([
    buildSite(site, variables, 'workbench'),
    bundleScripts(['src/tools/demo/shell.tsx'], join(out, 'shell'), { alias: packageAliases }),
  ]);
  renameSync(site, join(out, 'site'));
  rmSync(buildFolderOf(site), { recursive: true });
}

/** Builds the demo, unless it was built before from the same sources. Returns the folder of its parts. */
export const buildDemo = () =>
  buildOnce('demo', listSiteSources(['index.html', 'vite.config.ts', 'tests/samples', 'tests/support']), buildParts);

/**
 * Writes the demo into the folder `out`, from the parts in the folder `built`. The site uses `servers`. A page at
 * `origin` shows the site in a frame, and acts as its wallet.
 */
export function writeDemo(out: string, built: string, origin: string, servers: Addresses) {
  const policy = toolPolicyOf(origin.replace(/^http/, 'ws'));
  cpSync(join(built, 'site'), out, { recursive: true });
  replaceInSite(out, hostsOf(STAND_INS), hostsOf(servers));
  cpSync(join(built, 'shell'), join(out, 'demo'), { recursive: true });
  writeFileSync(join(out, 'demo/wallet.js'), wallet(crypto.randomUUID()));
  writeFileSync(join(out, 'demo/demo.css'), demoStyle);
  const body = `<div id="demo" data-instance="${site.instanceId}"></div>`;
  writeFileSync(
    join(out, 'demo.html'),
    toolPageOf({ title: 'Demo', policy, script: 'demo/shell.js', style: 'demo/demo.css', body }),
  );
  const page = join(out, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', '<head><script src="/demo/wallet.js"></script>'));
  appendFileSync(join(out, '_headers'), `\n/demo.html\n  Content-Security-Policy: ${policy}; frame-ancestors 'none'\n`);
}
