import { appendFileSync, cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageAliases } from '#build/standIns';
import { site } from '#site';
import { buildSite } from '#tests/support/build';
import { createPageProvider } from '#tests/wallet/browser';
import { bundle } from '../../workbench/serve/bundle';
import { pageOf, policyOf } from '../../workbench/serve/page';
import { DEMO_WALLET_INFO, DEMO_WALLET_KEY } from './state';
import { demoStyle } from './style';

interface Addresses {
  chainUrl: string;
  relayUrl: string;
  authUrl: string;
}

/** The wallet's script in the framed page. It clones values of the other window, whose types the page checks. */
const wallet = (uuid: string) => `{
  const shell = window.parent;
  // The page would take any frame for Safe's.
  window.parent = window;
  window['${DEMO_WALLET_KEY}'] = async (request) => structuredClone(await shell['${DEMO_WALLET_KEY}'](request));
  (${createPageProvider})(${JSON.stringify({ key: DEMO_WALLET_KEY, info: { ...DEMO_WALLET_INFO, uuid }, announce: 'at once', legacy: null, frames: true })});
}`;

/** Builds the site for local servers into `out`, and the demo's page, which frames it and contains the wallet. */
export async function writeDemo(out: string, origin: string, { chainUrl, relayUrl, authUrl }: Addresses) {
  const shell = `${out}-shell`;
  await Promise.all([
    buildSite(
      out,
      {
        VITE_RPC_URL: chainUrl,
        VITE_WALLETCONNECT_RELAY_URL: relayUrl,
        VITE_AUTH_URL: authUrl,
        VITE_NAME_SERVICE_URL: '',
        VITE_SIGN_IN: 'required',
        VITE_TRANSACTIONS: 'on',
        VITE_WALLET_CONTROL: 'header',
      },
      'workbench',
    ),
    bundle(['src/tools/demo/shell.tsx'], shell, { alias: packageAliases }),
  ]);
  const policy = policyOf(origin.replace(/^http/, 'ws'));
  cpSync(shell, join(out, 'demo'), { recursive: true });
  rmSync(shell, { recursive: true });
  writeFileSync(join(out, 'demo/wallet.js'), wallet(crypto.randomUUID()));
  writeFileSync(join(out, 'demo/demo.css'), demoStyle);
  const body = `<div id="demo" data-instance="${site.instanceId}"></div>`;
  writeFileSync(
    join(out, 'demo.html'),
    pageOf({ title: 'Demo', policy, script: 'demo/shell.js', style: 'demo/demo.css', body }),
  );
  const page = join(out, 'index.html');
  writeFileSync(page, readFileSync(page, 'utf8').replace('<head>', '<head><script src="/demo/wallet.js"></script>'));
  appendFileSync(join(out, '_headers'), `\n/demo.html\n  Content-Security-Policy: ${policy}; frame-ancestors 'none'\n`);
}
