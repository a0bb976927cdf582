import { type Hex, numberToHex } from 'viem';
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts';
import {
  createOwner,
  type FailedAnswer,
  type OwnerAnswer,
  type OwnerDecision,
  type OwnerRequest,
  type OwnerScript,
  REJECTED_CODE,
} from './owner.ts';

/** The methods that need the owner's decision. */
type Shown =
  | 'eth_requestAccounts'
  | 'wallet_requestPermissions'
  | 'personal_sign'
  | 'eth_sendTransaction'
  | 'wallet_switchEthereumChain'
  | 'wallet_addEthereumChain';
/** The methods that need no owner, unless `answers` contains them. */
type Silent = 'eth_accounts' | 'eth_chainId' | 'wallet_revokePermissions';

/** The account, networks and answers of a scripted wallet. */
export interface WalletOptions extends OwnerScript<Shown | Silent> {
  account?: LocalAccount;
  chainId?: number;
  /** Whether pages may see the account from the start. */
  connected?: boolean;
  /** The known networks. Default: the wallet's own, and Ethereum. */
  chains?: number[];
  /** The wallet's announcement (EIP-6963), which may be invalid. */
  info?: Record<string, unknown>;
  /** Sends a transaction of `account`, and resolves to its hash. Without this option the wallet sends none. */
  send?: (transaction: Record<string, unknown>, account: LocalAccount) => Promise<Hex>;
}

/** The options that each new owner may change. */
type Owned = Pick<WalletOptions, 'account' | 'chainId' | 'chains' | 'answer'>;

export interface WalletFailure {
  code: number;
  message: string;
}

/** Errors lose their codes on the way to a page, so answers are sent as plain data. */
export type RequestResult = { value: unknown } | { error: WalletFailure | FailedAnswer['error'] };

export interface WalletEvent {
  event: 'announce' | 'accountsChanged' | 'chainChanged' | 'disconnect';
  payload: unknown;
}

const UNAUTHORIZED = 4100;
const UNSUPPORTED = 4200;
const DISCONNECTED = 4900;
const UNKNOWN_CHAIN = 4902;
const INVALID = -32602;

const SENTENCES: Record<number, string> = {
  [-32002]: 'A request is already pending.',
  [-32603]: 'Internal error.',
  [INVALID]: 'The request does not say what it must.',
  [REJECTED_CODE]: 'The user rejected the request.',
  [UNAUTHORIZED]: 'The page has not been authorized by the user.',
  [UNSUPPORTED]: 'The wallet does not support this method.',
  [DISCONNECTED]: 'The wallet is disconnected.',
  [UNKNOWN_CHAIN]: 'The wallet does not know this network.',
};

const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1'/></svg>";

export const DEFAULT_ACCOUNT = privateKeyToAccount(`0x${'1'.repeat(64)}`);

export const createWalletFailure = (code: number): WalletFailure => ({
  code,
  message: SENTENCES[code] ?? `Error ${code}.`,
});

/** Returns the requested network (EIP-3326), and whether the request describes it well enough to add it (EIP-3085). */
function chainIn(params: unknown) {
  const [{ chainId, chainName, rpcUrls, nativeCurrency }] = params as [
    { chainId: Hex; chainName?: string; rpcUrls?: string[]; nativeCurrency?: object },
  ];
  const id = Number(chainId);
  return { id, described: Boolean(id && chainName && rpcUrls?.[0] && nativeCurrency) };
}

function createHoldings(options: WalletOptions, tell: (news: WalletEvent) => unknown) {
  let { account = DEFAULT_ACCOUNT, chainId = 1 } = options;
  const known = new Set(options.chains ?? [chainId, 1]);
  let authorized = options.connected ?? false;
  let locked = false;

  const accounts = () => (authorized && !locked ? [account.address] : []);
  const tellAccounts = async () => {
    await tell({ event: 'accountsChanged', payload: accounts() });
  };
  const setChain = async (id: number) => {
    chainId = id;
    known.add(id);
    await tell({ event: 'chainChanged', payload: numberToHex(id) });
  };
  const setAccount = (other: LocalAccount) => {
    account = other;
    return authorized ? tellAccounts() : undefined;
  };
  const setLocked = (isLocked: boolean) => {
    locked = isLocked;
    return tellAccounts();
  };
  return {
    known,
    get account() {
      return account;
    },
    get chainId() {
      return chainId;
    },
    accounts,
    setAccount,
    setChain,
    setLocked,
    permissions: () => {
      const caveats = [{ type: 'restrictReturnedAccounts', value: [account.address] }];
      return authorized ? [{ parentCapability: 'eth_accounts', caveats }] : [];
    },
    authorize: async () => {
      const open = accounts().length > 0;
      authorized = true;
      locked = false;
      if (!open) await tellAccounts();
    },
    revoke: async () => {
      authorized = false;
      await tellAccounts();
      return null;
    },
    disconnect: async () => {
      authorized = false;
      await tell({ event: 'disconnect', payload: createWalletFailure(DISCONNECTED) });
    },
    /** Replaces the owner, without an event. */
    pass: (options: Owned) => {
      locked = false;
      [account, chainId] = [options.account ?? DEFAULT_ACCOUNT, options.chainId ?? 1];
      known.clear();
      for (const one of options.chains ?? [chainId, 1]) known.add(one);
    },
  };
}

const isGuarded = (method: string) => ['personal_sign', 'eth_sendTransaction'].includes(method);

/** Creates the wallet's methods. `shows` tells which requests need the owner, and `settle` performs a decision. */
function createMethods(own: ReturnType<typeof createHoldings>, send: WalletOptions['send']) {
  const goTo = async (params: unknown) => {
    const { id } = chainIn(params);
    if (id !== own.chainId) await own.setChain(id);
    return null;
  };
  const methods: Record<string, (params: unknown) => unknown> = {
    eth_chainId: () => numberToHex(own.chainId),
    net_version: () => String(own.chainId),
    eth_accounts: own.accounts,
    wallet_getPermissions: own.permissions,
    wallet_revokePermissions: own.revoke,
    eth_requestAccounts: () => own.authorize().then(own.accounts),
    wallet_requestPermissions: () => own.authorize().then(own.permissions),
    personal_sign: (params) => own.account.signMessage({ message: { raw: (params as [Hex])[0] } }),
    wallet_switchEthereumChain: goTo,
    wallet_addEthereumChain: goTo,
    ...(send && { eth_sendTransaction: (params) => send((params as [Record<string, unknown>])[0], own.account) }),
  };
  /** Returns the code of the error for a request that cannot be performed, or null. */
  const obstacle = ({ method, params }: OwnerRequest) => {
    if (method === 'wallet_switchEthereumChain') return own.known.has(chainIn(params).id) ? null : UNKNOWN_CHAIN;
    if (method === 'wallet_addEthereumChain') return chainIn(params).described ? null : INVALID;
    return methods[method] ? null : UNSUPPORTED;
  };
  return {
    /**
     * Whether the owner is asked. A connected page gets the accounts without asking, and so does a switch to the
     * current network.
     */
    shows: (request: OwnerRequest) => {
      const { method, params } = request;
      if (method === 'eth_requestAccounts') return own.accounts().length === 0;
      if (methods[method] === goTo) return !obstacle(request) && chainIn(params).id !== own.chainId;
      return method === 'wallet_requestPermissions' || (isGuarded(method) && !obstacle(request));
    },
    settle: async (by: OwnerDecision, request: OwnerRequest): Promise<RequestResult> => {
      const { method, params } = request;
      if (by === 'reject') return { error: createWalletFailure(REJECTED_CODE) };
      if (typeof by === 'number') return { error: createWalletFailure(by) };
      if (typeof by === 'object') return by;
      if (typeof by === 'function') return { value: await by(params) };
      const code = obstacle(request);
      if (code) return { error: createWalletFailure(code) };
      const value = await methods[method]?.(params);
      return by === 'event' ? new Promise(() => {}) : { value };
    },
  };
}

/**
 * Creates a wallet with account, permissions, networks and owner (EIP-1193), in this process. `handle` answers a page's
 * requests, and `tell` receives the wallet's events.
 */
export function createWallet(options: WalletOptions = {}, tell: (news: WalletEvent) => unknown = () => {}) {
  const owner = createOwner(options);
  const { answers, rejectAll } = owner;
  const info = { uuid: crypto.randomUUID(), name: 'Test Wallet', icon: ICON, rdns: 'example.wallet', ...options.info };
  const log: OwnerRequest[] = [];
  const own = createHoldings(options, tell);
  const { shows, settle } = createMethods(own, options.send);
  let questions = 0;

  return {
    info,
    /** The owner's answers by method, which the test may change at any time. */
    answers,
    log,
    pending: owner.pending,
    get chainId() {
      return own.chainId;
    },
    get account() {
      return own.account;
    },
    /** Whether pages may see the account. */
    get connected() {
      return own.accounts().length > 0;
    },
    /** How often pages have requested announcements. */
    get questions() {
      return questions;
    },
    /** Answers a page's request. Null requests an announcement. */
    handle(request: OwnerRequest | null): Promise<RequestResult> | undefined {
      if (!request) {
        questions += 1;
        return;
      }
      const { method } = request;
      log.push(request);
      if (isGuarded(method) && own.accounts().length === 0)
        return Promise.resolve({ error: createWalletFailure(UNAUTHORIZED) });
      const answer: OwnerAnswer = answers[method as Silent] ?? (shows(request) ? answers.default : 'approve');
      return owner.decide(request, answer, (decision) => settle(decision, request));
    },
    /** Announces the wallet in all tabs (EIP-6963). */
    announce: async () => {
      await tell({ event: 'announce', payload: null });
    },
    approve: owner.approve,
    reject: owner.reject,
    withdraw: owner.withdraw,
    rejectAll,
    setAccount: own.setAccount,
    /** Switches the wallet to another network, and adds it to the known ones. */
    setChain: own.setChain,
    /** Hides the accounts until the owner unlocks the wallet, or approves a request. */
    lock: () => own.setLocked(true),
    unlock: () => own.setLocked(false),
    disconnect: own.disconnect,
    /** Resets the wallet for a new owner, and sends events about the change. */
    reset: async (options: Owned) => {
      await rejectAll();
      await own.disconnect();
      own.pass(options);
      owner.begin(options.answer);
      log.length = 0;
      questions = 0;
    },
  };
}

export type ScriptedWallet = ReturnType<typeof createWallet>;
