import type { EIP1193Provider } from 'viem';
import { type Connector, type CreateConnectorFn, injected } from 'wagmi';
import { coinbaseWallet, safe, walletConnect } from 'wagmi/connectors';
import { brandOf } from '#domain/brand';
import { isChainId } from '#domain/chainId';
import { isReachedAlike, type Reach } from '#domain/connection';
import { WalletNotFoundError } from '#domain/errors';
import type { Wallet } from '#domain/wallet';
import { site } from '#site';
import { ignoreMalformedMessages } from '../browser/messages';
import { providerOf } from './providers';
import { setUpConnector } from './wagmiInternals';
import { patchProvider, type WalletConnectProvider } from './walletConnectPatches';
import { createWalletConnectStorage } from './walletConnectStorage';

const { brand } = brandOf(site.product);
const SAFE = 'https://app.safe.global';

/** The connectors that wagmi has set up: one for each wallet, however often it is used. */
const connectors: { reach: Reach; connector: Connector }[] = [];

/** Loads no library before it is used: wagmi would load each at once to ask it for news. */
const dormant =
  (create: CreateConnectorFn): CreateConnectorFn =>
  (setting) => ({ ...create(setting), setup: async () => {} });

/** Patches the provider of WalletConnect once, however often it is used. */
const patched =
  (create: CreateConnectorFn): CreateConnectorFn =>
  (setting) => {
    const connector = create(setting);
    let provider: Promise<unknown> | undefined;
    return {
      ...connector,
      getProvider(parameters) {
        provider ??= connector.getProvider
          .call(this, parameters)
          .then((one) => patchProvider(one as WalletConnectProvider));
        return provider;
      },
    };
  };

const UNASKED = ['setup', 'onConnect', 'onAccountsChanged', 'onChainChanged', 'onDisconnect'] as const;

/** Whether a wallet's message names a network: as a number, or the text of one. */
const isChain = (news: unknown) => isChainId(Number(news));

/**
 * Keeps the connection of a wallet that names no account, which wagmi would end. The wallet may be locked, or may have
 * lost its line for a moment.
 */
const lockable =
  (create: CreateConnectorFn): CreateConnectorFn =>
  (setting) => {
    const connector = create(setting);
    return {
      ...connector,
      async onAccountsChanged(accounts) {
        if (accounts.length) await connector.onAccountsChanged.call(this, accounts);
        else setting.emitter.emit('change', { accounts: [] });
      },
      async onDisconnect(error) {
        const accounts = await connector.getAccounts.call(this).catch(() => []);
        if (!accounts.length) await connector.onDisconnect.call(this, error);
      },
    };
  };

/** Ignores malformed provider events and errors thrown while handling them. */
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
          // The event was malformed.
        }
      };
    return { ...connector, ...Object.fromEntries(UNASKED.map((name) => [name, bear(name)])) };
  };

const makers: Record<Exclude<Wallet['connector'], 'injected'>, () => CreateConnectorFn> = {
  walletConnect: () =>
    patched(
      dormant(
        walletConnect({
          projectId: site.wallet.projectId,
          relayUrl: site.wallet.relayUrl,
          metadata: {
            name: brand,
            description: site.app.description,
            url: location.origin,
            icons: [location.origin + site.app.icon],
          },
          customStoragePrefix: site.instanceId,
          storage: createWalletConnectStorage(),
          showQrModal: false,
          telemetryEnabled: false,
          logger: 'silent',
          // wagmi would store the requested networks. Here, only `records` stores anything.
          isNewChainsStale: false,
        }),
      ),
    ),
  coinbase: () =>
    dormant(
      coinbaseWallet({
        appName: brand,
        appLogoUrl: location.origin + site.app.icon,
        preference: { options: 'smartWalletOnly', telemetry: false },
      }),
    ),
  safe: () =>
    dormant(
      safe({
        allowedDomains: [/^https:\/\/app\.safe\.global$/],
        shimDisconnect: false,
        // Safe may be busy with its own start. Any other outer page never answers.
        unstable_getInfoTimeout: globalThis.location?.ancestorOrigins?.contains(SAFE) ? 10_000 : 2_000,
      }),
    ),
};

const wrapped = new WeakMap<object, object>();

/** Some wallets cannot be listened to (EIP-1193 says that they can): these just never report changes. */
function listenable(provider: EIP1193Provider) {
  if (typeof provider.on === 'function' && typeof provider.removeListener === 'function') return provider;
  const mute = { request: provider.request.bind(provider), on: () => {}, removeListener: () => {} };
  if (!wrapped.has(provider)) wrapped.set(provider, mute);
  return wrapped.get(provider);
}

/** The fields of a wallet from which its connector is made. */
type Reached = Pick<Wallet, 'id' | 'name'> & Reach;

function maker({ connector, announcement, name, id }: Reached): CreateConnectorFn {
  if (connector !== 'injected') {
    ignoreMalformedMessages();
    return makers[connector]();
  }
  const provider = providerOf(announcement);
  if (!provider) throw new WalletNotFoundError(name);
  return unmoved(
    lockable(injected({ target: { id, name, provider: () => listenable(provider) as never }, shimDisconnect: true })),
  );
}

/**
 * Returns the connector that reaches `wallet`.
 *
 * @throws {WalletNotFoundError} if the wallet is not in this browser, and should be.
 */
export function connectorOf(wallet: Reached): Connector {
  const known = connectorAt(wallet);
  if (known) return known;
  const { connector: kind, announcement } = wallet;
  const connector = setUpConnector(maker(wallet));
  connectors.push({ reach: { connector: kind, announcement }, connector });
  return connector;
}

/** Returns the reach of a connector, or undefined if it was not set up here. */
export const reachOf = ({ uid }: Connector) => connectors.find(({ connector }) => connector.uid === uid)?.reach;

/** Returns the connector for a reach, if it was set up. */
export const connectorAt = (reach: Reach) => connectors.find((one) => isReachedAlike(one.reach, reach))?.connector;
