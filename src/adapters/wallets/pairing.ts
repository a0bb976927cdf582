import type { Connector } from 'wagmi';
import { PairingExpiredError, RelayUnreachableError } from '#domain/errors';
import { topicOf, type WalletConnectProvider, withdrawProposal } from './walletConnectPatches';

/** One attempt of the library. It cannot be taken back before its code was shown; until then, another may have it. */
interface Pairing {
  approval: Promise<unknown>;
  /** By which its code is told from others (EIP-1328), once it was shown. */
  topic: string | null;
  dead: boolean;
  /** Who waits for it. */
  waiting: Set<AbortSignal>;
}
let running: Pairing | null = null;

/**
 * Ends what runs if nobody waits for it any more: the code is void, and the phone that scans it hears so. The library
 * keeps the proposals of all tabs in one place: those of the others stay.
 */
function end(provider: WalletConnectProvider, pairing: Pairing) {
  if (!pairing.topic || pairing.waiting.size) return;
  pairing.dead = true;
  if (running === pairing) running = null;
  withdrawProposal(provider, pairing.topic);
}

function begin(connector: Connector, provider: WalletConnectProvider): Pairing {
  const pairing: Pairing = { approval: Promise.resolve(), topic: null, dead: false, waiting: new Set() };
  const hear = ({ type, data }: { type: string; data?: unknown }) => {
    if (type !== 'display_uri') return;
    pairing.topic = topicOf(String(data));
    end(provider, pairing);
  };
  connector.emitter.on('message', hear);
  pairing.approval = connector
    .connect()
    // The approval may have come first: what nobody waits for any more is not to stay.
    .then(() => (pairing.dead ? connector.disconnect() : undefined))
    .finally(() => {
      connector.emitter.off('message', hear);
      if (running === pairing) running = null;
    });
  return pairing;
}

let missed = false;

/** The library's provider. Its code did not come? A browser does not ask twice for it, so the second try starts over. */
async function providerOf(connector: Connector) {
  try {
    return (await connector.getProvider()) as WalletConnectProvider;
  } catch (error) {
    if (missed && navigator.onLine) location.reload();
    missed = true;
    throw new RelayUnreachableError({ cause: error });
  }
}

/** The error in words that machines know. The library has only sentences. */
function translated(error: unknown) {
  const sentence = error instanceof Error ? error.message : '';
  if (/expired/i.test(sentence)) return new PairingExpiredError({ cause: error });
  if (/internet|publish|socket|subscribe|relay/i.test(sentence)) return new RelayUnreachableError({ cause: error });
  return error;
}

/**
 * Connects a wallet on a phone: a pairing code is made (`attend` hears of it), and the phone approves.
 * @throws {PairingExpiredError} @throws {RelayUnreachableError} and whatever the wallet says.
 */
export async function pair(connector: Connector, signal: AbortSignal) {
  try {
    const provider = await providerOf(connector);
    // A session that was left over is not what is asked for now.
    if (provider.session && !running) await provider.disconnect();
    if (signal.aborted) return;
    running ??= begin(connector, provider);
    const pairing = running;
    pairing.waiting.add(signal);
    signal.addEventListener('abort', () => {
      pairing.waiting.delete(signal);
      end(provider, pairing);
    });
    await pairing.approval;
    pairing.waiting.delete(signal);
  } catch (error) {
    throw translated(error);
  }
}
