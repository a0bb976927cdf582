import { randomUUID } from 'node:crypto';
import { Core } from '@walletconnect/core';
import { SignClient } from '@walletconnect/sign-client';
import type { SignClientTypes } from '@walletconnect/types';
import { buildApprovedNamespaces, getSdkError } from '@walletconnect/utils';
import type { Hex } from 'viem';
import type { LocalAccount } from 'viem/accounts';
import { createOwner, type OwnerDecision, type OwnerScript } from './owner.ts';
import { createWalletFailure } from './wallet.ts';

/** A proposal to connect, or a request of a connected page. */
type Asked = 'session_proposal' | 'personal_sign' | 'eth_sendTransaction';

interface PhoneOptions extends OwnerScript<Asked> {
  relayUrl: string;
  account: LocalAccount;
  chainIds?: number[];
}

const UNSUPPORTED = { code: 4200, message: 'The phone can only sign messages.' };

async function createClient(relayUrl: string) {
  const core = new Core({
    relayUrl,
    projectId: '0'.repeat(32),
    telemetryEnabled: false,
    logger: 'silent',
    // WalletConnect shares one Core among clients with one name.
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
  });
  // Turns off two requests to other hosts, for which there is no option.
  core.eventClient.init = async () => {};
  core.verify.resolve = async () => ({ origin: '' });
  const client = await SignClient.init({
    core: core as NonNullable<SignClientTypes.Options['core']>,
    logger: 'silent',
    metadata: { name: 'Test Phone', description: 'A wallet of the tests', url: 'https://phone.example', icons: [] },
  });
  // WalletConnect's library does not await this check, so a failure would be an unhandled rejection.
  const engine = client.engine as unknown as { isValidDisconnect(end: object): Promise<void> };
  const check = engine.isValidDisconnect.bind(engine);
  engine.isValidDisconnect = (end) => {
    const checked = check(end);
    checked.catch(() => {});
    return checked;
  };
  return { core, client };
}

/**
 * Creates a phone with a real WalletConnect wallet, in this process. It pairs by the text of a QR code, and answers
 * through the relay. A `session_proposal` is a request to connect.
 */
export async function startPhone({ relayUrl, account, chainIds = [1], ...script }: PhoneOptions) {
  const owner = createOwner(script);
  const { core, client } = await createClient(relayUrl);
  const namespacesOf = (addresses: string[], ids = chainIds) => {
    const chains = ids.map((id) => `eip155:${id}`);
    const accounts = chains.flatMap((chain) => addresses.map((address) => `${chain}:${address}`));
    const methods = ['eth_sendTransaction', 'personal_sign'];
    return { eip155: { chains, accounts, methods, events: ['accountsChanged', 'chainChanged'] } };
  };
  const supportedNamespaces = namespacesOf([account.address]);
  const seen = {
    proposals: [] as SignClientTypes.EventArguments['session_proposal'][],
    requests: [] as SignClientTypes.EventArguments['session_request'][],
  };
  const sessions = () => client.session.getAll();

  const phone = {
    /** The owner's answers by method, which the test may change at any time. */
    answers: owner.answers,
    pending: owner.pending,
    refusal: getSdkError('USER_REJECTED'),
    seen,
    sessions,
    pair: (uri: string) => client.pair({ uri }),
    approve: owner.approve,
    reject: owner.reject,
    /** Shares these accounts on these networks from now on, by a session update without events. */
    share: (addresses: string[], ids?: number[]) =>
      Promise.all(sessions().map(({ topic }) => client.update({ topic, namespaces: namespacesOf(addresses, ids) }))),
    /** Sends an event to all sessions, even an invalid one. */
    emit: (name: string, data: unknown, chainId = 'eip155:1') =>
      Promise.all(sessions().map(({ topic }) => client.emit({ topic, event: { name, data }, chainId }))),
    disconnect: () =>
      Promise.all(
        sessions().map(({ topic }) => client.disconnect({ topic, reason: getSdkError('USER_DISCONNECTED') })),
      ),
    stop: async () => {
      core.heartbeat.stop();
      // Pending requests would reconnect to the relay.
      core.relayer.request = async () => ({ id: 0, jsonrpc: '2.0', result: true });
      core.relayer.transportOpen = async () => {};
      await core.relayer.transportClose();
    },
  };

  /** Asks the owner, and ignores a failed answer, because the page may have withdrawn the request. */
  const ask = (method: Asked, params: unknown, settle: (decision: OwnerDecision) => unknown) => {
    owner.decide({ method, params }, owner.answers[method] ?? owner.answers.default, settle).catch(() => {});
  };
  client.on('session_proposal', (proposal) => {
    const { id, params } = proposal;
    seen.proposals.push(proposal);
    ask('session_proposal', params, (decision) => {
      if (decision === 'approve') {
        const namespaces = buildApprovedNamespaces({ proposal: params, supportedNamespaces });
        return client.approve({ id, namespaces });
      }
      return client.reject({
        id,
        reason: typeof decision === 'number' ? createWalletFailure(decision) : phone.refusal,
      });
    });
  });
  client.on('session_request', (request) => {
    const { id, topic } = request;
    const { method, params } = request.params.request;
    const respond = (answer: { result: unknown } | { error: { code: number; message: string } }) =>
      client.respond({ topic, response: { id, jsonrpc: '2.0', ...answer } });
    seen.requests.push(request);
    ask(method as Asked, params, async (decision) => {
      if (typeof decision === 'function') return respond({ result: await decision(params) });
      if (typeof decision === 'number') return respond({ error: createWalletFailure(decision) });
      if (decision !== 'approve') return respond({ error: getSdkError('USER_REJECTED') });
      if (method !== 'personal_sign') return respond({ error: UNSUPPORTED });
      return respond({ result: await account.signMessage({ message: { raw: params[0] as Hex } }) });
    });
  });
  return phone;
}
