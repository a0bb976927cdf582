import { vi } from 'vitest';

/* A simulated Ethereum node whose answers the test chooses. */

/** The node's URL. No server runs there, because a stub of `fetch` answers. */
const NODE_URL = 'http://127.0.0.1:9/node';

/** Replies to an HTTP request to the node, as `fetch` does. */
export type NodeResponder = (init: RequestInit) => Promise<Response>;

export interface NodeRpcCall {
  id: number;
  method: string;
  params?: string[];
}

/** Returns the JSON-RPC calls in an HTTP request, which may be a batch. */
export const parseRpcCalls = ({ body }: RequestInit) => [JSON.parse(String(body))].flat() as NodeRpcCall[];

const wire = globalThis.fetch;

/** Stubs `fetch`, so that `line` answers requests to the node. Requests to other URLs go to the network. */
export function stubNode(line: NodeResponder) {
  vi.stubEnv('VITE_RPC_URL', NODE_URL);
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) =>
    String(url).startsWith(NODE_URL) ? line(init) : wire(url, init),
  );
}

export const forwardRequestsTo =
  (url: string): NodeResponder =>
  (init) =>
    wire(url, init);

/** Fails as `fetch` does without a connection. */
export const rejectRequest: NodeResponder = () => Promise.reject(new TypeError('Failed to fetch'));

export const replyWith =
  (body: string, init: ResponseInit = {}): NodeResponder =>
  async () =>
    new Response(body, init);

const answerRpcCallsWith =
  (replyTo: (call: NodeRpcCall) => object): NodeResponder =>
  async (init) =>
    Response.json(parseRpcCalls(init).map((call) => ({ jsonrpc: '2.0', id: call.id, ...replyTo(call) })));

/** Returns a node that gives the same answer to every call. */
export const answerEachRpcCallWith = (answer: object) => answerRpcCallsWith(() => answer);

/** Replies of a node that fails or answers with nonsense, each with its name in titles. */
export const faultyReplies: [string, NodeResponder][] = [
  ['no connection', rejectRequest],
  ['the status 500', replyWith('Internal Server Error', { status: 500 })],
  ['the status 429', replyWith('Too Many Requests', { status: 429 })],
  ['the status 429 for an hour', replyWith('Too Many Requests', { status: 429, headers: { 'retry-after': '3600' } })],
  ['the status 403', replyWith('{"error":"forbidden"}', { status: 403 })],
  ['an error of JSON-RPC', answerEachRpcCallWith({ error: { code: -32000, message: 'no' } })],
  ['an exceeded limit of JSON-RPC', answerEachRpcCallWith({ error: { code: -32005, message: 'limit exceeded' } })],
  ['nothing', replyWith('')],
  ['text', replyWith('hello')],
  ['null', replyWith('null')],
  ['an object', replyWith('{}')],
  ['an empty list', replyWith('[]')],
  ['a list of nothing', replyWith('[null,null]')],
  ['no result', answerEachRpcCallWith({})],
  ['a result that is text', answerEachRpcCallWith({ result: 'much' })],
  ['a result that is an object', answerEachRpcCallWith({ result: {} })],
];

/** Returns the receipt of a transaction that `address` sent to itself. */
export const createReceipt = (transactionHash: string, address: string, status = '0x1') => ({
  transactionHash,
  blockHash: `0x${'1'.repeat(64)}`,
  blockNumber: '0x1',
  transactionIndex: '0x0',
  from: address,
  to: address,
  cumulativeGasUsed: '0x1',
  gasUsed: '0x1',
  effectiveGasPrice: '0x1',
  contractAddress: null,
  logs: [],
  logsBloom: '0x',
  status,
  type: '0x2',
});

/** Creates a node that knows every transaction of `address`, except those in `forgotten`. */
export function createAccountNode(address: string) {
  const node = {
    asked: [] as NodeRpcCall[],
    /** The number of the latest block. It grows with each request, unless `isStill`. */
    height: 0,
    isStill: false,
    mined: new Map<string, 'success' | 'reverted'>(),
    forgotten: new Set<string>(),
    /** The nonces that the node reports, by transaction hash. */
    nonces: new Map<string, string>(),
    used: 0,
    block: [] as object[],
    transactionOf: (hash: string, change: object = {}) => ({
      ...createReceipt(hash, address),
      hash,
      nonce: node.nonces.get(hash),
      ...{ value: '0x1', input: '0x', gas: '0x1', chainId: '0x1', maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x1' },
      ...{ blockHash: null, blockNumber: null, transactionIndex: null },
      ...change,
    }),
    answer: (init: RequestInit) => {
      if (!node.isStill) node.height += 1;
      return answerRpcCallsWith((call) => {
        node.asked.push(call);
        const result = resultOf(call);
        return result === undefined ? { error: { code: -32601, message: `There is no ${call.method}.` } } : { result };
      })(init);
    },
    timesAsked: (wanted: string) => node.asked.filter(({ method }) => method === wanted).length,
  };
  const resultOf = ({ method, params: [given = '', block] = [] }: NodeRpcCall) => {
    const hash = method.startsWith('eth_getTransaction') ? given.toLowerCase() : '';
    const status = node.mined.get(hash);
    switch (method) {
      case 'eth_blockNumber':
        return `0x${node.height.toString(16)}`;
      case 'eth_getBlockByNumber':
        return { number: '0x1', hash: createReceipt(hash, address).blockHash, transactions: node.block };
      case 'eth_getTransactionReceipt':
        if (status) return createReceipt(hash, address, status === 'success' ? '0x1' : '0x0');
        return hash ? null : undefined;
      case 'eth_getTransactionByHash':
        return node.forgotten.has(hash) ? null : node.transactionOf(hash);
      case 'eth_getTransactionCount':
        return given === address && block === 'latest' ? `0x${node.used.toString(16)}` : null;
      case 'eth_getBalance':
        return '0xde0b6b3a7640000';
      default:
        return undefined;
    }
  };
  return node;
}

export async function shortenPollingInterval() {
  const { wagmiConfig: config } = await import('#adapters/wallets/config');
  Object.assign(config.getClient({ chainId: 1 }), { pollingInterval: 10 });
}
