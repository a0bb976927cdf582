import type { SnapshotFrom } from 'xstate';
import { type Chain, createExplorerLink } from '#domain/chain';
import type { Connection } from '#domain/connection';
import { UNREAD_PROFILE } from '#domain/profile';
import type { accountMachine } from '#machines/account';
import { controlOf, phraseOf } from '../phrase';

export function presentAccount(
  snapshot: SnapshotFrom<typeof accountMachine> | null,
  { connection, chains, copied }: { connection: Connection; chains: Chain[]; copied?: 'copied' | 'refused' | null },
) {
  const account = snapshot?.context ?? { ...connection, profile: UNREAD_PROFILE };
  const { address, chainId, profile } = account;
  const chain = chains.find(({ id }) => id === chainId);
  return {
    address,
    profile,
    chain,
    explorer: (chain && createExplorerLink(chain, 'address', address)) ?? null,
    unread: profile.balance.is === 'failed' ? phraseOf('account.unread') : null,
    copying: copied ? phraseOf(`account.copySaid.${copied}`) : null,
    networks: controlOf('networks', 'account.network', chain ?? null),
  };
}
