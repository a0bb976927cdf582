import type { Site } from '#domain/site';
import type { WalletDescriptor } from '#domain/wallet';

/** Returns an error text for each listed wallet whose icon is missing. `isThere` gets paths such as `/wallets/x.svg`. */
export const findMissingIcons = (
  { wallet: { groups } }: Pick<Site, 'wallet'>,
  known: WalletDescriptor[],
  isThere: (path: string) => boolean,
) =>
  groups
    .flatMap(({ wallets }) => wallets)
    .flatMap((id) => known.find((wallet) => wallet.id === id) ?? [])
    .filter(({ iconUrl }) => iconUrl !== undefined && !isThere(iconUrl))
    .map(
      ({ id, name, iconUrl }) =>
        `${name} is listed, but its icon is missing: add src/public${iconUrl}, or take ${id}.iconUrl away.`,
    );
