import { arbitrum, base, bsc, mainnet, optimism, polygon, sepolia } from 'viem/chains';
import type { Network } from '#domain/chain';
import { type HttpAnswer, sendRequest } from '../ask';
import {
  checkEach,
  type DoctorCheck,
  type DoctorFinding,
  type DoctorInput,
  describeDuration,
  formatUrl,
  isReadableByOrigin,
  reportDrawback,
  reportFailure,
  reportWorksUnlessFound,
  reportWrong,
} from '../finding';
import { postToNode, type RpcCall } from '../node';

interface Node {
  network: Network;
  url: string;
}

const nodesIn = ({ site }: DoctorInput): Node[] =>
  site.wallet.networks.flatMap((network) => network.rpcUrls.map((url) => ({ network, url })));
const asks = (values: DoctorInput) => nodesIn(values).map(({ url }) => url);

const LATEST = 5 * 60_000;
const ZERO = '0x0000000000000000000000000000000000000000';
const OTHER_NODE = 'Take another node: VITE_RPC_URL, or rpcUrls of the network in src/site.ts.';

const KNOWN = [mainnet, base, optimism, arbitrum, polygon, bsc, sepolia];
const nameOfNetwork = (id: number) => {
  const known = KNOWN.find((chain) => chain.id === id);
  return known ? `${id} (${known.name})` : String(id);
};

const jsonOf = ({ text }: HttpAnswer): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The finding of a check when no node answers. The check "nodes answer" reports the reason. */
const NO_NODE: DoctorFinding = { kind: 'unseen', sentence: 'No node answers.' };

/** Checks each node with `judge`, which resolves to null for a node that does not answer. */
async function lookAtNodes(
  values: DoctorInput,
  healthy: string,
  judge: (node: Node) => Promise<DoctorFinding[] | null>,
) {
  let answering = 0;
  const found = await checkEach(nodesIn(values), async (node) => {
    const judged = await judge(node);
    if (judged) answering += 1;
    return judged ?? [];
  });
  return answering > 0 ? reportWorksUnlessFound(found, healthy) : [NO_NODE];
}

/** Makes a check that sends `call` to each node, and judges the answers. */
const nodeCheck = (
  name: string,
  healthy: string,
  call: RpcCall | RpcCall[],
  judge: (node: Node, answer: HttpAnswer, now: number) => DoctorFinding[],
): DoctorCheck => ({
  name,
  asks,
  look: (values, { now }) =>
    lookAtNodes(values, healthy, async (node) => {
      const answer = await postToNode(node.url, call, { Origin: values.site.url }).catch(() => null);
      return answer && judge(node, answer, now());
    }),
});

const CHAIN_ID: RpcCall = { method: 'eth_chainId' };
const idIn = (answer: HttpAnswer) => Number(Object(jsonOf(answer)).result);

const reachable: DoctorCheck = {
  name: 'nodes answer',
  asks,
  look: async (values) => {
    const found = await checkEach(nodesIn(values), async ({ url }) => {
      try {
        const { status, ...answer } = await postToNode(url, CHAIN_ID, { Origin: values.site.url });
        if (Number.isInteger(idIn({ status, ...answer }))) return [];
        const limits = status === 429 ? ' It limits the rate of requests.' : '';
        return [reportWrong(`${formatUrl(url)} answers ${status} without a network.${limits} ${OTHER_NODE}`)];
      } catch (error) {
        return [reportFailure(error, OTHER_NODE)];
      }
    });
    return reportWorksUnlessFound(found, `All ${nodesIn(values).length} answer.`);
  },
};

const rightNetwork = nodeCheck(
  'networks',
  'Each node is on the network under which it stands.',
  CHAIN_ID,
  (node, answer) => {
    const id = idIn(answer);
    const { url, network } = node;
    if (!Number.isInteger(id) || id === network.id) return [];
    const other = `${formatUrl(url)} is network ${nameOfNetwork(id)}, but stands under ${network.name} (${network.id}).`;
    return [reportWrong(`${other} Move it to its network in src/site.ts.`)];
  },
);

const preflight: DoctorCheck = {
  name: 'CORS of nodes',
  asks,
  look: (values) => {
    const origin = values.site.url;
    return lookAtNodes(values, `Pages of ${origin} may read them.`, async ({ url }) => {
      const headers = {
        Origin: origin,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      };
      const allowed = await sendRequest({ url, method: 'OPTIONS', headers, limit: 10_000 }).catch(() => null);
      const answer = await postToNode(url, CHAIN_ID, { Origin: origin }).catch(() => null);
      if (!allowed || !answer) return null;
      const named = String(allowed.headers['access-control-allow-headers'] ?? '');
      const isAllowed = isReadableByOrigin(allowed, origin) && allowed.status < 300 && /\*|content-type/i.test(named);
      if (isAllowed && isReadableByOrigin(answer, origin)) return [];
      return [
        reportWrong(
          `${formatUrl(url)} does not let pages of ${origin} read it. Ask the provider to allow this origin (CORS).`,
        ),
      ];
    });
  },
};

/** The kinds of requests that the page sends in one batch. */
const BATCH: RpcCall[] = [
  { method: 'eth_getBlockByNumber', params: ['latest', false] },
  { method: 'eth_call', params: [{ to: ZERO, data: '0x' }, 'latest'] },
];

const upToDate = nodeCheck(
  'use of nodes',
  'They answer batches and calls, and know the newest block.',
  BATCH,
  (node, answer, now) => {
    const name = formatUrl(node.url);
    const answers = jsonOf(answer);
    if (!Array.isArray(answers) || answers.length < BATCH.length)
      return [
        reportWrong(
          `${name} does not answer two calls in one request (a batch), as the page sends them. ${OTHER_NODE}`,
        ),
      ];
    const [block, call] = [1, 2].map((id) => Object(answers.find((one) => Object(one).id === id)));
    if (typeof call.result !== 'string')
      return [reportWrong(`${name} refuses eth_call: ${call.error?.message ?? 'no result'}. ${OTHER_NODE}`)];
    const age = now - Number(block.result?.timestamp) * 1_000;
    if (Number.isNaN(age)) return [reportWrong(`${name} names no newest block. ${OTHER_NODE}`)];
    return age > LATEST ? [reportWrong(`${name} is ${describeDuration(age)} behind. ${OTHER_NODE}`)] : [];
  },
);

/** Public nodes, and the companies that run them. */
const PUBLIC: [suffix: string, owner: string][] = [
  ['publicnode.com', 'Allnodes'],
  ['drpc.org', 'dRPC'],
  ['llamarpc.com', 'LlamaNodes'],
  ['ankr.com', 'Ankr'],
  ['cloudflare-eth.com', 'Cloudflare'],
  ['flashbots.net', 'Flashbots'],
  ['1rpc.io', 'Automata'],
];

/** Reports nodes that are known to be public. It sends no request. */
const privacy: DoctorCheck = {
  name: 'privacy of nodes',
  asks: () => [],
  look: async (values) => {
    const known = nodesIn(values).flatMap(({ url }) => {
      const { hostname } = new URL(url);
      const [, owner] = PUBLIC.find(([suffix]) => hostname === suffix || hostname.endsWith(`.${suffix}`)) ?? [];
      return owner ? [`${hostname} (${owner})`] : [];
    });
    const sentence = `${known.join(' and ')} can see which address asks from where, and may limit you at any time.`;
    const found = known.length > 0 ? [reportDrawback(`${sentence} Take a node of a contract of your own.`)] : [];
    return reportWorksUnlessFound(found, 'No node is one that is known to be open to everybody.');
  },
};

export const nodeChecks = { reachable, rightNetwork, preflight, upToDate, privacy };
