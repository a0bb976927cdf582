import type { EIP1193Provider } from 'viem';
import { type Connector, type CreateConnectorFn, injected } from 'wagmi';
import { coinbaseWallet, safe, walletConnect } from 'wagmi/connectors';
import { reasonOf } from '#domain/attempt';
import { brandOf } from '#domain/brand';
import { isChainId } from '#domain/chainId';
import { WalletNotFoundError } from '#domain/errors';
import type { Wallet } from '#domain/wallet';
import { site } from '#site';
import { config } from './config';
import { providerOf } from './providers';

const { brand } = brandOf(site.product);

/** By which wallets are spoken to, as wagmi has set them up: one for each, however often it is asked. */
const connectors = new Map<string, Connector>();

/** Of the library behind it, nothing is loaded before it is used: wagmi would start by asking it for news. */
const dormant =
  (create: CreateConnectorFn): CreateConnectorFn =>
  (setting) => ({ ...create(setting), setup: async () => {} });

/** As much of WalletConnect's provider as is changed here. Accounts are written as in CAIP-10: eip155:1:0x… */
interface WalletConnectProvider {
  session?: { topic: string; namespaces: Record<string, { accounts: string[] }> } | undefined;
  chainId: number;
  setChainIds(accounts: string[]): void;
  setAccounts(accounts: string[]): void;
  reset(): void;
  disconnect(): Promise<void>;
  signer: {
    connect(proposal: object): Promise<unknown>;
    on(event: 'session_update', listen: () => void): void;
    cleanup(): Promise<void>;
    client: {
      disconnect(leave: { topic: string; reason: { code: number; message: string } }): Promise<void>;
      core: { verify: { register(): Promise<string> } };
    };
  };
}

/** Some habits of WalletConnect's provider are taken from it. */
function tame(provider: WalletConnectProvider) {
  const { signer } = provider;
  const connect = signer.connect.bind(signer);
  // Of an error it would pass on the sentence alone, which each wallet has in words of its own.
  signer.connect = (proposal) =>
    connect(proposal).catch((error) => {
      throw reasonOf(error) === 'rejected' ? new Error('User rejected the request.', { cause: error }) : error;
    });
  // It would load a frame of a third party, which the policy refuses, and wait for it in vain.
  signer.client.core.verify.register = async () => '';
  // It would pass on that other accounts are shared, but keep those that were.
  signer.on('session_update', () => {
    const accounts = provider.session?.namespaces.eip155?.accounts ?? [];
    if (!accounts.some((one) => one.startsWith(`eip155:${provider.chainId}:`))) provider.setChainIds(accounts);
    provider.setAccounts(accounts);
  });
  // It would keep the session until the relay has carried the news, and then drop whatever session there is.
  provider.disconnect = async () => {
    const { session } = provider;
    if (!session) return;
    await signer.cleanup();
    provider.reset();
    // If it cannot be told now, the session is met again at the next attempt, and told then.
    signer.client
      .disconnect({ topic: session.topic, reason: { code: 6000, message: 'User disconnected.' } })
      .catch(() => {});
  };
  return provider;
}

const tamed =
  (create: CreateConnectorFn): CreateConnectorFn =>
  (setting) => {
    const connector = create(setting);
    let provider: Promise<unknown> | undefined;
    return {
      ...connector,
      getProvider(parameters) {
        provider ??= connector.getProvider.call(this, parameters).then((one) => tame(one as WalletConnectProvider));
        return provider;
      },
    };
  };

const UNASKED = ['setup', 'onConnect', 'onAccountsChanged', 'onChainChanged', 'onDisconnect'] as const;

/** A network, as a wallet may name it: a number, or the text of one. */
const isChain = (news: unknown) => isChainId(Number(news));

/** What a wallet says unasked, nobody waits for: if it makes no sense, nothing comes of it. */
const unmoved =
  (create: CreateConnectorFn): CreateConnectorFn =>
  (setting) => {
    const connector = create(setting);
    const bear = (name: (typeof UNASKED)[number]) =>
      async function (this: unknown, ...news: unknown[]) {
        if (name === 'onChainChanged' && !isChain(news[0])) return;
        try {
          await Reflect.apply(connector[name] ?? Object, this, news);
        } catch {
          // Whatever it meant.
        }
      };
    return { ...connector, ...Object.fromEntries(UNASKED.map((name) => [name, bear(name)])) };
  };

const makers: Record<Exclude<Wallet['connector'], 'injected'>, () => CreateConnectorFn> = {
  walletConnect: () =>
    tamed(
      dormant(
        walletConnect({
          projectId: site.wallet.projectId,
          relayUrl: site.wallet.relayUrl,
          metadata: {
            name: brand,
            description: `Interest-free: ${site.product} USDC against SOL.`,
            url: location.origin,
            icons: [`${location.origin}/icon-180.png`],
          },
          customStoragePrefix: site.instanceId,
          showQrModal: false,
          telemetryEnabled: false,
          logger: 'silent',
          // wagmi would remember the networks asked for; here nothing but `records` remembers.
          isNewChainsStale: false,
        }),
      ),
    ),
  coinbase: () =>
    dormant(coinbaseWallet({ appName: brand, preference: { options: 'smartWalletOnly', telemetry: false } })),
  safe: () =>
    dormant(
      safe({
        allowedDomains: [/^https:\/\/app\.safe\.global$/],
        shimDisconnect: false,
        unstable_getInfoTimeout: 2_000,
      }),
    ),
};

const wrapped = new WeakMap<object, object>();

/** Some wallets cannot be listened to (EIP-1193 says that they can): these just never say anything unasked. */
function listenable(provider: EIP1193Provider) {
  if (typeof provider.on === 'function' && typeof provider.removeListener === 'function') return provider;
  const mute = { request: provider.request.bind(provider), on: () => {}, removeListener: () => {} };
  if (!wrapped.has(provider)) wrapped.set(provider, mute);
  return wrapped.get(provider);
}

function maker({ connector, announcement, name, id }: Wallet): CreateConnectorFn {
  if (connector !== 'injected') return makers[connector]();
  const provider = providerOf(announcement);
  if (!provider) throw new WalletNotFoundError(name);
  return unmoved(
    injected({ target: { id, name, provider: () => listenable(provider) as never }, shimDisconnect: true }),
  );
}

/**
 * What speaks to `wallet`.
 * @throws {WalletNotFoundError} if it is to be in this browser, and is not.
 */
export function connectorOf(wallet: Wallet): Connector {
  const key = `${wallet.connector} ${wallet.announcement ?? ''}`;
  const connector = connectors.get(key) ?? config._internal.connectors.setup(maker(wallet));
  connectors.set(key, connector);
  return connector;
}
