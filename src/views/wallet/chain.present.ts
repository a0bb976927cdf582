import type { SnapshotFrom } from 'xstate';
import { isSupportedChain } from '#domain/chain';
import type { chainMachine } from '#machines/chain';
import { phraseOf } from '../phrase';

export function presentChain(snapshot: SnapshotFrom<typeof chainMachine>) {
  const { chains, current, target } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  const [connected, confirm] = [phraseOf('chain.connected'), phraseOf('chain.confirm')];
  return {
    busy,
    /** Whether the wallet is on a network that the page doesn't use. The visitor can then also disconnect. */
    isAstray: !isSupportedChain(chains, current),
    rows: chains.map((chain) => {
      const isCurrent = chain.id === current;
      const isAsked = busy && chain.id === target;
      return {
        chain,
        isCurrent,
        isAsked,
        mark: isCurrent ? connected : isAsked ? confirm : null,
        // The current network is not a button, because pressing it would do nothing.
        event: isCurrent || busy ? null : ({ type: 'pick', id: chain.id } as const),
      };
    }),
    heard: busy ? confirm : null,
  };
}
