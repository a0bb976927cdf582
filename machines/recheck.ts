import { emit, setup } from 'xstate';
import type { Wallet } from '#domain/wallet';
import { type ChildIds, port, watcher } from './port';

/** Asks the connected wallet again for its account and network, because the page may have missed its events. */
export const recheckMachine = setup({
  types: {
    input: {} as { wallet: Wallet },
    context: {} as { wallet: Wallet },
    children: {} as ChildIds<'watchReturn' | 'askWallet'>,
    events: {} as { type: 'check' | 'visitor.returned' },
    emitted: {} as { type: 'wallet.checked' },
  },
  actors: {
    watchReturn: watcher('notice that the visitor returns to the page'),
    askWallet: port<void, { wallet: Wallet }>('ask a wallet for its accounts and its network'),
  },
  actions: { tellChecked: emit({ type: 'wallet.checked' }) },
  delays: { walletReplyTimeout: 5_000 },
}).createMachine({
  id: 'recheck',
  context: ({ input }) => input,
  invoke: { id: 'watchReturn', src: 'watchReturn' },
  initial: 'idle',
  states: {
    idle: {
      description: 'The page shows the account that the wallet reported last.',
      on: { 'visitor.returned': 'checking', check: 'checking' },
    },
    checking: {
      description: 'The wallet is asked. Until it answers, the page shows the account as before.',
      exit: 'tellChecked',
      invoke: {
        id: 'askWallet',
        src: 'askWallet',
        input: ({ context }) => ({ wallet: context.wallet }),
        onDone: 'idle',
        onError: 'idle',
      },
      after: { walletReplyTimeout: 'idle' },
    },
  },
});
