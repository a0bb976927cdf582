import type { Page } from '@playwright/test';
import type { Phone } from './relaySite.ts';
import { connectOf, requestDialog } from './visit.ts';
import { seen } from './visitor/seen.ts';
import type { Visitor } from './visitor/visitor.ts';
export type Relayed = Pick<
  Visitor,
  'page' | 'context' | 'foreign' | 'complaints' | 'forgiven' | 'wallets' | 'sockets' | 'lines'
> & { dialog: ReturnType<typeof relayedDialog>; cutOff: () => Promise<void> };

export function relayedDialog(page: Page) {
  const { row, status, retry, back, close, news } = connectOf(page);
  const modal = page.locator('dialog#wallet');
  const code = modal.getByRole('img', { name: /^QR code to connect/ });
  const button = (name: string) => modal.getByRole('button', { name, exact: true });
  const tiles = modal.getByRole('list', { name: 'Wallets' });
  const tile = (name: string) => tiles.getByRole('link', { name: new RegExp(`^${name}( Recent)?$`) });
  const uri = async () => {
    await seen(code).toBeVisible();
    await page.evaluate(() => Reflect.deleteProperty(window, 'copied'));
    await button('Copy link').click();
    const copied = await page.waitForFunction((): string => Reflect.get(window, 'copied'));
    return copied.jsonValue();
  };
  const scan = async (phone: Phone, name = 'Rainbow') => {
    await row(name).click();
    await phone.pair(await uri());
  };
  return {
    row,
    status,
    retry,
    back,
    close,
    news,
    modal,
    code,
    button,
    ask: (hash: string) => requestDialog(page, hash),
    pick: (name: string) => row(name).click(),
    uri,
    scan,
    connects: async (phone: Phone, name?: string) => {
      await scan(phone, name);
      await seen(modal).toBeHidden();
    },
    link: (name: string | RegExp) => modal.getByRole('link', { name }),
    tiles,
    tile,
    linkOf: async (name: string) => {
      await seen(tile(name)).toHaveAttribute('href');
      return (await tile(name).getAttribute('href')) ?? '';
    },
    account: async () => {
      // The page ignores a request while a wallet connects.
      await seen(page).not.toHaveURL(/#connect$/);
      await requestDialog(page, 'account');
      await seen(modal.getByRole('heading', { name: 'Account' })).toBeVisible();
    },
  };
}
