import { describe, inject } from 'vitest';
import { seen } from './seen.ts';
import { alive, test } from './visit.ts';

const SAFE = 'https://app.safe.global/';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';

/** A page that shows the site inside its own, as Safe does, and answers what its library asks. */
const around = (
  origin: string,
) => `<!doctype html><title>Safe</title><iframe src="${origin}/" width="1200" height="700"></iframe><script>
addEventListener('message', ({ data: { id, method }, source }) => {
  if (method !== 'getSafeInfo') return;
  const data = { safeAddress: '${ADDRESS}', chainId: 1, owners: [], threshold: 1, isReadOnly: false };
  source.postMessage({ id, success: true, version: '9.1.0', data }, '*');
});
</script>`;

describe('Safe', () => {
  test('connects without a dialog where it shows the page inside its own', async ({ visit }) => {
    const origin = inject('openOrigin');
    const { page, foreign, forgiven } = await visit({
      origin,
      before: async (page, context) => {
        await page.route(SAFE, (route) => route.fulfill({ contentType: 'text/html', body: around(origin) }));
        // Newer browsers let a page of the net show one of this machine only then; older ones know no such permission.
        await context.grantPermissions(['local-network-access']).catch(() => {});
      },
    });
    // On this machine the page is served without encryption, unlike Safe's; and the alpha modal has a field of its own.
    forgiven.push(
      /^Mixed Content: .* (automatically upgraded|not upgraded .* because it is a local network request)/,
      /^Blocked autofocusing/,
      /ERR_SSL_PROTOCOL_ERROR/,
    );
    await page.goto(SAFE);
    const inner = page.frameLocator('iframe');
    await seen(inner.locator('html[data-connected]')).toHaveCount(1);
    await seen(inner.getByRole('dialog')).toHaveCount(0);
    seen(foreign).toEqual([]);
    await inner.locator('html').evaluate(() => {
      location.hash = 'account';
    });
    await seen(inner.getByRole('dialog', { name: 'Account' })).toContainText('0x52…9EE7');
  });

  test('ignores rubbish that the page around posts', async ({ visit }) => {
    const { page, forgiven } = await visit({
      origin: inject('openOrigin'),
      before: async (page, context) => {
        await page.route(SAFE, (route) =>
          route.fulfill({ contentType: 'text/html', body: around(inject('openOrigin')) }),
        );
        await context.grantPermissions(['local-network-access']).catch(() => {});
      },
    });
    forgiven.push(/^Mixed Content: .* automatically upgraded/, /^Blocked autofocusing/, /ERR_SSL_PROTOCOL_ERROR/);
    await page.goto(SAFE);
    const inner = page.frameLocator('iframe');
    await seen(inner.locator('html[data-connected]')).toHaveCount(1);
    await page.evaluate(() => {
      const rubbish = [
        null,
        undefined,
        7,
        'hello',
        [],
        {},
        { version: 9 },
        { version: null },
        { version: {}, id: 'x' },
      ];
      for (const one of rubbish) document.querySelector('iframe')?.contentWindow?.postMessage(one, '*');
    });
    await inner.locator('html').evaluate(() => {
      location.hash = 'account';
    });
    await seen(inner.getByRole('dialog', { name: 'Account' })).toContainText('0x52…9EE7');
  });

  test('is not listed elsewhere', async ({ visit }) => {
    const { page } = await visit({ path: '/#connect' });
    await alive(page);
    await seen(page.getByRole('button', { name: 'Rainbow' })).toBeVisible();
    await seen(page.getByRole('button', { name: 'Safe', exact: true })).toBeHidden();
  });
});
