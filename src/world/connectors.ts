import { type Connector, type CreateConnectorFn, injected } from 'wagmi';
import { coinbaseWallet, safe, walletConnect } from 'wagmi/connectors';
import { brandOf } from '#domain/brand';
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

/** What of WalletConnect's provider would load a frame of a third party, which the policy refuses, and wait for it. */
interface Verifying {
  signer: { client: { core: { verify: { register(): Promise<string> } } } };
}

/** Without that frame: nothing but the relay is spoken to. */
const unverified =
  (create: CreateConnectorFn): CreateConnectorFn =>
  (setting) => {
    const connector = create(setting);
    return {
      ...connector,
      async getProvider(parameters) {
        const provider = await connector.getProvider.call(this, parameters);
        (provider as Verifying).signer.client.core.verify.register = async () => '';
        return provider;
      },
    };
  };

const UNASKED = ['setup', 'onConnect', 'onAccountsChanged', 'onChainChanged', 'onDisconnect'] as const;

/** What a wallet says unasked, nobody waits for: if it makes no sense, nothing comes of it. */
const unmoved =
  (create: CreateConnectorFn): CreateConnectorFn =>
  (setting) => {
    const connector = create(setting);
    const bear = (name: (typeof UNASKED)[number]) =>
      async function (this: unknown, ...news: unknown[]) {
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
    unverified(
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
  safe: () => dormant(safe({ allowedDomains: [/^app\.safe\.global$/], shimDisconnect: false })),
};

function maker({ connector, announcement, name, id }: Wallet): CreateConnectorFn {
  if (connector !== 'injected') return makers[connector]();
  const provider = providerOf(announcement);
  if (!provider) throw new WalletNotFoundError(name);
  return unmoved(injected({ target: { id, name, provider: provider as never }, shimDisconnect: true }));
}

/**
 * What speaks to `wallet`.
 * @throws {WalletNotFoundError} if it is to be in this browser, and is not.
 */
export function connectorOf(wallet: Wallet): Connector {
  const key = wallet.announcement ?? wallet.connector;
  const connector = connectors.get(key) ?? config._internal.connectors.setup(maker(wallet));
  connectors.set(key, connector);
  return connector;
}
