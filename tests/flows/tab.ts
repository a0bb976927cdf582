import { type Actor, type AnyActorRef, type AnyEventObject, type AnyMachineSnapshot, createActor } from 'xstate';
import { type ConnectorKey, hasSameConnector, toStoredConnection } from '#domain/connection';
import type { DialogName } from '#domain/dialog';
import type { PreparedMessage, SignedMessage } from '#domain/signIn';
import type { Wallet } from '#domain/wallet';
import type { appMachine } from '#machines/app';
import { rejectionError } from '../samples/connections';
import { nthPairingUri } from '../samples/wallets';
import { TabHistory } from './history';
import { type BrowserWithTabs, SIMULATED_ADDRESSES, SIMULATED_CHAINS, SIMULATED_WALLETS } from './outside';
import { assignTab, type ListenerArguments, type PortRequest } from './ports';
import { findPortRequestFaults } from './questions';

const HOUR = 3_600_000;

/** Requests that wait for a step of the test. Others get their answer at once. */
const WAITING =
  /^(checkSession|prepareMessage|requestSignature|verify|takeBack|signOut|switchChain|reloadPage|refresh)$/;

/** Answers that are neither a signature nor a result of verification. */
const RUBBISH = ['0xzz', 'yes'];

/**
 * Kinds of wrong answers: about another account, lost on the way, malformed, or a session that lasts too long or is on
 * another network.
 */
export type WrongAnswerKind = 'foreign' | 'lost' | 'rubbish' | 'endless' | 'elsewhere';

/** A running machine of the page, with the ids of the actors that lead to it. */
export interface RunningMachine {
  path: string;
  id: string;
  ref: AnyActorRef;
  snapshot: AnyMachineSnapshot;
}

/** A pairing code that the page has requested. */
interface Pairing {
  uri: string;
  listener: ListenerArguments;
}

/** A tab with the page: the real machine `app` in a simulated environment. */
export class SimulatedTab {
  readonly browser: BrowserWithTabs;
  readonly history: TabHistory;
  page!: Actor<typeof appMachine>;
  /** The wallets that wagmi reports as open in this tab. */
  open: Wallet[] = [];
  /** Requests without an answer, including those that the page has aborted. */
  questions: PortRequest[] = [];
  pairing: Pairing | null = null;
  /** The pairing code that a phone has scanned and not yet approved. */
  scanned: Pairing | null = null;
  /** Whether the server may have a session: the page knew of one, or has sent a request that may start or find one. */
  mayHaveSession = false;
  /** Whether the server has accepted a signature without the page knowing. */
  hasUnknownSession = false;
  private readonly listeners = new Map<string, Set<ListenerArguments>>();

  constructor(browser: BrowserWithTabs) {
    this.browser = browser;
    this.history = new TabHistory(browser);
  }

  start() {
    this.page = createActor(this.browser.cast.app, {
      clock: this.browser.clock,
      input: { allocation: { total: 100, allocated: 10, min: 1, max: 50, initial: 10 }, compared: 10, decimal: '.' },
    });
    assignTab(this.page, this);
    this.page.start();
    if (this.browser.record) this.tell('watchIntent', { type: 'visitor.returned' });
  }

  stop() {
    this.page.stop();
  }

  /** Reloads the page. Connectors close, and the wallets keep their permissions. */
  reload() {
    this.stop();
    this.hasUnknownSession = false;
    this.open = [];
    this.questions = [];
    this.scanned = null;
    this.start();
  }

  /** Sends an event to the listener `name`, if that runs. */
  tell(name: string, event: AnyEventObject) {
    for (const listener of [...(this.listeners.get(name) ?? [])]) listener.tell(event);
  }

  listen(name: string, listener: ListenerArguments) {
    const listeners = this.listeners.get(name) ?? new Set();
    this.listeners.set(name, listeners.add(listener));
    const ending = this.starts(name, listener);
    return () => {
      listeners.delete(listener);
      ending?.();
    };
  }

  /** Sends the events that the simulated browser reports as soon as the page starts the listener `name`. */
  private starts(name: string, listener: ListenerArguments): (() => void) | undefined {
    const { browser, history } = this;
    const { tell, receive } = listener;
    const all = Object.values(SIMULATED_WALLETS);
    if (name === 'pairPhone') return this.showsCode(listener);
    if (name === 'watchAddress') {
      receive((event) => history.write(event));
      return history.watch(tell);
    }
    if (name === 'watchIntent') receive(({ dialog }) => tell({ type: 'dialog.request', phone: browser.phone, dialog }));
    if (name === 'watchRecord') {
      receive(({ type, connection }) => {
        if (/^record/.test(type)) browser.store(type === 'record.store' ? toStoredConnection(connection) : null, this);
      });
      this.readRecord();
    }
    if (name === 'watchWagmi') receive(({ type, reach }) => this.close(reach, type === 'connector.close'));
    if (name === 'watchAnnouncements') {
      const { record } = listener.input as unknown as { record: { id: string } };
      for (const wallet of all) if (wallet.id === record.id) tell({ type: 'wallets.announced', wallet });
    }
    if (name === 'watchWallets') tell({ type: 'wallets.found', wallets: all, remembered: browser.record?.id ?? null });
    return undefined;
  }

  private showsCode(listener: ListenerArguments) {
    this.browser.codes += 1;
    const own = { uri: nthPairingUri(this.browser.codes), listener };
    this.pairing = own;
    listener.tell({ type: 'code.shown', uri: own.uri });
    return () => {
      if (this.pairing === own) this.pairing = null;
    };
  }

  readRecord() {
    this.tell('watchRecord', { type: 'record.changed', record: this.browser.record });
  }

  readSession() {
    const { session } = this.browser;
    for (const { input, tell } of this.listeners.get('watchSession') ?? []) {
      const { address } = input as unknown as { address: string | null };
      if (address) tell({ type: session?.address === address ? 'session.begun' : 'session.ended' });
    }
  }

  reportOpen() {
    this.tell('watchWagmi', { type: 'wagmi.changed', open: this.open.map(this.browser.openOf) });
  }

  nameAccounts({ id }: Wallet) {
    for (const { input, tell } of this.listeners.get('watchAccounts') ?? [])
      if ((input as unknown as { wallet: Wallet }).wallet.id === id) tell({ type: 'accounts.named' });
  }

  private opens(one: Wallet) {
    if (!this.opened(one)) this.open = [...this.open, one];
    this.reportOpen();
  }

  opened = (reach: ConnectorKey) => this.open.find((one) => hasSameConnector(one, reach));

  private close(reach: ConnectorKey, ends: boolean) {
    const closed = this.opened(reach);
    this.open = this.open.filter((one) => one !== closed);
    // All tabs share the permission, so it stays while another tab is connected.
    const isKept = this.browser.record?.id === closed?.id;
    if (ends && closed && !isKept) this.browser.change(closed, { permitted: false });
    else this.reportOpen();
  }

  noteRest() {
    const { session, unsure, pending } = this.machine('identity')?.context ?? {};
    this.mayHaveSession = Boolean(session || unsure || pending);
  }

  /** Receives a request of the page. */
  ask(question: PortRequest) {
    const { id, input } = question;
    const given = input as unknown as { wallet: Wallet; uri: string };
    this.mayHaveSession ||= id === 'checkSession';
    this.browser.faults.push(...findPortRequestFaults(this, question));
    if (id === 'signOut') this.hasUnknownSession = false;
    // The page may abort this request at once, but the server may have handled it.
    if (id === 'checkSession' || id === 'verify') this.mayHaveSession = true;
    if (WAITING.test(id) || (id === 'openConnector' && given.wallet.connector !== 'walletConnect')) {
      this.questions.push(question);
      return;
    }
    const isOut = this.browser.isCutOff;
    if (isOut && (id === 'reviveLine' || (id === 'reopenConnector' && given.wallet.connector === 'walletConnect')))
      return question.fail();
    if (id === 'askWallet') this.reportOpen();
    if (id === 'withdrawCode') this.browser.withdrawn.add(given.uri);
    if (id === 'openConnector' || (id === 'reopenConnector' && this.browser.accountOf(given.wallet)))
      this.opens(given.wallet);
    if (id !== 'loadWallet') return question.answer();
    const { mustSignIn, cast } = this.browser;
    question.answer({ machine: cast.wallet, input: { mustSignIn, chains: SIMULATED_CHAINS } });
  }

  /** Gives the answer to a request that the page hopes for, also if the page no longer waits for it. */
  grant(question: PortRequest) {
    this.questions = this.questions.filter((one) => one !== question);
    const { browser } = this;
    const { input } = question;
    const about = input as unknown as {
      wallet: Wallet;
      id: number;
      connection: { wallet: Wallet; address: string; chainId: number };
      prepared: { message: string };
      signed: { prepared: { message: string }; signature: string };
    };
    const effects: Record<string, () => unknown> = {
      openConnector: () => {
        Object.assign(browser.ownedOf(about.wallet), { permitted: true, locked: false });
        this.opens(about.wallet);
      },
      checkSession: () => browser.sessionNow(),
      prepareMessage: () => browser.messageFor(about.connection),
      requestSignature: () => browser.sign(about.prepared.message, browser.ownedOf(about.connection.wallet).account),
      verify: () => browser.verify(about.signed.prepared.message, about.signed.signature),
      takeBack: () => {
        this.hasUnknownSession = false;
        browser.signOut();
      },
      signOut: () => browser.signOut(),
      switchChain: () => this.open[0] && browser.change(this.open[0], { chainId: about.id }),
    };
    question.answer(effects[question.id]?.());
    if (question.id === 'openConnector') for (const tab of browser.tabs) tab.nameAccounts(about.wallet);
  }

  /** Answers a request wrongly: with another account's signature, a lost answer, or a malformed one. */
  answerAmiss(question: PortRequest, how: WrongAnswerKind) {
    const { id, input } = question;
    const { browser } = this;
    if (id === 'verify' && how === 'lost') {
      const { prepared, signature } = (input as unknown as { signed: SignedMessage }).signed;
      const isAwaited = question.isOpen;
      this.hasUnknownSession = browser.verify(prepared.message, signature) && isAwaited;
      return this.refuse(question);
    }
    this.questions = this.questions.filter((one) => one !== question);
    if (id === 'requestSignature') {
      const { prepared, connection } = input as unknown as {
        prepared: PreparedMessage;
        connection: { address: string };
      };
      const other = SIMULATED_ADDRESSES.find((one) => one !== connection.address)!;
      return question.answer(how === 'foreign' ? browser.sign(prepared.message, other) : RUBBISH[0]);
    }
    if (id !== 'checkSession') return question.answer(RUBBISH[1]);
    const address = browser.record?.account?.address ?? SIMULATED_ADDRESSES[0]!;
    const wrong = { rubbish: { life: 0 }, endless: { life: 25 * HOUR }, elsewhere: { chainId: 999 } };
    if (how !== 'foreign')
      return question.answer({ address, chainId: 1, life: HOUR, ...wrong[how as keyof typeof wrong] });
    browser.signIn(SIMULATED_ADDRESSES.find((one) => one !== address)!, 1);
    return question.answer(browser.sessionNow());
  }

  /** Fails a request, as if a person or a server had rejected it. */
  refuse(question: PortRequest) {
    this.questions = this.questions.filter((one) => one !== question);
    question.fail(rejectionError);
  }

  /** Closes the connection to the relay, or opens it again. */
  cutOff(isCutOff: boolean) {
    this.browser.isCutOff = isCutOff;
    this.tell('watchLine', { type: isCutOff ? 'line.dropped' : 'line.opened' });
  }

  scan() {
    this.scanned = this.pairing;
  }

  /** Approves the scanned code on the phone. A code that the page has withdrawn or replaced has no effect. */
  approve() {
    const { scanned } = this;
    this.scanned = null;
    if (!scanned || this.browser.withdrawn.has(scanned.uri) || this.pairing !== scanned || this.browser.isCutOff)
      return;
    this.browser.change(SIMULATED_WALLETS.phone, { permitted: true, locked: false });
    scanned.listener.tell({ type: 'phone.approved' });
  }

  request(dialog: DialogName) {
    this.history.open(dialog);
  }

  /** Returns all machines that run in this tab, parents first. */
  running(): RunningMachine[] {
    const within = (ref: AnyActorRef, path: string): RunningMachine[] => {
      const snapshot = ref.getSnapshot() as AnyMachineSnapshot;
      if (!snapshot.machine) return [];
      const inner = Object.entries(snapshot.children as Record<string, AnyActorRef>).flatMap(([id, child]) =>
        child.getSnapshot().status === 'active' ? within(child, `${path}.${id}`) : [],
      );
      return [{ path, id: snapshot.machine.id, ref, snapshot }, ...inner];
    };
    return within(this.page, 'app');
  }

  machine(id: string) {
    return this.running().find((one) => one.id === id)?.snapshot;
  }

  send(id: string, event: AnyEventObject) {
    const found = this.running().find((one) => one.id === id);
    if (!found) throw new Error(`The page runs no ${id}.`);
    found.ref.send(event);
  }
}
