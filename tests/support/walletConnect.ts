import { randomUUID } from 'node:crypto';
import { EthereumProvider } from '@walletconnect/ethereum-provider';

/** Starts WalletConnect's own provider with the relay at `relayUrl`. It stores its data in memory. */
export async function startWalletConnectProvider(relayUrl: string) {
  const provider = await EthereumProvider.init({
    projectId: '0'.repeat(32),
    relayUrl,
    optionalChains: [1],
    showQrModal: false,
    telemetryEnabled: false,
    disableProviderPing: true,
    logger: 'silent',
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
  });
  const { core } = provider.signer.client;
  const stop = async () => {
    core.heartbeat.stop();
    await core.relayer.transportClose();
  };
  return { provider, stop };
}
