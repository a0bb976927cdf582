import { reasonOf } from '#domain/attempt';

/*
 * All that touches private parts of WalletConnect's libraries (`@walletconnect/*` 2.21.8). Each patch names its symptom
 * and the upstream report; `tests/adapters/walletConnectPatches.test.ts` fails under the patch's name once a version
 * behaves differently.
 */

/** A session. Accounts are written as in CAIP-10: `eip155:1:0x…`. */
interface Session {
  topic: string;
  namespaces: Record<string, { accounts: string[] }>;
}

interface Proposal {
  id: number;
  pairingTopic: string;
  proposer: { publicKey: string };
}

interface Emitter {
  once(event: string, listen: (data: { error?: unknown; session?: unknown }) => void): void;
}

/** The parts of WalletConnect's provider that this page touches. */
export interface WalletConnectProvider {
  session?: Session | undefined;
  accounts: string[];
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
      connect(proposal: object): Promise<{ uri?: string; approval: () => Promise<unknown> }>;
      disconnect(end: { topic: string; reason: { code: number; message: string } }): Promise<void>;
      engine: { events: Emitter; isValidDisconnect(end: object): Promise<void> };
      proposal: { getAll(): Proposal[] };
      core: {
        verify: { register(): Promise<string> };
        expirer: { set(id: number, expiry: number): void };
        pairing: { disconnect(pairing: { topic: string }): Promise<void> };
        crypto: { deleteKeyPair(publicKey: string): Promise<void> };
      };
    };
  };
}

/** Returns the topic of a pairing URI (EIP-1328), or null. */
export const topicOf = (uri: string) => /^wc:(\w+)@/.exec(uri)?.[1] ?? null;

const ignore = () => {};

/**
 * Symptom: a rejection arrives as its sentence alone, without code or cause; each wallet words it differently.
 * Upstream: WalletConnect/walletconnect-monorepo, `EthereumProvider.connect` (`reject(new Error(error.message))`).
 */
function keepRejection({ signer }: WalletConnectProvider) {
  const connect = signer.connect.bind(signer);
  signer.connect = (proposal) =>
    connect(proposal).catch((error) => {
      throw reasonOf(error) === 'rejected' ? new Error('User rejected the request.', { cause: error }) : error;
    });
}

/**
 * Symptom: a hidden frame of verify.walletconnect.org is loaded, which the policy refuses; each code comes 5 s late.
 * Upstream: WalletConnect/walletconnect-monorepo#3500, #3764, #4277.
 */
function skipVerifyFrame({ signer }: WalletConnectProvider) {
  signer.client.core.verify.register = async () => '';
}

/**
 * Symptom: a session update with other accounts or networks leaves the provider's accounts as they were.
 * Upstream: WalletConnect/walletconnect-monorepo#5706.
 */
function followSessionUpdates(provider: WalletConnectProvider) {
  provider.signer.on('session_update', () => {
    const accounts = provider.session?.namespaces.eip155?.accounts ?? [];
    if (!accounts.some((one) => one.startsWith(`eip155:${provider.chainId}:`))) provider.setChainIds(accounts);
    provider.setAccounts(accounts);
  });
}

/**
 * Symptom: `disconnect` keeps the session until the relay has carried the message; offline it never ends.
 * Upstream: WalletConnect/modal-react-native#14.
 */
function disconnectAtOnce(provider: WalletConnectProvider) {
  const { signer } = provider;
  provider.disconnect = async () => {
    const { session } = provider;
    if (!session) return;
    await signer.cleanup();
    provider.reset();
    // A phone that cannot be told now is told at the next attempt, which meets the session again.
    signer.client
      .disconnect({ topic: session.topic, reason: { code: 6000, message: 'User disconnected.' } })
      .catch(ignore);
  };
}

/**
 * Symptom: a proposal that expires raises an uncaught "Proposal expired" beside the one that is handled.
 * Upstream: WalletConnect/walletconnect-monorepo, `createDelayedPromise` (caches `Promise.reject` unhandled).
 */
function awaitApproval({ signer: { client } }: WalletConnectProvider) {
  const connect = client.connect.bind(client);
  client.connect = async (proposal) => {
    const { uri, approval } = await connect(proposal);
    const topic = uri && topicOf(uri);
    const pending = client.proposal.getAll().find(({ pairingTopic }) => pairingTopic === topic);
    if (!uri || !pending) return { ...(uri && { uri }), approval };
    const settled = new Promise((resolve, reject) => {
      client.engine.events.once(`session_connect:${pending.id}`, ({ error, session }) =>
        error ? reject(error) : resolve(session),
      );
    });
    return { uri, approval: () => settled };
  };
}

/**
 * Symptom: a session that the phone ends twice (the relay repeats itself) raises an uncaught "Record was recently deleted".
 * Upstream: WalletConnect/walletconnect-monorepo, `onSessionDeleteRequest` (calls `isValidDisconnect` without `await`).
 */
function bearRepeatedEnd({ signer: { client } }: WalletConnectProvider) {
  const { engine } = client;
  const check = engine.isValidDisconnect.bind(engine);
  engine.isValidDisconnect = (end) => {
    const checked = check(end);
    checked.catch(ignore);
    return checked;
  };
}

/** Applies all patches to `provider` and returns it. */
export function patchProvider(provider: WalletConnectProvider) {
  keepRejection(provider);
  skipVerifyFrame(provider);
  followSessionUpdates(provider);
  disconnectAtOnce(provider);
  awaitApproval(provider);
  bearRepeatedEnd(provider);
  return provider;
}

/**
 * Withdraws the proposal of the pairing `topic`: a phone that scans its code hears that it is void. The library has no
 * way to withdraw one (WalletConnect/walletconnect-monorepo#696), and keeps the proposals of all tabs in one place.
 */
export function withdrawProposal({ signer: { client } }: WalletConnectProvider, topic: string) {
  for (const { id, pairingTopic, proposer } of client.proposal.getAll()) {
    if (pairingTopic !== topic) continue;
    client.core.expirer.set(id, 0);
    client.core.pairing.disconnect({ topic }).catch(ignore);
    client.core.crypto.deleteKeyPair(proposer.publicKey).catch(ignore);
  }
}
