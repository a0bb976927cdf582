import { CacheProvider } from '@emotion/react';
import type { ComponentProps } from 'react';
import { isPhoneLayout } from '#adapters/browser/browser';
import { wallet } from '#adapters/wallets/wallet';
import { listCurrentWallets } from '#adapters/wallets/wallets';
import { createStyleCache } from '#views/cache';
import type { DialogPreview } from '#views/WalletLoader';
import { walletViews } from '#views/wallet/Wallet';

const cache = createStyleCache();

/** The content of the dialog before it first opens. Rendering it does not ask wallets to announce themselves. */
const preview: DialogPreview = { phone: isPhoneLayout(), wallets: listCurrentWallets() };

/** The landing page's style cache is closed, so the wallet bundle has its own. */
const styled = (Part: typeof walletViews.Content) => (props: ComponentProps<typeof walletViews.Content>) => (
  <CacheProvider value={cache}>
    <Part {...props} preview={preview} />
  </CacheProvider>
);

/** The wallet bundle: all wallet dialogs, loaded on demand. */
export const walletBundle = {
  ...wallet,
  ...walletViews,
  Content: styled(walletViews.Content),
  News: styled(walletViews.News),
};
