import type { BrowserContext, Page } from '@playwright/test';

/** The address at which Safe shows apps inside its own page. */
export const SAFE = 'https://app.safe.global/';
export const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/**
 * A page that shows the site inside its own, as Safe does, and answers what its library asks. Its owners approve messages on
 * the chain, so that there is no signature.
 */
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

/** Lets Safe answer on `page`, with the site at `origin` inside its own page. */
export async function standAround(page: Page, context: BrowserContext, origin: string, address = ADDRESS) {
  await page.route(SAFE, (route) => route.fulfill({ contentType: 'text/html', body: around(origin, address) }));
  // Newer browsers let a page of the net show one of this machine only then; older ones know no such permission.
  await context.grantPermissions(['local-network-access']).catch(() => {});
}

/** On this machine the page is served without encryption, unlike Safe's; and the alpha modal has a field of its own. */
export const framedComplaints = [
  /^Mixed Content: .* (automatically upgraded|not upgraded .* because it is a local network request)/,
  /^Blocked autofocusing/,
  /ERR_SSL_PROTOCOL_ERROR/,
];
