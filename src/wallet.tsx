import type { ComponentProps } from 'react';
import { isPhoneLayout } from '#adapters/browser/browser';
import { loadedWallet } from '#adapters/wallets/wallet';
import { listCurrentWallets } from '#adapters/wallets/wallets';
import type { DialogPreview } from '#views/WalletLoader';
import { walletViews } from '#views/wallet/Wallet';

/** The content of the dialog before it first opens. Rendering it does not ask wallets to announce themselves. */
const preview: DialogPreview = { phone: isPhoneLayout(), wallets: listCurrentWallets() };

export const walletBundle = {
  ...loadedWallet,
  ...walletViews,
  Content: (props: ComponentProps<typeof walletViews.Content>) => <walletViews.Content {...props} preview={preview} />,
};
