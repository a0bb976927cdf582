import { numberToHex, parseEther } from 'viem';
import { formatBalance } from '#domain/balance';
import { deriveFundedAccount, startChain } from '#tests/support/chain';
import { deployEns } from '#tests/support/ens';
import { startRelay } from '#tests/support/relay';
import { startVerifier } from '#tests/support/verifier';
import type { OwnerAnswer } from '#tests/wallet/owner';
import { startPhone } from '#tests/wallet/phone';
import { createWallet, type WalletEvent } from '#tests/wallet/wallet';
import {
  DEMO_NETWORKS,
  DEMO_WALLET_INFO,
  type DemoCommand,
  type DemoState,
  type NextAnswer,
  type ServerState,
} from './state';

/** The delay of a late answer, in ms. */
const LATE = 5_000;
const AMOUNT = parseEther('0.01');

const owners = [deriveFundedAccount(1), deriveFundedAccount(2)] as const;
const [amina, other] = owners;

const answerFor: Record<NextAnswer, OwnerAnswer> = {
  ask: 'hold',
  approve: 'approve',
  reject: 'reject',
  late: { after: LATE, answer: 'approve' },
};

interface ServiceListeners {
  /** Called when the state of a simulated service, the wallet or the phone has changed. */
  change: () => void;
  news: (news: WalletEvent) => void;
}

/**
 * Starts simulated services on this computer: a chain with ENS names, a WalletConnect relay, and a sign-in server. Also
 * starts a wallet for the page, and a phone with another wallet.
 */
export async function startSimulatedServices({ change, news }: ServiceListeners) {
  const [chain, relay] = await Promise.all([startChain(), startRelay()]);
  const { client } = chain;
  const verifier = await startVerifier({ chainUrls: { 1: chain.url }, host: 'localhost' });
  const script = { answer: 'hold', onChange: () => queueMicrotask(change) } as const;
  const phone = await startPhone({ relayUrl: relay.url, account: amina, ...script });
  const wallet = createWallet(
    {
      ...script,
      account: amina,
      chains: DEMO_NETWORKS.map(({ id }) => id),
      info: DEMO_WALLET_INFO,
      send: async ({ to, value }, { address }) => {
        const transaction = { account: address, to: to as `0x${string}`, value: BigInt(value as string) };
        const hash = await client.sendTransaction(transaction);
        state.waiting += 1;
        change();
        return hash;
      },
    },
    (one) => {
      news(one);
      change();
    },
  );
  const state: Omit<DemoState, 'wallet' | 'phone' | 'accounts' | 'account' | 'chainId'> = {
    block: 0,
    waiting: 0,
    relay: 'works',
    signIn: 'works',
  };
  const next: Record<'wallet' | 'phone', NextAnswer> = { wallet: 'ask', phone: 'ask' };
  const balances: string[] = [];

  const look = async () => {
    state.block = Number(await client.getBlockNumber());
    for (const [i, { address }] of owners.entries()) {
      balances[i] = `${formatBalance(await client.getBalance({ address }), 18)} ETH`;
    }
  };
  const fund = async () => {
    await client.setBalance({ address: amina.address, value: parseEther('12.5') });
    await client.setBalance({ address: other.address, value: parseEther('0.3') });
  };
  const mine = async () => {
    await client.mine({ blocks: 1 });
    state.waiting = 0;
    await look();
  };
  const setRelay = (is: ServerState) => {
    state.relay = is;
    if (is === 'works') relay.allow();
    else relay.refuse();
  };
  const setSignIn = (is: ServerState) => {
    state.signIn = is;
    verifier.answer('/nonce', is === 'is down' ? 503 : is === 'never answers' ? 'silence' : null);
    verifier.answer('/verify', is === 'refuses signatures' ? { status: 422, says: { faults: ['signature'] } } : null);
  };
  const setNext = (device: 'wallet' | 'phone', is: NextAnswer) => {
    next[device] = is;
    (device === 'wallet' ? wallet : phone).answers.default = answerFor[is];
  };
  /**
   * Approves or rejects the oldest pending request of a device. Ignores errors of a request that the page has
   * withdrawn.
   */
  const settle = async (device: 'wallet' | 'phone', by: 'approve' | 'reject') => {
    const { pending, approve, reject } = device === 'wallet' ? wallet : phone;
    if (pending.length) await (by === 'approve' ? approve() : reject()).catch(() => {});
  };

  const ens = await deployEns(client);
  await ens.register('amina', amina);
  await fund();
  await client.setAutomine(false);
  await mine();

  return {
    chainUrl: chain.url,
    relayUrl: relay.url,
    authUrl: verifier.url,
    wallet,
    allow: verifier.allow,
    state: (): DemoState => ({
      ...state,
      accounts: owners.map(({ address }, i) => ({
        address,
        name: i ? `${address.slice(0, 4)}…${address.slice(-4)}` : 'amina.eth',
        balance: balances[i]!,
      })),
      account: owners.findIndex(({ address }) => address === wallet.account.address),
      chainId: wallet.chainId,
      wallet: { questions: [...wallet.pending], next: next.wallet, connected: wallet.connected },
      phone: { questions: [...phone.pending], next: next.phone, connected: phone.sessions().length > 0 },
    }),
    /** Runs a command that the user of the demo gives. For `send`, resolves to `{ value: hash }`, or to `{ error }`. */
    async act(command: DemoCommand): Promise<unknown> {
      switch (command.type) {
        case 'answer':
          return settle(command.device, command.by);
        case 'next':
          return setNext(command.device, command.next);
        case 'account':
          return wallet.setAccount(owners[command.account] ?? amina);
        case 'network':
          return wallet.setChain(command.chainId);
        case 'relay':
          return setRelay(command.is);
        case 'signIn':
          return setSignIn(command.is);
        case 'scan':
          return phone.pair(command.uri);
        case 'mine':
          return mine();
        case 'send':
          return wallet.handle({
            method: 'eth_sendTransaction',
            params: [{ from: wallet.account.address, to: other.address, value: numberToHex(AMOUNT) }],
          });
        case 'reset':
          setRelay('works');
          setSignIn('works');
          await phone.disconnect().catch(() => {});
          await wallet.reset({ account: amina, chains: DEMO_NETWORKS.map(({ id }) => id) });
          setNext('wallet', 'ask');
          setNext('phone', 'ask');
          verifier.endSessions();
          await fund();
          return mine();
      }
    },
    stop: () => Promise.all([phone.stop(), relay.close(), verifier.close(), chain.stop()]),
  };
}
