import type { BrowserContext, Page } from '@playwright/test';
import type { Visitor } from './visitor/visitor.ts';

const SAFE = 'https://app.safe.global/';

/** The address of the Safe whose app frames the page. */
export const SAFE_ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A page that frames the site as Safe does. Owners approve messages on the chain, so there is no signature. */
const around = (
  origin: string,
  address: string,
) => `<!doctype html><title>Safe</title><iframe src="${origin}/" width="1200" height="700"></iframe><script>
const answers = {
  getSafeInfo: { safeAddress: '${address}', chainId: 1, owners: [], threshold: 1, isReadOnly: false },
  signMessage: { messageHash: '0x${'0'.repeat(64)}' },
};
addEventListener('message', ({ data: { id, method }, source }) => {
  if (answers[method]) source.postMessage({ id, success: true, version: '9.1.0', data: answers[method] }, '*');
});
</script>`;

/** Serves a page at Safe's address that frames the site and answers as Safe's app does. */
export async function frameBySafe(page: Page, context: BrowserContext, origin: string, address = SAFE_ADDRESS) {
  await page.route(SAFE, (route) => route.fulfill({ contentType: 'text/html', body: around(origin, address) }));
  // Newer browsers need this permission to frame a local site. Older browsers do not know it.
  await context.grantPermissions(['local-network-access']).catch(() => {});
}

/** Chromium's messages about the local site's plain http, and about the field in the alpha modal. */
const framedComplaints = [
  /^Mixed Content: .* (automatically upgraded|not upgraded .* because it is a local network request)/,
  /^Blocked autofocusing/,
  /ERR_SSL_PROTOCOL_ERROR/,
];

/** Opens Safe's page, with the site in a frame. */
export async function openSafe({ page, forgiven }: Pick<Visitor, 'page' | 'forgiven'>) {
  forgiven.push(...framedComplaints);
  await page.goto(SAFE);
  const inner = page.frameLocator('iframe');
  const asksForAccount = () =>
    inner.locator('html').evaluate(() => {
      location.hash = 'account';
    });
  return { inner, isConnected: inner.locator('html[data-connected]'), asksForAccount };
}
