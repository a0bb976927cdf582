import { catalogue } from '#domain/catalogue';
import type { VisitorDevice } from '#domain/visitor';
import { listWallets } from '#domain/wallets';
import { site } from '#site';

/** Returns the wallets that the page lists for a new visitor, with those that announce themselves. */
export const listFor = (
  { browser, os }: Pick<VisitorDevice, 'browser' | 'os'>,
  announced: Parameters<typeof listWallets>[0]['announced'],
) =>
  listWallets({
    groups: site.wallet.groups,
    language: 'en',
    known: catalogue,
    visitor: { browser, os, framed: false, webView: false },
    announced,
    recents: [],
    latest: null,
  });
