import { afterEach, expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { DialogName } from '#domain/dialog';
import {
  BrowserWithTabs,
  SIMULATED_ADDRESSES,
  SIMULATED_WALLETS,
  type SimulatedWallet,
  type StartConditions,
} from './outside';
import type { PortRequest } from './ports';
import { findBrowserFaults, findOpenDialogs } from './properties';
import { VISIBLE_MACHINE_PATTERN } from './steps';
import type { SimulatedTab, WrongAnswerKind } from './tab';

type Named = keyof typeof SIMULATED_WALLETS;

/** Returns the actions of a test in one tab, and the summary of its page. Each action waits until the page is idle. */
function personIn(tab: SimulatedTab) {
  const { browser } = tab;
  const act = async (does: () => void) => {
    does();
    await browser.settle();
  };
  const asked = (id: string) => tab.questions.filter((question) => question.id === id);
  const answer = (id: string, how: (question: PortRequest) => void) =>
    act(() => {
      const question = asked(id).at(-1);
      if (!question) throw new Error(`The page does not ask for ${id}.`);
      tab.questions = tab.questions.filter((one) => one !== question);
      how(question);
    });
  const press = (event: AnyEventObject) =>
    act(() => {
      const dialog = tab
        .running()
        .findLast(({ id, snapshot }) => VISIBLE_MACHINE_PATTERN.test(id) && snapshot.can(event as never));
      dialog?.ref.send(event);
    });
  const own = (change: Partial<SimulatedWallet>) => act(() => browser.change(SIMULATED_WALLETS.fox, change));
  const actions = {
    opens: (dialog: DialogName) => act(() => tab.request(dialog)),
    picks: (wallet: Named) => press({ type: 'pick', id: SIMULATED_WALLETS[wallet].id }),
    /** Picks a network in the network dialog. */
    chooses: (chainId: string) => press({ type: 'pick', id: Number(chainId) }),
    /** Presses a control of the open dialog: `retry`, `sign`, `leave`, `close`. */
    presses: (control: string) => press({ type: control }),
    goesBack: () => act(() => tab.history.back()),
    reloads: () => act(() => tab.reload()),
    returns: () => act(() => tab.tell('watchReturn', { type: 'visitor.returned' })),
    passes: (ms: string) => browser.pass(Number(ms)),
    /** Closes the connection to the relay. `regains` opens it again. */
    loses: (_: 'line') => act(() => tab.cutOff(true)),
    regains: (_: 'line') => act(() => tab.cutOff(false)),
    /** Puts the relay out of reach while the page has no connection to it. `reachesRelay` ends this. */
    missesRelay: () => act(() => Object.assign(browser, { isCutOff: true })),
    reachesRelay: () => act(() => Object.assign(browser, { isCutOff: false })),
    scans: () => act(() => tab.scan()),
    approvesOnPhone: () => act(() => tab.approve()),
    // With these actions, the owner of the wallet `fox` changes something in it.
    locks: () => own({ locked: true }),
    unlocks: () => own({ locked: false }),
    revokes: () => own({ permitted: false }),
    movesTo: (chainId: string) => own({ chainId: Number(chainId) }),
    switchesAccount: () => own({ account: SIMULATED_ADDRESSES[1]! }),
    grants: (id: string) => answer(id, (question) => tab.grant(question)),
    grantsFirst: (id: string) => act(() => tab.grant(asked(id)[0]!)),
    refuses: (id: string) => answer(id, (question) => tab.refuse(question)),
    refusesFirst: (id: string) => act(() => tab.refuse(asked(id)[0]!)),
    answersAmiss: (how: WrongAnswerKind) => act(() => tab.answerAmiss(tab.questions[0]!, how)),
    /** Starts a session on the server, without an answer to the page. `endsSession` ends the session there. */
    startsSession: (account: 'first' | 'other') => act(() => browser.signIn(addressOf[account], 1)),
    endsSession: () => act(() => browser.signOut()),
    async connects(wallet: Named) {
      await does(
        `opens connect, picks ${wallet}, ${wallet === 'phone' ? 'scans, approvesOnPhone' : 'grants openConnector'}`,
      );
    },
    async signsIn() {
      await does('connects fox, grants checkSession');
      if (!findOpenDialogs(tab)[0]) await does('opens account');
      await does('signs');
    },
    /** Signs the message that the page has prepared. */
    signs: () => does('grants prepareMessage, presses sign, grants requestSignature, grants verify'),
  };
  /** Takes the steps in a text, each an action with its argument: `opens connect, picks fox, grants openConnector`. */
  async function does(steps: string) {
    for (const step of steps.split(', ').filter(Boolean)) {
      const [action = '', what = ''] = step.split(' ');
      await actions[action as keyof typeof actions](what as never);
      expect(findBrowserFaults(browser), step).toEqual([]);
    }
  }
  return { tab, does, now: () => summarize(tab) };
}

const addressOf = { first: SIMULATED_ADDRESSES[0]!, other: SIMULATED_ADDRESSES[1]! };
const nameOf = <Value>(named: Record<string, Value>, is: (value: Value) => boolean) =>
  Object.keys(named).find((name) => is(named[name]!)) ?? null;
const walletNameOf = (id: string | undefined) => nameOf(SIMULATED_WALLETS, (wallet) => wallet.id === id);
const accountNameOf = (address: string | undefined) => nameOf(addressOf, (one) => one === address);

/** Summarizes the page in a tab, and the storage, wallets and server outside. Shows names of wallets and accounts. */
const summarize = (tab: SimulatedTab) => {
  const { browser, history } = tab;
  const connection = tab.machine('session')?.context.connection;
  const attempt = tab.machine('attempt')?.context;
  return {
    dialog: findOpenDialogs(tab)[0]?.id ?? null,
    hash: history.entry.dialog,
    wallet: walletNameOf(connection?.wallet.id),
    account: accountNameOf(connection?.address),
    chainId: connection?.chainId ?? null,
    isSignedIn: tab.machine('identity')?.matches('connected') ?? false,
    /** The failure that the page shows outside of dialogs, or `none`. */
    failure: tab.machine('notice')?.value.failure ?? 'none',
    notice: tab.machine('notice')?.context.notice?.code ?? null,
    /** The last announcement to screen readers. `newsCount` is the number of all announcements. */
    news: tab.machine('news')?.context.code ?? null,
    newsCount: tab.machine('news')?.context.count,
    reason: attempt?.reason,
    cutOff: attempt?.cutOff,
    /** The states of the running machines. */
    machines: Object.fromEntries(
      tab
        .running()
        .toReversed()
        .map(({ id, snapshot }) => [id, snapshot.value]),
    ),
    /** The requests without an answer, also those that the page has aborted. */
    asked: tab.questions.map(({ id }) => id).join(' '),
    open: tab.open.map(({ id }) => walletNameOf(id)),
    permitted: browser.owned.flatMap(({ wallet, permitted }) => (permitted ? walletNameOf(wallet.id) : [])),
    record: walletNameOf(browser.record?.id),
    session: accountNameOf(browser.session?.address),
    withdrawn: browser.withdrawn.size,
  };
};

const browsers: BrowserWithTabs[] = [];

/** Opens the page in one browser, in one or two tabs. The rules of the page are checked after the test. */
export async function openSimulatedPage(outset: StartConditions = {}) {
  const browser = new BrowserWithTabs(outset);
  browsers.push(browser);
  await browser.settle();
  const [first, second] = browser.tabs.map(personIn);
  return { browser, first: first!, second: second! };
}

/** A scenario: its title, its steps, a part of the page's summary after them, and unusual start conditions. */
export type PageScenario = [what: string, steps: string, now: object, outset?: StartConditions];

/** Returns the test of a scenario in one tab. `usual` are the start conditions of scenarios that have none. */
export const checkPageScenario =
  (usual: StartConditions = {}) =>
  async (...[, steps, now, outset = usual]: PageScenario) => {
    const { first } = await openSimulatedPage(outset);
    await first.does(steps);
    expect(first.now()).toMatchObject(now);
  };

afterEach(() => {
  for (const browser of browsers.splice(0)) {
    expect(findBrowserFaults(browser)).toEqual([]);
    browser.stop();
  }
});
