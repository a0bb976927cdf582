import type { AnyMachineSnapshot } from 'xstate';
import { isSameAddress } from '#domain/address';
import { isSupportedChain } from '#domain/chain';
import { hasSameConnector } from '#domain/connection';
import { type BrowserWithTabs, SIMULATED_CHAINS, SIMULATED_WALLETS } from './outside';
import { LONGEST_SERVER_WAIT_MS } from './questions';
import { takeStepTowardsSignIn } from './steps';
import type { RunningMachine, SimulatedTab } from './tab';

/*
 * Properties of the page as a whole. `findBrowserFaults` checks its current state. The other exported functions act on
 * the page from that state on, and check where this leads.
 */

const isOpenDialog = ({ snapshot }: RunningMachine) => 'awaitBack' in snapshot.children;

/** Returns the machines of the dialogs that are open in a tab. */
export const findOpenDialogs = (tab: SimulatedTab) => tab.running().filter(isOpenDialog);

function faultsIn(tab: SimulatedTab): string[] {
  const running = tab.running();
  const machine = (id: string) => running.find((one) => one.id === id)?.snapshot;
  const [session, identity, connection, pairing] = ['session', 'identity', 'connection', 'pairing'].map(machine);
  const failed = running.filter(({ snapshot }) => snapshot.status === 'error');
  const faults = failed.map(({ id, snapshot }) => `${id} broke down: ${snapshot.error}`);
  const must = (holds: unknown, sentence: string) => {
    if (!holds) faults.push(sentence);
  };
  const dialogs = running.filter(isOpenDialog).map(({ id }) => id);
  must(dialogs.length <= 1, `Two dialogs are open at once: ${dialogs.join(' and ')}.`);
  for (const { id, snapshot } of running.filter(isOpenDialog)) {
    const isClosable = ['close', 'cancel'].some((type) => snapshot.can({ type }));
    must(isClosable, `The dialog ${id} can't be closed.`);
  }
  const waiting = tab.questions.filter(({ isOpen }) => isOpen).map(({ id }) => id);
  must(new Set(waiting).size === waiting.length, `The page waits twice for an answer: ${waiting}.`);
  if (!session || !identity || !connection || !pairing) return faults;

  const { browser } = tab;
  const { connection: shown } = session.context;
  const { connection: current, wallet } = connection.context;
  const isLeaving = identity.matches('disconnecting');
  must(isLeaving || shown?.address === current?.address, 'The page shows another account than the connected one.');
  const isKnown = !identity.matches('disconnected') || !tab.hasUnknownSession;
  must(isKnown, 'A session is left over that the page does not know.');
  must(tab.open.length <= 1, 'Two wallets are open at once.');
  for (const open of tab.open) must(wallet && hasSameConnector(open, wallet), 'A wallet is open that was not chosen.');
  if (connection.matches('connected'))
    must(browser.accountOf(wallet)?.address === current.address, 'The wallet names another account.');
  return [...faults, ...faultsOfSession(running, browser), ...faultsOfAttempt(running, connection, pairing)];
}

const statusOf = ({ value }: AnyMachineSnapshot): string =>
  'undecided' in value ? value.undecided.question : Object.keys(value)[0]!;

/** Checks that a visitor counts as signed in only while the server has a session, and is signed out after leaving. */
function faultsOfSession(running: RunningMachine[], { mustSignIn, startedSessions, clock }: BrowserWithTabs): string[] {
  const machine = (id: string) => running.find((one) => one.id === id)?.snapshot;
  const [session, identity, signIn] = [machine('session')!, machine('identity')!, machine('signIn')];
  const { connection: shown } = session.context;
  const { session: signedIn, unsure } = identity.context;
  const status = statusOf(session);
  const isConnected = status === 'connected';
  const isAgreed = status === identity.value || (status === 'unauthenticated' && identity.value === 'signingIn');
  const about = signIn?.context.connection;
  const isAboutShown = !about || (isSameAddress(about.address, shown.address) && about.chainId === shown.chainId);
  const rules: [unknown, string][] = [
    [isAgreed, 'The session and the identity disagree.'],
    [!isConnected || shown, 'A visitor is connected without a wallet.'],
    [isConnected || !signedIn || status === 'disconnecting', 'A session is left over.'],
    [status !== 'disconnected' || !unsure, 'A visitor has left who may be signed in.'],
    [isAboutShown, 'The sign-in is about another account or network.'],
  ];
  if (isConnected && mustSignIn && shown) {
    const own = startedSessions.filter(
      ({ address, chainId }) => address === signedIn?.address && chainId === signedIn.chainId,
    );
    rules.push(
      [signedIn && isSameAddress(signedIn.address, shown.address), 'The session is of another account.'],
      [
        signedIn && isSupportedChain(SIMULATED_CHAINS, signedIn.chainId),
        'The session is of a network that is not used here.',
      ],
      [own.length, 'A visitor counts as signed in who has proved nothing.'],
      [own.some(({ ends }) => clock.now() < ends + LONGEST_SERVER_WAIT_MS), 'A session has outlived its end.'],
    );
  }
  return rules.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
}

/** Checks that the machines attempt, connection and pairing agree on what the visitor waits for. */
function faultsOfAttempt(
  running: RunningMachine[],
  connection: AnyMachineSnapshot,
  pairing: AnyMachineSnapshot,
): string[] {
  const attempt = running.find(({ id }) => id === 'attempt');
  const claimant = connection.matches({ claimed: 'asking' }) ? connection.context.attempt : null;
  const isShown = pairing.matches({ pairing: 'shown' });
  const line = running.find(({ path }) => path.endsWith('pairing.relay'))?.snapshot;
  const isPairing = running.some(({ id, snapshot }) => id === 'approval' && snapshot.matches('pairing'));
  const isOver = pairing.matches('approved') || pairing.matches('failed');
  const rules: [boolean, string][] = [
    [claimant === null || claimant === attempt?.ref.sessionId, 'A wallet is asked that no attempt wants.'],
    [claimant === null || !attempt || attempt.snapshot.matches('asking'), 'A wallet is asked for a failed attempt.'],
    [!attempt?.snapshot.matches('asking') || claimant !== null, 'An attempt waits, and its wallet is not asked.'],
    [!isShown || (isPairing && pairing.context.attempt === claimant), 'A code is shown that no attempt wants.'],
    [!isShown || attempt?.snapshot.context.uri === pairing.context.uri, 'An attempt does not show its code.'],
    [
      !isShown || attempt?.snapshot.context.cutOff === line?.matches({ needed: 'lost' }),
      'An attempt does not show that the relay is out of reach.',
    ],
    [!isPairing || pairing.context.attempt === claimant, 'An attempt waits for a code that was not requested.'],
    [!isPairing || !isOver || pairing.context.attempt !== claimant, 'A pairing is over, and the connection waits.'],
  ];
  const restore = running.find(({ id }) => id === 'restore')?.snapshot;
  const isKnown = restore?.matches('locked') || restore?.matches({ remembered: 'idle' });
  rules.push([
    !isKnown || !(connection.matches({ stored: 'restoring' }) || connection.matches({ stored: 'waking' })),
    'The page waits for a stored wallet that has answered.',
  ]);
  return rules.flatMap(([holds, sentence]) => (holds ? [] : [sentence]));
}

/** Returns the rules that the simulated browser breaks now, as sentences. */
export const findBrowserFaults = ({ tabs, faults }: BrowserWithTabs) => [...faults, ...tabs.flatMap(faultsIn)];

/** A time after which each wait of the page for a person has ended, in ms. */
const LONG = 15 * 60_000;

const isBusy = (tab: SimulatedTab) => tab.running().filter(({ snapshot }) => snapshot.hasTag('busy'));

/** Whether no dialog is open or requested, and Back would leave the page. */
const isClosed = (tab: SimulatedTab) =>
  !findOpenDialogs(tab).length && tab.history.isAtStart && !tab.machine('session')?.context.request;

/**
 * Waits while nobody answers, and then closes all dialogs. Returns the faults: an endless wait, or a dialog that stays
 * open.
 */
export async function closeAllDialogs(browser: BrowserWithTabs): Promise<string[]> {
  for (let turn = 0; turn < 4; turn++) await browser.pass(LONG);
  const lasting = browser.tabs
    .flatMap(isBusy)
    .map(({ id, snapshot }) => `${id} waits forever in ${JSON.stringify(snapshot.value)}.`);
  const left: string[] = [];
  for (const tab of browser.tabs) {
    for (let turn = 0; turn < 6 && !isClosed(tab); turn++) {
      tab.history.back();
      await browser.pass(LONG);
    }
    if (!isClosed(tab)) left.push(`Back does not lead to a closed page: ${findOpenDialogs(tab).map(({ id }) => id)}.`);
  }
  for (const tab of browser.tabs.filter((one) => one.machine('notice'))) tab.send('notice', { type: 'dismissFailure' });
  const noticed = browser.tabs.filter((tab) => !(tab.machine('notice')?.matches({ failure: 'none' }) ?? true));
  return [...lasting, ...left, ...noticed.map(() => "A notice can't be dismissed."), ...findBrowserFaults(browser)];
}

/** Takes steps until the visitor is signed in. All requests succeed. Returns a fault if 25 steps are not enough. */
export async function signVisitorIn({ tabs: [tab] }: BrowserWithTabs): Promise<string[]> {
  const isIn = () => tab!.machine('manage') !== undefined;
  for (let turn = 0; turn < 25 && !isIn(); turn++) {
    takeStepTowardsSignIn(tab!, SIMULATED_WALLETS.fox);
    await tab!.browser.settle();
  }
  return isIn() ? [] : ['An honest visitor is not let in.'];
}

/** Refuses all open requests, and lets the visitor return to each tab. Returns the differences between the tabs. */
export async function findTabDisagreements(browser: BrowserWithTabs): Promise<string[]> {
  for (let turn = 0; turn < 3; turn++) {
    for (const tab of browser.tabs) {
      for (const question of tab.questions)
        if (question.id === 'checkSession' || question.id === 'signOut') tab.grant(question);
        else tab.refuse(question);
      tab.tell('watchReturn', { type: 'visitor.returned' });
      tab.request('connect');
      await browser.settle();
      tab.history.back();
      await browser.settle();
    }
  }
  const { record } = browser;
  return browser.tabs.flatMap((tab) => {
    const shown = tab.machine('session')?.context.connection ?? null;
    if (!record) return shown ? ['A tab shows a wallet that the other has disconnected.'] : [];
    const isOwn = !shown || shown.wallet.id === record.id;
    return isOwn ? [] : ['Two tabs show two wallets.'];
  });
}
