import type { EthereumProvider } from '@walletconnect/ethereum-provider';
import { failureReasonOf } from '#domain/attempt';
import { parseChainId } from '#domain/chainId';

/*
 * All uses of private parts of WalletConnect's libraries (`@walletconnect/*` 2.21.8). Each patch names its symptom and
 * the upstream report. `tests/adapters/walletConnectPatches.test.ts` fails under the patch's name once a version
 * behaves differently.
 */

type Library = InstanceType<typeof EthereumProvider>;
type Client = Library['signer']['client'];
type Core = Client['core'];

/** A type of the library, with the parts that its declaration hides. */
type Reveal<Type, Hidden> = Omit<Type, keyof Hidden> & Hidden;

/** A connection to the relay. The library creates another one for each retry. */
type Line = Reveal<Core['relayer']['provider'], { onPayload(payload: unknown): void }>;

interface HiddenInRelayer {
  provider: Line;
  reconnectInProgress: boolean;
  createProvider(): Promise<void>;
  onProviderPayload(payload: unknown): Promise<void>;
}

interface HiddenInSigner {
  onChainChanged(chain: string, internal?: boolean): Promise<void>;
  cleanup(): Promise<void>;
  client: Reveal<
    Client,
    {
      engine: { events: Core['events']; isValidDisconnect(end: object): Promise<void> };
      core: Reveal<Core, { relayer: Reveal<Core['relayer'], HiddenInRelayer> }>;
    }
  >;
}

interface HiddenInProvider {
  rpc: { optionalChains: string[] };
  setChainId(chain: string): void;
  setChainIds(chains: string[]): void;
  /** Accounts are written as in CAIP-10: `eip155:1:0x…`. */
  setAccounts(accounts: string[]): void;
  reset(): void;
  signer: Reveal<Library['signer'], HiddenInSigner>;
}

export type WalletConnectProvider = Reveal<Library, HiddenInProvider>;

/** Returns the topic of a pairing URI (EIP-1328), or null. */
export const pairingTopicOf = (uri: string) => /^wc:(\w+)@/.exec(uri)?.[1] ?? null;

const ignore = () => {};

/**
 * Symptom: a rejection arrives as a text without code or cause, and each wallet words it differently. Upstream:
 * WalletConnect/walletconnect-monorepo, `EthereumProvider.connect` (`reject(new Error(error.message))`).
 */
function keepRejection({ signer }: WalletConnectProvider) {
  const connect = signer.connect.bind(signer);
  signer.connect = (proposal) =>
    connect(proposal).catch((error) => {
      throw failureReasonOf(error) === 'rejected' ? new Error('User rejected the request.', { cause: error }) : error;
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
 * Symptom: a session update with other accounts or networks doesn't change the provider's accounts. Upstream:
 * WalletConnect/walletconnect-monorepo#5706.
 */
function followSessionUpdates(provider: WalletConnectProvider) {
  provider.signer.on('session_update', () => {
    const accounts = provider.session?.namespaces.eip155?.accounts ?? [];
    if (!accounts.some((one) => one.startsWith(`eip155:${provider.chainId}:`))) provider.setChainIds(accounts);
    // The current account stays first while the phone shares it, at any position of the list.
    const inUse = `:${provider.accounts[0]?.toLowerCase()}`;
    const isInUse = (one: string) => one.toLowerCase().endsWith(inUse);
    provider.setAccounts([...accounts.filter(isInUse), ...accounts.filter((one) => !isInUse(one))]);
  });
}

/**
 * Symptom: `disconnect` keeps the session until the relay has delivered the message. `disconnect` never resolves
 * offline. Upstream: WalletConnect/modal-react-native#14.
 */
function disconnectAtOnce(provider: WalletConnectProvider) {
  const { signer } = provider;
  provider.disconnect = async () => {
    const { session } = provider;
    if (!session) return;
    await signer.cleanup();
    provider.reset();
    // A phone that cannot be reached is informed by the next attempt, which finds the session again.
    const reason = { code: 6000, message: 'User disconnected.' };
    signer.client.disconnect({ topic: session.topic, reason }).catch(ignore);
  };
}

/**
 * Symptom: an expired proposal raises an uncaught "Proposal expired" besides the handled one. Upstream:
 * WalletConnect/walletconnect-monorepo, `createDelayedPromise` (caches `Promise.reject` unhandled).
 */
function awaitApproval(provider: WalletConnectProvider) {
  const { client } = provider.signer;
  const connect = client.connect.bind(client);
  let latest = 0;
  client.connect = async (proposal) => {
    const nth = ++latest;
    const { uri, approval } = await connect(proposal);
    const topic = uri && pairingTopicOf(uri);
    // A later request has replaced this one, so its code must not be shown.
    if (topic && nth !== latest) {
      withdrawProposal(provider, topic);
      throw new Error('Another pairing has begun.');
    }
    const pending = client.proposal.getAll().find(({ pairingTopic }) => pairingTopic === topic);
    if (!uri || !pending) return { ...(uri && { uri }), approval };
    const settled = new Promise<NonNullable<Library['session']>>((resolve, reject) => {
      client.engine.events.once(`session_connect:${pending.id}`, ({ error, session }) =>
        error ? reject(error) : resolve(session),
      );
    });
    return { uri, approval: () => settled };
  };
}

/**
 * Symptom: a session that the phone ends twice (the relay repeats messages) raises an uncaught "Record was recently
 * deleted". Upstream: WalletConnect/walletconnect-monorepo, `onSessionDeleteRequest` (calls `isValidDisconnect` without
 * `await`).
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

/**
 * Symptom: if a wallet shares several networks, the page uses the first one, which may be unsupported. Upstream:
 * WalletConnect/walletconnect-monorepo, `EthereumProvider.setChainIds` (takes the first).
 */
function preferSupportedNetwork(provider: WalletConnectProvider) {
  const setChainIds = provider.setChainIds.bind(provider);
  provider.setChainIds = (chains) => {
    const isShared = (chain: string) => chains.some((one) => one === chain || one.startsWith(`${chain}:`));
    const supported = provider.rpc.optionalChains.find(isShared);
    if (supported) provider.signer.setDefaultChain(supported);
    setChainIds(supported ? [supported] : chains);
  };
}

/** A JSON-RPC message with a numeric id. Any other id would be taken for the name of an event. */
function isMessage(payload: unknown) {
  const { id, jsonrpc, method, params } = Object(payload);
  if (jsonrpc !== '2.0' || !/^\d+$/.test(String(id))) return false;
  if (method === undefined) return true;
  if (typeof method !== 'string') return false;
  const { id: subscription, data } = Object(params);
  const { topic, message } = Object(data);
  const isText = [subscription, topic, message].every((one) => typeof one === 'string');
  return !method.endsWith('_subscription') || (isText && !/^(error|relayer_.*)$/.test(subscription));
}

/** The longest text of an error that is passed on, in characters. */
const LONGEST_ERROR = 200;

/** Returns a message with its error as JSON-RPC has it: an object with a code and a text. */
function withProperError<Payload>(payload: Payload): Payload {
  if (!('error' in Object(payload))) return payload;
  const { error } = payload as { error?: unknown };
  const { code, message } = Object(error) as { code?: unknown; message?: unknown };
  const text = [error, message].find((one) => typeof one === 'string') ?? '';
  return {
    ...payload,
    error: {
      code: Number.isSafeInteger(code) ? code : -32603,
      message: String(text).slice(0, LONGEST_ERROR) || 'Internal error',
    },
  };
}

/**
 * Symptom: unexpected messages of the relay raise uncaught errors. Examples are `'id' in payload`, an event called
 * "error", an error that is a text or null, and close code 3000 on a replaced connection. Upstream:
 * WalletConnect/walletconnect-utils, `WsConnection.onPayload`, `JsonRpcProvider.onPayload` and `onClose`.
 */
function ignoreRubbishFromRelay({ signer: { client } }: WalletConnectProvider) {
  const { relayer } = client.core;
  const guard = (line: Line) => {
    const [hear, connect] = [line.onPayload.bind(line), line.connect.bind(line)];
    line.onPayload = (payload) => {
      if (isMessage(payload)) hear(withProperError(payload));
    };
    line.on('error', ignore);
    line.connect = () =>
      connect().catch((error) => {
        relayer.events.emit(LINE_FAILED);
        throw error;
      });
  };
  const [create, hear] = [relayer.createProvider.bind(relayer), relayer.onProviderPayload.bind(relayer)];
  relayer.createProvider = async () => {
    await create();
    guard(relayer.provider);
  };
  relayer.onProviderPayload = (payload) => hear(payload).catch(ignore);
  // An unreadable message gets a type that no listener handles.
  const { crypto } = client.core;
  const getType = crypto.getPayloadType.bind(crypto);
  crypto.getPayloadType = (message) => {
    try {
      return getType(message);
    } catch {
      return -1;
    }
  };
  // A session of the last visit may have opened a connection already.
  if (relayer.provider.connection) guard(relayer.provider);
}

/**
 * Symptom: an invalid network of a wallet raises an uncaught error, and the provider's chain id becomes NaN. Upstream:
 * WalletConnect/walletconnect-monorepo, `UniversalProvider.onChainChanged`, `EthereumProvider.setChainId`.
 */
function ignoreRubbishFromWallet(provider: WalletConnectProvider) {
  const { signer } = provider;
  const isNetwork = (chain: string) => parseChainId(chain.split(':')[1]) !== null;
  const [setChainId, follow] = [provider.setChainId.bind(provider), signer.onChainChanged.bind(signer)];
  provider.setChainId = (chain) => {
    if (isNetwork(chain)) setChainId(chain);
  };
  signer.onChainChanged = async (chain, internal) => {
    if (isNetwork(chain)) await follow(chain, internal).catch(ignore);
  };
}

/** A connection that doesn't answer within this time (ms) is dead. */
const LINE_TIMEOUT = 1_000;

/**
 * Symptom: the connection dies silently while a wallet app is in front. The library notices at its next message, or
 * never. Upstream: WalletConnect/walletconnect-monorepo#548; alephium/alephium-frontend#193.
 *
 * Opens the connection again if it is dead. Rejects if the relay is out of reach.
 */
export async function reopenDeadConnection({ signer: { client } }: Pick<WalletConnectProvider, 'signer'>) {
  const { relayer } = client.core;
  const isAlive = () => {
    const question = { method: 'irn_batchFetchMessages', params: { topics: relayer.subscriber.topics } };
    const isAnswered = () => true;
    const answer = relayer.provider.request(question).then(isAnswered, isAnswered);
    return Promise.race([answer, new Promise<false>((late) => setTimeout(late, LINE_TIMEOUT, false))]);
  };
  if (relayer.connecting || (relayer.connected && (await isAlive()))) return;
  await relayer.restartTransport().catch(ignore);
  // The flag stays set after a restart, which would hide the next loss of the connection.
  relayer.reconnectInProgress = false;
  if (!relayer.connected) throw new Error('The relay is out of reach.');
}

type LineEvent = 'line.dropped' | 'line.opened';

export function watchRelayConnection({ signer }: WalletConnectProvider, tell: (type: LineEvent) => void) {
  const { relayer } = signer.client.core;
  const [drop, open] = [() => tell('line.dropped'), () => tell('line.opened')];
  relayer.on('relayer_disconnect', drop);
  relayer.on('relayer_connect', open);
  return () => {
    relayer.off('relayer_disconnect', drop);
    relayer.off('relayer_connect', open);
  };
}

/** The event that `ignoreRubbishFromRelay` makes the relayer emit when a connection could not be opened. */
const LINE_FAILED = 'site_line_failed';

/**
 * The relay refuses this site or its project id by close code 3000, or by status 401 or 403, which browsers hide from
 * scripts. The library retries, and is refused again, but `onRefused` is called once.
 */
export function watchRelayRefusal({ signer: { client } }: WalletConnectProvider, url: string, onRefused: () => void) {
  const { relayer } = client.core;
  let told = false;
  const tell = () => {
    if (!told) onRefused();
    told = true;
  };
  const hearError = (error?: Error) => {
    if (/code: 3000/.test(error?.message ?? '')) tell();
  };
  let probed = false;
  const probe = () => {
    if (probed) return;
    probed = true;
    fetch(url.replace(/^ws/, 'http'), { credentials: 'omit', cache: 'no-store' })
      .then(({ status }) => (status === 401 || status === 403) && tell())
      .catch(ignore);
  };
  relayer.on('relayer_error', hearError);
  relayer.on(LINE_FAILED, probe);
  return () => {
    relayer.off('relayer_error', hearError);
    relayer.off(LINE_FAILED, probe);
  };
}

export function patchProvider(provider: WalletConnectProvider) {
  keepRejection(provider);
  skipVerifyFrame(provider);
  followSessionUpdates(provider);
  disconnectAtOnce(provider);
  awaitApproval(provider);
  bearRepeatedEnd(provider);
  preferSupportedNetwork(provider);
  ignoreRubbishFromRelay(provider);
  ignoreRubbishFromWallet(provider);
  return provider;
}

/** Returns the topics of all pairings of all tabs whose codes can still be scanned. */
export const listPendingTopics = ({ signer: { client } }: WalletConnectProvider) =>
  client.proposal.getAll().map(({ pairingTopic }) => pairingTopic);

/**
 * Withdraws the proposal of the pairing `topic`, so that a phone that scans its code learns that it is void. The
 * library can't withdraw proposals (WalletConnect/walletconnect-monorepo#696), and stores those of all tabs together.
 */
export function withdrawProposal({ signer: { client } }: WalletConnectProvider, topic: string) {
  for (const { id, pairingTopic, proposer } of client.proposal.getAll()) {
    if (pairingTopic !== topic) continue;
    client.core.expirer.set(id, 0);
    client.core.pairing.disconnect({ topic }).catch(ignore);
    client.core.crypto.deleteKeyPair(proposer.publicKey).catch(ignore);
  }
}
