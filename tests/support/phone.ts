import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { Core } from '@walletconnect/core';
import { SignClient } from '@walletconnect/sign-client';
import type { SignClientTypes } from '@walletconnect/types';
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';
import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';

/** Something the phone shows its owner. */
interface Question {
  approve(): Promise<unknown>;
  reject(): Promise<unknown>;
}

interface PhoneOptions {
  relayUrl: string;
  account: LocalAccount;
  /** The owner's answer to questions, until told otherwise. */
  policy?: 'approve' | 'reject' | 'hold';
  /** The networks on which the account is shared. */
  chainIds?: number[];
  /** Whether it shares all of these, also those that nobody asked for, in this order. */
  generous?: boolean;
}

const PATIENCE = 45_000;
const UNSUPPORTED = { code: 4200, message: 'The phone can only sign messages.' };

/**
 * A phone with a true WalletConnect wallet, in this process. It pairs by the text of a QR code, and sends its owner's
 * answers over the relay.
 */
export async function startPhone({
  relayUrl,
  account,
  policy = 'approve',
  chainIds = [1],
  generous = false,
}: PhoneOptions) {
  const core = new Core({
    relayUrl,
    projectId: '0'.repeat(32),
    telemetryEnabled: false,
    logger: 'silent',
    // Cores of one name are one core.
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
  });
  // These two would call other hosts whatever the options say.
  core.eventClient.init = async () => {};
  core.verify.resolve = async () => ({ origin: '' });
  const client = await SignClient.init({
    core: core as NonNullable<SignClientTypes.Options['core']>,
    logger: 'silent',
    metadata: { name: 'Test Phone', description: 'A wallet of the tests', url: 'https://phone.example', icons: [] },
  });
  // The library starts this check of what it is told, and does not wait for it.
  const engine = client.engine as unknown as { isValidDisconnect(end: object): Promise<void> };
  const check = engine.isValidDisconnect.bind(engine);
  engine.isValidDisconnect = (end) => {
    const checked = check(end);
    checked.catch(() => {});
    return checked;
  };
  const namespacesOf = (addresses: string[], ids = chainIds) => {
    const chains = ids.map((id) => `eip155:${id}`);
    const accounts = chains.flatMap((chain) => addresses.map((address) => `${chain}:${address}`));
    const methods = ['eth_sendTransaction', 'personal_sign'];
    return { eip155: { chains, accounts, methods, events: ['accountsChanged', 'chainChanged'] } };
  };
  const supportedNamespaces = namespacesOf([account.address]);
  const seen: {
    proposals: SignClientTypes.EventArguments['session_proposal'][];
    requests: SignClientTypes.EventArguments['session_request'][];
  } = {
    proposals: [],
    requests: [],
  };
  const held: Question[] = [];
  const bell = new EventEmitter();
  const sessions = () => client.session.getAll();

  const phone = {
    policy,
    /** How it says that its owner does not want a connection. */
    refusal: getSdkError('USER_REJECTED'),
    /** All that came, in order. */
    seen,
    sessions,
    /** Scans a QR code with this text. */
    pair: (uri: string) => client.pair({ uri }),
    /** Answers the question that is held longest, and waits for one if none is. */
    approve: async () => (await next()).approve(),
    reject: async () => (await next()).reject(),
    /** From now on its owner shares these accounts, on these networks; it says so by nothing but an update of the sessions. */
    share: (addresses: string[], ids?: number[]) =>
      Promise.all(sessions().map(({ topic }) => client.update({ topic, namespaces: namespacesOf(addresses, ids) }))),
    /** It tells all sessions of an event, whatever that means. */
    emit: (name: string, data: unknown, chainId = 'eip155:1') =>
      Promise.all(sessions().map(({ topic }) => client.emit({ topic, event: { name, data }, chainId }))),
    /** Its owner ends all sessions. */
    disconnect: () =>
      Promise.all(
        sessions().map(({ topic }) => client.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') })),
      ),
    stop: async () => {
      core.heartbeat.stop();
      // Pending requests would open the connection again.
      core.relayer.request = async () => ({ id: 0, jsonrpc: '2.0', result: true });
      core.relayer.transportOpen = async () => {};
      await core.relayer.transportClose();
    },
  };

  const next = async () => {
    if (held.length === 0) await once(bell, 'held', { signal: AbortSignal.timeout(PATIENCE) });
    return held.shift() as Question;
  };
  const ask = (question: Question) => {
    if (phone.policy === 'hold') {
      held.push(question);
      bell.emit('held');
    } else {
      // The page may take its question back while it is answered.
      question[phone.policy]().catch(() => {});
    }
  };
  client.on('session_proposal', (proposal) => {
    const { id, params } = proposal;
    seen.proposals.push(proposal);
    ask({
      approve: () =>
        client.approve({
          id,
          namespaces: generous
            ? supportedNamespaces
            : buildApprovedNamespaces({ proposal: params, supportedNamespaces }),
        }),
      reject: () => client.reject({ id, reason: phone.refusal }),
    });
  });
  client.on('session_request', (request) => {
    const { id, topic } = request;
    const { method, params } = request.params.request;
    const respond = (answer: { result: string } | { error: { code: number; message: string } }) =>
      client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } });
    seen.requests.push(request);
    ask({
      approve: async () =>
        respond(
          method === 'personal_sign'
            ? { result: await account.signMessage({ message: { raw: params[0] as Hex } }) }
            : { error: UNSUPPORTED },
        ),
      reject: () => respond({ error: getSdkError('USER_REJECTED') }),
    });
  });
  return phone;
}
