import { type Chain, ETHEREUM } from '#domain/chain';
import { type OpenConnector, toStoredConnection } from '#domain/connection';
import type { StoredConnection } from '#domain/records';
import { MESSAGE_LIFETIME, type PreparedMessage, SESSION_LIFETIME, type SignInSession } from '#domain/signIn';
import type { Wallet } from '#domain/wallet';
import { createOpenConnector, otherInstalledWallet } from '../samples/connection';
import { otherAccount, SEPOLIA, sampleConnection } from '../samples/connections';
import { samplePreparedMessage } from '../samples/signIn';
import { installedWallet, scannedWallet } from '../samples/wallets';
import { ManualClock } from './clock';
import { PAGE_MACHINES, type PageMachines } from './ports';
import { SimulatedTab } from './tab';

/*
 * The environment of the page: the storage of one browser, its wallets, a phone, and the sign-in server. All tabs share
 * it.
 */

/** The networks that the simulated site supports. */
export const SIMULATED_CHAINS: Chain[] = [ETHEREUM, SEPOLIA];

/** The two accounts of every simulated wallet. */
export const SIMULATED_ADDRESSES = [sampleConnection.address, otherAccount.address];
/** Two wallets in this browser, and a wallet on a phone. */
export const SIMULATED_WALLETS = { fox: installedWallet, owl: otherInstalledWallet, phone: scannedWallet };

/** A simulated wallet and what its owner has chosen in it. */
export interface SimulatedWallet {
  wallet: Wallet;
  account: string;
  chainId: number;
  locked: boolean;
  /** Whether the owner has allowed the page to see the account. */
  permitted: boolean;
}

/** Parses the sign-in message of a simulated page, which is JSON. */
export const parseSimulatedMessage = (message: string) => JSON.parse(message) as SimulatedMessage;

/** A session of the sign-in server. */
interface ServerSession {
  address: string;
  chainId: number;
  ends: number;
}

/** A signature: the account that has signed, and the message. */
interface Signature {
  by: string;
  message: string;
}

/** A message to sign, as JSON. */
export interface SimulatedMessage {
  address: string;
  chainId: number;
  nonce: number;
  issued: number;
}

/** The conditions under which the simulated page opens. */
export interface StartConditions {
  mustSignIn?: boolean;
  phone?: boolean;
  tabs?: number;
  /** The wallet that was connected on the last visit. */
  returns?: keyof typeof SIMULATED_WALLETS | undefined;
  /** Whether the server still has a session of the last visit. */
  signedIn?: boolean;
  /** The machines of the page, which a test may have changed. */
  cast?: PageMachines;
}

/** A simulated browser with its tabs, storage and wallets, and the sign-in server. */
export class BrowserWithTabs {
  readonly clock = new ManualClock();
  readonly mustSignIn: boolean;
  /** Whether the dialogs have the layout for phones. */
  readonly phone: boolean;
  readonly cast: PageMachines;
  readonly owned: SimulatedWallet[];
  readonly tabs: SimulatedTab[] = [];
  record: StoredConnection | null = null;
  session: ServerSession | null = null;
  /** All sessions that the server has started, also those that have ended. */
  readonly startedSessions: ServerSession[] = [];
  /** The messages that the page has sent to a wallet, and to the server. The page may send each only once. */
  readonly sent = { requestSignature: new Set<string>(), verify: new Set<string>() };
  /** Broken rules in the page's requests to wallets and server, as sentences. */
  readonly faults: string[] = [];
  readonly signatures: Signature[] = [];
  /** The server's nonces that no verified message has used yet. */
  readonly nonces = new Set<number>();
  /** The pairing codes that the page has withdrawn, so that no phone can connect by them. */
  readonly withdrawn = new Set<string>();
  codes = 0;
  /** Whether the relay is out of reach. */
  isCutOff = false;

  constructor({
    mustSignIn = true,
    phone = false,
    tabs = 1,
    returns,
    signedIn = false,
    cast = PAGE_MACHINES,
  }: StartConditions = {}) {
    this.mustSignIn = mustSignIn;
    this.phone = phone;
    this.cast = cast;
    this.owned = Object.values(SIMULATED_WALLETS).map((wallet) => ({
      wallet,
      account: SIMULATED_ADDRESSES[0]!,
      chainId: 1,
      locked: false,
      permitted: false,
    }));
    if (returns) {
      const owned = this.ownedOf(SIMULATED_WALLETS[returns]);
      owned.permitted = true;
      this.record = toStoredConnection({ address: owned.account, chainId: 1, wallet: SIMULATED_WALLETS[returns] });
      if (signedIn) this.signIn(owned.account, 1);
    }
    for (let nth = 0; nth < tabs; nth++) this.tabs.push(new SimulatedTab(this));
    for (const tab of this.tabs) tab.start();
  }

  ownedOf = ({ id }: Pick<Wallet, 'id'>) => this.owned.find(({ wallet }) => wallet.id === id)!;

  /** Returns the account that a wallet shows to the page, or null if the wallet is locked or not permitted. */
  accountOf(wallet: Pick<Wallet, 'id'>): OpenConnector['account'] {
    const { account: address, chainId, locked, permitted } = this.ownedOf(wallet);
    return permitted && !locked ? { address, chainId } : null;
  }

  openOf = (wallet: Wallet) => createOpenConnector(wallet, this.accountOf(wallet));

  /** Changes a wallet, as its owner does. The wallet reports the change to all tabs. */
  change(wallet: Wallet, change: Partial<SimulatedWallet>) {
    Object.assign(this.ownedOf(wallet), change);
    for (const tab of this.tabs) tab.reportOpen();
    if (change.locked === false) for (const tab of this.tabs) tab.nameAccounts(wallet);
  }

  store(record: StoredConnection | null, from: SimulatedTab) {
    this.record = record;
    for (const tab of this.tabs) if (tab !== from) tab.readRecord();
  }

  /** Starts a session for an account on the server. */
  signIn(address: string, chainId: number) {
    this.session = { address, chainId, ends: this.clock.now() + SESSION_LIFETIME };
    this.startedSessions.push(this.session);
    for (const tab of this.tabs) tab.readSession();
  }

  signOut() {
    this.session = null;
    for (const tab of this.tabs) tab.readSession();
  }

  /** Returns the server's answer to a session check: the session, or null if none is valid. */
  sessionNow(): SignInSession | null {
    const { session } = this;
    const life = (session?.ends ?? 0) - this.clock.now();
    return session && life > 0 ? { address: session.address, chainId: session.chainId, life } : null;
  }

  messageFor({ address, chainId }: { address: string; chainId: number }): PreparedMessage {
    const nonce = this.codes++;
    this.nonces.add(nonce);
    const issued = this.clock.now();
    return {
      ...samplePreparedMessage,
      nonce: String(nonce),
      message: JSON.stringify({ address, chainId, nonce, issued }),
    };
  }

  sign(message: string, by: string) {
    const nth = this.signatures.push({ by, message }) - 1;
    return `0x${nth.toString(16).padStart(4, '0')}`;
  }

  verify(message: string, signature: string) {
    const { address, chainId, nonce, issued } = parseSimulatedMessage(message);
    const signed = this.signatures[Number(signature)];
    const holds =
      this.nonces.delete(nonce) &&
      signed?.by === address &&
      signed.message === message &&
      this.clock.now() < issued + MESSAGE_LIFETIME;
    if (holds) this.signIn(address, chainId);
    return holds;
  }

  /** Waits until all messages have been handled, which takes a few turns of the event loop. */
  async settle() {
    for (let turn = 0; turn < 3; turn++) {
      this.clock.increment(0);
      await new Promise((rested) => setImmediate(rested));
    }
    for (const tab of this.tabs) tab.noteRest();
  }

  /** Lets time pass, while nobody answers. */
  async pass(ms: number) {
    this.clock.increment(ms);
    await this.settle();
  }

  stop() {
    for (const tab of this.tabs) tab.stop();
  }
}
