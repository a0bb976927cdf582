import { CacheProvider } from '@emotion/react';
import type { ComponentProps } from 'react';
import { given, wallet } from '#adapters/wallets/wallet';
import { createStyleCache } from '#views/cache';
import { parts } from '#views/wallet/Wallet';

const cache = createStyleCache();

/** The landing page adds no styles to those that were served, so the wallet bundle brings a store that does. */
const styled = (Part: typeof parts.Content) => (props: ComponentProps<typeof parts.Content>) => (
  <CacheProvider value={cache}>
    <Part {...props} />
  </CacheProvider>
);

/** The wallet half of the page: everything behind the door, in one piece that is loaded when someone asks for it. */
export const half = { machine: wallet, given, ...parts, Content: styled(parts.Content), News: styled(parts.News) };
