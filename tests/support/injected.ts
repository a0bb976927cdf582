import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import type { BrowserContext, Page } from '@playwright/test';
import { type Hex, numberToHex } from 'viem';
import { type LocalAccount, privateKeyToAccount } from 'viem/accounts';

/**
 * The answer of a wallet's owner, or of a defect in it, to a request. A number is the code of an error, and a function
 * gives any answer, even a wrong one. 'event' does it and tells by an event, without an answer.
 */
export type Answer = 'approve' | 'reject' | 'hold' | 'event' | number | Failed | ((params: unknown) => unknown);

/** An error as a wallet words it: fields of any kind, of which `message` becomes that of an `Error`. */
interface Failed {
  error: Record<string, unknown>;
}

/** The requests that a wallet shows its owner. */
type Shown =
  | 'eth_requestAccounts'
  | 'wallet_requestPermissions'
  | 'personal_sign'
  | 'wallet_switchEthereumChain'
  | 'wallet_addEthereumChain';
/** Those that it answers by itself, unless it is told how. */
type Silent = 'eth_accounts' | 'eth_chainId' | 'wallet_revokePermissions';

interface WalletOptions {
  account?: LocalAccount;
  chainId?: number;
  /** The networks that it knows; its own, and Ethereum, where nothing is said. */
  chains?: number[];
  /** Its announcement (EIP-6963). Anything goes. */
  info?: Record<string, unknown>;
  /**
   * When it speaks up. All but one also answer the page's question; 'when told' waits for `announce()` before it does
   * either, and so stays silent if nobody calls it.
   */
  announce?: 'at once' | 'on request' | 'twice' | 'when told';
  /** Puts it in `window.ethereum` as well, with these flags (`isMetaMask`). */
  legacy?: Record<string, unknown>;
  /** The answer to requests that `answers` does not name. */
  answer?: Answer;
}

/** The options that differ from owner to owner. */
type Owned = Pick<WalletOptions, 'account' | 'chainId' | 'chains' | 'answer'>;

interface Request {
  method: string;
  params: unknown;
}

interface Failure {
  code: number;
  message: string;
}

/** An error loses its code on the way to a page, so answers travel as data. */
type Settled = { value: unknown } | { error: Failure | Failed['error'] };

interface Held extends Request {
  settle(answer: Exclude<Answer, 'hold'>): Promise<void>;
}

/** A message that a wallet sends by itself. */
interface News {
  key: string;
  event: 'announce' | 'accountsChanged' | 'chainChanged' | 'disconnect';
  payload: unknown;
}

/** The options that a wallet's part in the page needs. */
interface Mouth {
  /** The name under which the two halves find each other. */
  key: string;
  info: Record<string, unknown>;
  announce: NonNullable<WalletOptions['announce']>;
  legacy: Record<string, unknown> | null;
}

const REJECTED = 4001;
const UNAUTHORIZED = 4100;
const UNSUPPORTED = 4200;
const DISCONNECTED = 4900;
const UNKNOWN_CHAIN = 4902;
const INVALID = -32602;

const SENTENCES: Record<number, string> = {
  [-32002]: 'A request is already pending.',
  [-32603]: 'Internal error.',
  [INVALID]: 'The request does not say what it must.',
  [REJECTED]: 'The user rejected the request.',
  [UNAUTHORIZED]: 'The page has not been authorized by the user.',
  [UNSUPPORTED]: 'The wallet does not support this method.',
  [DISCONNECTED]: 'The wallet is disconnected.',
  [UNKNOWN_CHAIN]: 'The wallet does not know this network.',
};

const PATIENCE = 45_000;
const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><rect width='1' height='1'/></svg>";

/** The account of a wallet that is given none. */
export const ACCOUNT = privateKeyToAccount(`0x${'1'.repeat(64)}`);

const failure = (code: number): Failure => ({ code, message: SENTENCES[code] ?? `Error ${code}.` });

/** Which network is meant (EIP-3326), and whether enough is said of it for wallets to add it (EIP-3085). */
function chainIn(params: unknown) {
  const [{ chainId, chainName, rpcUrls, nativeCurrency }] = params as [
    { chainId: Hex; chainName?: string; rpcUrls?: string[]; nativeCurrency?: object },
  ];
  const id = Number(chainId);
  return { id, described: Boolean(id && chainName && rpcUrls?.[0] && nativeCurrency) };
}

/**
 * Installs a browser wallet (EIP-1193, EIP-6963) in all pages that `target` loads from now on. The page has only a
 * mouthpiece. Account, permissions and the owner's decisions live here, so they outlive reloads and are the same in all
 * tabs.
 */
export async function installWallet(target: BrowserContext | Page, options: WalletOptions = {}) {
  const { announce = 'at once', legacy = null, answer = 'approve' } = options;
  const info = { uuid: randomUUID(), name: 'Test Wallet', icon: ICON, rdns: 'example.wallet', ...options.info };
  const key = `wallet-${randomUUID()}`;
  const answers: { default: Answer } & Partial<Record<Shown | Silent, Answer>> = { default: answer };
  const log: Request[] = [];
  const pending: Held[] = [];
  const bell = new EventEmitter();
  let { account = ACCOUNT, chainId = 1 } = options;
  const known = new Set(options.chains ?? [chainId, 1]);
  let authorized = false;
  let locked = false;
  let questions = 0;

  const tell = async (event: News['event'], payload: unknown) => {
    const pages = 'pages' in target ? target.pages() : [target];
    // A page on its way out hears nothing.
    await Promise.all(pages.map((page) => page.evaluate(whisper, { key, event, payload }).catch(() => {})));
  };
  const accounts = () => (authorized && !locked ? [account.address] : []);
  const tellAccounts = () => tell('accountsChanged', accounts());
  const permissions = () => {
    const caveats = [{ type: 'restrictReturnedAccounts', value: [account.address] }];
    return authorized ? [{ parentCapability: 'eth_accounts', caveats }] : [];
  };
  const authorize = async () => {
    const open = accounts().length > 0;
    authorized = true;
    locked = false;
    if (!open) await tellAccounts();
  };
  const revoke = async () => {
    authorized = false;
    await tellAccounts();
    return null;
  };
  const setChain = async (id: number) => {
    chainId = id;
    known.add(id);
    await tell('chainChanged', numberToHex(id));
  };
  const goTo = async (params: unknown) => {
    const { id } = chainIn(params);
    if (id !== chainId) await setChain(id);
    return null;
  };

  const setAccount = (other: LocalAccount) => {
    account = other;
    return authorized ? tellAccounts() : undefined;
  };
  const disconnect = () => {
    authorized = false;
    return tell('disconnect', failure(DISCONNECTED));
  };
  const rejectAll = async () => {
    while (pending.length) await pending.shift()?.settle('reject');
  };
  /** It has a new owner, who remembers nothing. */
  const begin = ({ chains, answer = 'approve' }: Owned) => {
    known.clear();
    for (const id of chains ?? [chainId, 1]) known.add(id);
    for (const name of Object.keys(answers)) delete answers[name as Shown];
    answers.default = answer;
    locked = false;
    log.length = 0;
    questions = 0;
  };

  const methods: Record<string, (params: unknown) => unknown> = {
    eth_chainId: () => numberToHex(chainId),
    net_version: () => String(chainId),
    eth_accounts: accounts,
    wallet_getPermissions: permissions,
    wallet_revokePermissions: revoke,
    eth_requestAccounts: () => authorize().then(accounts),
    wallet_requestPermissions: () => authorize().then(permissions),
    personal_sign: (params) => account.signMessage({ message: { raw: (params as [Hex])[0] } }),
    wallet_switchEthereumChain: goTo,
    wallet_addEthereumChain: goTo,
  };
  /** Why it cannot do what it is asked, whatever its owner thinks of it: the code of an error. */
  const obstacle = ({ method, params }: Request) => {
    if (method === 'wallet_switchEthereumChain') return known.has(chainIn(params).id) ? null : UNKNOWN_CHAIN;
    if (method === 'wallet_addEthereumChain') return chainIn(params).described ? null : INVALID;
    return methods[method] ? null : UNSUPPORTED;
  };
  /** Whether its owner is asked: not by a page that may see the accounts anyway, and not to go where they are. */
  const shows = (request: Request) => {
    const { method, params } = request;
    if (method === 'eth_requestAccounts') return accounts().length === 0;
    if (methods[method] === goTo) return !obstacle(request) && chainIn(params).id !== chainId;
    return ['wallet_requestPermissions', 'personal_sign'].includes(method);
  };

  const settle = async (by: Exclude<Answer, 'hold'>, request: Request): Promise<Settled> => {
    const { method, params } = request;
    if (by === 'reject') return { error: failure(REJECTED) };
    if (typeof by === 'number') return { error: failure(by) };
    if (typeof by === 'object') return by;
    if (typeof by === 'function') return { value: await by(params) };
    const code = obstacle(request);
    if (code) return { error: failure(code) };
    const value = await methods[method]?.(params);
    return by === 'event' ? new Promise(() => {}) : { value };
  };
  const handle = (request: Request): Settled | Promise<Settled> => {
    const { method } = request;
    log.push(request);
    if (method === 'personal_sign' && accounts().length === 0) return { error: failure(UNAUTHORIZED) };
    const by = answers[method as Silent] ?? (shows(request) ? answers.default : 'approve');
    if (by !== 'hold') return settle(by, request);
    return new Promise((resolve) => {
      pending.push({ ...request, settle: async (later) => resolve(await settle(later, request)) });
      bell.emit('held');
    });
  };
  const next = async () => {
    if (pending.length === 0) await once(bell, 'held', { signal: AbortSignal.timeout(PATIENCE) });
    return pending.shift() as Held;
  };

  await target.exposeFunction(key, (request: Request | null) => {
    if (request) return handle(request);
    questions += 1;
  });
  await target.addInitScript(mouth, { key, info, announce, legacy });
  return {
    info,
    /** By method; may be changed at any time. */
    answers,
    /** All requests, in order. */
    log,
    /** Those that are held. */
    pending: pending as readonly Request[],
    /** The network that it is on. */
    get chainId() {
      return chainId;
    },
    /** How often pages have asked which wallets there are. */
    get questions() {
      return questions;
    },
    /** Speaks up in all tabs. */
    announce: () => tell('announce', null),
    /** Answers the request that is held longest, and waits for one if none is. */
    approve: async () => (await next()).settle('approve'),
    reject: async (code = REJECTED) => (await next()).settle(code),
    /** Rejects all requests that are held. */
    rejectAll,
    setAccount,
    /** Its owner goes to another network, and so the wallet knows that one. */
    setChain,
    /** Shows no accounts until it is unlocked, by its owner or by a request that is approved. */
    lock: () => {
      locked = true;
      return tellAccounts();
    },
    unlock: () => {
      locked = false;
      return tellAccounts();
    },
    /** Its owner ends the connection. */
    disconnect,
    /** Is as if it were new, and somebody else's, where pages are told so: what it says of itself stays. */
    reset: async (options: Owned) => {
      await rejectAll();
      await disconnect();
      account = options.account ?? ACCOUNT;
      chainId = options.chainId ?? 1;
      begin(options);
    },
    /** Becomes somebody else's in the same way, but that the page which was let in still is. */
    become: async (options: Owned) => {
      await rejectAll();
      locked = false;
      await setAccount(options.account ?? ACCOUNT);
      if (chainId !== (options.chainId ?? 1)) await setChain(options.chainId ?? 1);
      begin(options);
    },
  };
}

/** In the page: passes news on to the mouth of the wallet. */
function whisper({ key, ...news }: News) {
  window.dispatchEvent(new CustomEvent(key, { detail: news }));
}

/** In the page: the provider, which knows nothing and passes everything on. */
function mouth({ key, info, announce, legacy }: Mouth) {
  // Wallets do not speak to frames.
  if (window.top !== window) return;
  const listeners = new Map<string, Set<(payload: unknown) => void>>();
  const pass = (request: Request | null): Promise<Settled> => Reflect.get(window, key)(request);
  const errorOf = ({ message, ...fields }: Failure | Failed['error']) =>
    Object.assign(new Error(String(message)), fields);
  const provider = {
    ...legacy,
    async request({ method, params }: Request) {
      const settled = await pass({ method, params });
      if ('error' in settled) throw errorOf(settled.error);
      return settled.value;
    },
    on(event: string, listener: (payload: unknown) => void) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
      return provider;
    },
    removeListener(event: string, listener: (payload: unknown) => void) {
      listeners.get(event)?.delete(listener);
      return provider;
    },
  };
  const speak = () => {
    const announcement = () =>
      new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) });
    window.dispatchEvent(announcement());
    if (announce === 'twice') window.dispatchEvent(announcement());
  };

  let awake = announce !== 'when told';
  window.addEventListener('eip6963:requestProvider', () => {
    pass(null);
    if (awake) speak();
  });
  window.addEventListener(key, (told) => {
    const { event, payload } = (told as CustomEvent<Omit<News, 'key'>>).detail;
    if (event === 'announce') {
      awake = true;
      speak();
    }
    const news = event === 'disconnect' ? errorOf(payload as Failure) : payload;
    for (const listener of [...(listeners.get(event) ?? [])]) listener(news);
  });
  if (legacy) Reflect.set(window, 'ethereum', provider);
  if (announce === 'at once' || announce === 'twice') speak();
}
