import type { EIP1193Provider } from 'viem';
import { type Connector, type CreateConnectorFn, injected } from 'wagmi';
import { coinbaseWallet, safe, walletConnect } from 'wagmi/connectors';
import { language } from '#copy/numbers';
import { brandOf } from '#domain/brand';
import { parseChainId } from '#domain/chainId';
import { type ConnectorKey, hasSameConnector } from '#domain/connection';
import { NetworkUnchangedError, WalletNotFoundError } from '#domain/errors';
import { chooseTranslation } from '#domain/localized';
import type { Wallet } from '#domain/wallet';
import { site } from '#site';
import { ignoreMalformedMessages } from '../browser/messages';
import { findProvider } from './providers';
import { setUpConnector } from './wagmiInternals';
import { patchProvider, type WalletConnectProvider } from './walletConnectPatches';
import { createWalletConnectStorage } from './walletConnectStorage';

const { brand } = brandOf(site.product);
const SAFE = 'https://app.safe.global';
const connectors: { reach: ConnectorKey; connector: Connector }[] = [];

type Parts = ReturnType<CreateConnectorFn>;
type Override = (connector: Parts, emitter: Connector['emitter']) => Partial<Parts> & ThisType<Parts>;

const extendConnector =
  (create: CreateConnectorFn, override: Override): CreateConnectorFn =>
  (setting) => {
    const connector = create(setting);
    return { ...connector, ...override(connector, setting.emitter) };
  };

/** Skips wagmi's `setup`, which would load each library at once to subscribe to its events. */
const skipSetup = (create: CreateConnectorFn) => extendConnector(create, () => ({ setup: async () => {} }));

const patchProviderOnce = (create: CreateConnectorFn) =>
  extendConnector(create, (connector) => {
    let provider: Promise<unknown> | undefined;
    return {
      getProvider(parameters) {
        provider ??= connector.getProvider
          .call(this, parameters)
          .then((one) => patchProvider(one as WalletConnectProvider));
        return provider;
      },
    };
  });

/** Keeps the connection of a wallet that reports no accounts. wagmi would end it, but the wallet may be locked. */
const keepLockedWallet = (create: CreateConnectorFn) =>
  extendConnector(create, (connector, emitter) => ({
    async onAccountsChanged(accounts) {
      if (accounts.length) await connector.onAccountsChanged.call(this, accounts);
      else emitter.emit('change', { accounts: [] });
    },
    async onDisconnect(error) {
      const accounts = await connector.getAccounts.call(this).catch(() => []);
      if (!accounts.length) await connector.onDisconnect.call(this, error);
    },
  }));

const LISTENERS = ['setup', 'onConnect', 'onAccountsChanged', 'onChainChanged', 'onDisconnect'] as const;

const ignoreEventErrors = (create: CreateConnectorFn) =>
  extendConnector(create, (connector) => {
    const tryListener = (name: (typeof LISTENERS)[number]) =>
      async function (this: unknown, ...event: unknown[]) {
        if (name === 'onChainChanged' && parseChainId(event[0]) === null) return;
        try {
          await Reflect.apply(connector[name] ?? Object, this, event);
        } catch {}
      };
    return Object.fromEntries(LISTENERS.map((name) => [name, tryListener(name)]));
  });

/** How long the event of a switch may come after the wallet's answer, in ms. */
const LATE_EVENT = 500;

/** Ends a switch that the wallet has answered without switching: wagmi waits for an event that never comes. */
const validateNetwork = (create: CreateConnectorFn<EIP1193Provider | undefined>) =>
  extendConnector(create, (connector) => ({
    async getChainId() {
      const provider = await this.getProvider();
      return parseChainId(await (provider as EIP1193Provider).request({ method: 'eth_chainId' })) ?? Number.NaN;
    },
    async onConnect(info) {
      const chainId = parseChainId(Object(info).chainId) ?? (await this.getChainId());
      await connector.onConnect?.call(this, { chainId: String(chainId) });
    },
    switchChain(parameters) {
      const { chainId } = parameters;
      return new Promise((resolve, reject) => {
        // wagmi reads the network as soon as the wallet has answered, and some wallets change it only a moment later.
        const getChainId = async () => {
          if ((await this.getChainId()) === chainId) return chainId;
          await new Promise((late) => setTimeout(late, LATE_EVENT));
          const now = await this.getChainId();
          if (now !== chainId) reject(new NetworkUnchangedError());
          return now;
        };
        const asking = Object.create(this, { getChainId: { value: getChainId } });
        connector.switchChain!.call(asking, parameters).then(resolve, reject);
      });
    },
  }));

const factories: Record<Exclude<Wallet['connector'], 'injected'>, () => CreateConnectorFn> = {
  walletConnect: () =>
    patchProviderOnce(
      walletConnect({
        projectId: site.wallet.projectId,
        relayUrl: site.wallet.relayUrl,
        metadata: {
          name: brand,
          description: chooseTranslation(site.app.description, language),
          url: location.origin,
          icons: [location.origin + site.app.icon],
        },
        customStoragePrefix: site.instanceId,
        storage: createWalletConnectStorage(),
        showQrModal: false,
        telemetryEnabled: false,
        logger: 'silent',
        // wagmi would store the requested networks. Only `storedRecords` stores anything.
        isNewChainsStale: false,
      }),
    ),
  coinbase: () =>
    coinbaseWallet({
      appName: brand,
      appLogoUrl: location.origin + site.app.icon,
      preference: { options: 'smartWalletOnly', telemetry: false },
    }),
  safe: () =>
    safe({
      allowedDomains: [/^https:\/\/app\.safe\.global$/],
      shimDisconnect: false,
      // Safe may take long to answer while it starts. Other pages that frame the site never answer.
      unstable_getInfoTimeout: globalThis.location?.ancestorOrigins?.contains(SAFE) ? 10_000 : 2_000,
    }),
};

const wrapped = new WeakMap<object, object>();

/** Always answers with a promise, and its listener methods never throw. Some wallets answer otherwise, or lack them. */
function wrapProvider(provider: EIP1193Provider) {
  const tryMethod =
    (name: 'on' | 'removeListener') =>
    async (...given: unknown[]) => {
      try {
        await Reflect.apply(provider[name], provider, given);
      } catch {}
    };
  const request = async (question: never) => provider.request(question);
  if (!wrapped.has(provider))
    wrapped.set(provider, { request, on: tryMethod('on'), removeListener: tryMethod('removeListener') });
  return wrapped.get(provider);
}

type ConnectorDetails = Pick<Wallet, 'id' | 'name'> & ConnectorKey;

function createFactory({ connector, announcement, name, id }: ConnectorDetails): CreateConnectorFn {
  if (connector !== 'injected') {
    ignoreMalformedMessages();
    return skipSetup(factories[connector]());
  }
  const provider = findProvider(announcement);
  if (!provider) throw new WalletNotFoundError(name);
  const target = { id, name, provider: () => wrapProvider(provider) as never };
  return ignoreEventErrors(keepLockedWallet(validateNetwork(injected({ target, shimDisconnect: true }))));
}

/** @throws {WalletNotFoundError} if the wallet should be installed, but isn't */
export function connectorOf(wallet: ConnectorDetails): Connector {
  const known = findConnector(wallet);
  if (known) return known;
  const { connector: kind, announcement } = wallet;
  const connector = setUpConnector(createFactory(wallet));
  connectors.push({ reach: { connector: kind, announcement }, connector });
  return connector;
}

export const connectorKeyOf = ({ uid }: Connector) => connectors.find(({ connector }) => connector.uid === uid)?.reach;

export const findConnector = (reach: ConnectorKey) =>
  connectors.find((one) => hasSameConnector(one.reach, reach))?.connector;
