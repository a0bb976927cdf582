import { fromCallback, fromPromise } from 'xstate';
import { type FailureReason, failureReasonOf } from '#domain/attempt';
import { pairingMachine } from '#machines/pairing';
import { site } from '#site';
import { connectorOf } from './connectors';
import { getPhoneProvider, PHONE_WALLETS_ENTRY, relayLogic } from './relay';
import {
  listPendingTopics,
  pairingTopicOf,
  type WalletConnectProvider,
  watchRelayRefusal,
  withdrawProposal,
} from './walletConnectPatches';

/** The name of the lock that a page holds while it shows the code of the pairing `topic`. A reload releases it. */
const lockOf = (topic: string) => `${site.instanceId}.pairing.${topic}`;

function holdLock(topic: string) {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  navigator.locks?.request(lockOf(topic), () => held).catch(() => {});
  return release;
}

/** Withdraws codes that no page shows any more, of an earlier load or a closed tab. */
async function withdrawOrphans(provider: WalletConnectProvider) {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const shown = new Set(held.map(({ name }) => name));
  if (navigator.locks)
    for (const topic of listPendingTopics(provider)) if (!shown.has(lockOf(topic))) withdrawProposal(provider, topic);
}

/** Returns the failure reason for an error of WalletConnect's library, which has only a text. */
function pairingReason(error: unknown): FailureReason {
  const sentence = error instanceof Error ? error.message : '';
  if (/expired/i.test(sentence)) return 'expired';
  if (/internet|publish|socket|subscribe|relay/i.test(sentence)) return 'unreachable';
  return failureReasonOf(error);
}

const pairPhone = fromCallback(({ sendBack }) => {
  const ending = new AbortController();
  const { signal } = ending;
  const tell = (event: { type: string; [key: string]: unknown }) => {
    if (!signal.aborted) sendBack(event);
  };
  const atEnd = (undo: () => void) => (signal.aborted ? undo() : signal.addEventListener('abort', undo));

  const start = async () => {
    const provider = await getPhoneProvider().catch(() => null);
    if (!provider) return tell({ type: 'library.missed', online: navigator.onLine });
    if (signal.aborted) return;
    // Ends the session of an earlier pairing, because it does not belong to this request.
    if (provider.session) await provider.disconnect();
    await withdrawOrphans(provider).catch(() => {});
    if (signal.aborted) return;
    const connector = connectorOf(PHONE_WALLETS_ENTRY);
    const hear = ({ type, data }: { type: string; data?: unknown }) => {
      const topic = type === 'display_uri' && pairingTopicOf(String(data));
      if (!topic) return;
      atEnd(holdLock(topic));
      tell({ type: 'code.shown', uri: data });
    };
    connector.emitter.on('message', hear);
    atEnd(() => connector.emitter.off('message', hear));
    atEnd(
      watchRelayRefusal(provider, site.wallet.relayUrl, () => {
        console.warn('The WalletConnect relay refuses this site. Check VITE_WALLETCONNECT_PROJECT_ID and its domains.');
        tell({ type: 'relay.refused' });
      }),
    );
    try {
      await connector.connect();
      // Ends a session that was approved after the attempt was aborted.
      if (signal.aborted) await connector.disconnect();
      else tell({ type: 'phone.approved' });
    } catch (error) {
      tell({ type: 'pairing.failed', reason: pairingReason(error) });
    }
  };
  void start().catch(() => tell({ type: 'pairing.failed', reason: 'failed' }));
  return () => ending.abort();
});

export const pairingLogic = pairingMachine.provide({
  actors: {
    pairPhone,
    withdrawCode: fromPromise<void, { uri: string }>(async ({ input: { uri } }) => {
      const topic = pairingTopicOf(uri);
      if (topic) withdrawProposal(await getPhoneProvider(), topic);
    }),
    reloadPage: fromPromise<void>(() => new Promise(() => location.reload())),
    relay: relayLogic,
  },
});
