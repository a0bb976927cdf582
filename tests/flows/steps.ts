import type { AnyEventObject } from 'xstate';
import type { DialogName } from '#domain/dialog';
import type { Wallet } from '#domain/wallet';
import { isVisitorEvent } from '../engine/words';
import { type BrowserWithTabs, SIMULATED_ADDRESSES, SIMULATED_CHAINS, SIMULATED_WALLETS } from './outside';
import type { RunningMachine, SimulatedTab, WrongAnswerKind } from './tab';

/** Something that can happen now: a person, a wallet, a server or the clock does something. */
export interface PossibleStep {
  /** The person or program that acts. Random runs choose it first. */
  by: 'everyone' | 'visitor' | 'address' | 'owner' | 'server' | 'wallet' | 'browser' | 'clock';
  /** A description, with the number of the tab. */
  does: string;
  act(): void;
}

/** The machines whose controls a visitor sees. */
export const VISIBLE_MACHINE_PATTERN =
  /^(walletLoader|session|connect|mobileConnect|attempt|signIn|account|chain|notice)$/;

/** Events with data, as the dialogs' controls send them. */
const SAMPLES: Record<string, AnyEventObject[]> = {
  connect: Object.values(SIMULATED_WALLETS).map(({ id }) => ({ type: 'pick', id })),
  mobileConnect: [
    { type: 'pick', id: SIMULATED_WALLETS.fox.id },
    { type: 'open', id: SIMULATED_WALLETS.phone.id },
  ],
  chain: SIMULATED_CHAINS.map(({ id }) => ({ type: 'pick', id })),
};

/** Events without an effect on other machines. The tests of each machine cover them. */
const PLAIN = /^(search|get|learn|browse|expand|refresh|extension|desktop|mobile|continue)$/;

/** Returns the visitor's events that `running` accepts now. */
function verbsOf({ id, snapshot }: RunningMachine): AnyEventObject[] {
  const types = (snapshot.machine.events as string[]).filter((type) => isVisitorEvent(type) && !PLAIN.test(type));
  const samples = SAMPLES[id] ?? [];
  const bare = types
    .filter((type) => !/^(pick|open|get|dialog\.request)$/.test(type))
    .map((type): AnyEventObject => ({ type }));
  return [...bare, ...samples].filter((event) => snapshot.can(event as never));
}

const words = ({ type, ...data }: AnyEventObject) => [type, ...Object.values(data)].join(' ');

const DIALOGS: DialogName[] = ['connect', 'account', 'chain'];
const SERVER = /^(prepareMessage|verify|takeBack|checkSession|signOut)$/;

/** Wrong answers to each kind of request. */
const AMISS: Record<string, WrongAnswerKind[]> = {
  requestSignature: ['foreign', 'rubbish'],
  checkSession: ['foreign', 'rubbish', 'endless', 'elsewhere'],
  verify: ['lost', 'rubbish'],
};

function stepsIn(tab: SimulatedTab, nth: number): PossibleStep[] {
  const at = (by: PossibleStep['by'], does: string, act: () => void): PossibleStep => ({
    by,
    does: `tab ${nth + 1}: ${does}`,
    act,
  });
  const { browser } = tab;
  return [
    at('everyone', 'the next step', () => takeStepTowardsSignIn(tab, SIMULATED_WALLETS.fox)),
    at('everyone', 'the next step with a phone', () => takeStepTowardsSignIn(tab, SIMULATED_WALLETS.phone)),
    ...tab
      .running()
      .filter(({ id }) => VISIBLE_MACHINE_PATTERN.test(id))
      .flatMap((running) =>
        verbsOf(running).map((event) => at('visitor', `${running.id} ${words(event)}`, () => running.ref.send(event))),
      ),
    ...DIALOGS.filter((dialog) => tab.history.entry.dialog !== dialog).map((dialog) =>
      at('address', `#${dialog}`, () => tab.request(dialog)),
    ),
    ...(tab.history.isAtStart ? [] : [at('address', 'Back', () => tab.history.back())]),
    ...tab.questions.slice(-3).flatMap((question) => {
      const by = SERVER.test(question.id) ? 'server' : 'owner';
      const late = question.isOpen ? '' : ', too late';
      return [
        at(by, `${question.id} is granted${late}`, () => tab.grant(question)),
        at(by, `${question.id} is refused${late}`, () => tab.refuse(question)),
        ...(AMISS[question.id] ?? []).map((how) =>
          at(by, `${question.id} is answered amiss: ${how}${late}`, () => tab.answerAmiss(question, how)),
        ),
      ];
    }),
    ...(tab.pairing ? [at('owner', 'the phone scans', () => tab.scan())] : []),
    ...(tab.pairing
      ? [at('owner', browser.isCutOff ? 'the relay is back' : 'the relay is gone', () => tab.cutOff(!browser.isCutOff))]
      : []),
    ...(tab.scanned ? [at('owner', 'the phone approves', () => tab.approve())] : []),
    at('browser', 'the visitor returns', () => {
      for (const name of ['watchReturn', 'watchPage']) tab.tell(name, { type: 'visitor.returned' });
    }),
    at('browser', 'reload', () => tab.reload()),
    ...(browser.record ? [at('wallet', 'the wallet ends the connection', () => endOf(tab))] : []),
  ];
}

/** Takes the next step that leads to a sign-in with `wallet`. The visitor, the wallet and the server all agree to it. */
export function takeStepTowardsSignIn(tab: SimulatedTab, wallet: Wallet) {
  const question = tab.questions.findLast(({ isOpen }) => isOpen);
  const dialog = tab.running().findLast(({ id }) => /^(connect|mobileConnect|signIn)$/.test(id));
  const can = [{ type: 'sign' }, { type: 'switch' }, { type: 'pick', id: wallet.id }].find((event) =>
    dialog?.snapshot.can(event as never),
  );
  if (question) return tab.grant(question);
  if (can && !(tab.pairing && wallet === SIMULATED_WALLETS.phone)) return dialog?.ref.send(can);
  // The page asks a stored phone wallet by itself, and then shows a code although no wallet was picked.
  if (tab.pairing) {
    if (tab.browser.isCutOff) tab.cutOff(false);
    tab.scan();
    return tab.approve();
  }
  return tab.request(tab.history.entry.dialog === 'account' ? 'chain' : 'account');
}

/** Ends the connection from the side of the wallet, as if its owner had disconnected the page there. */
function endOf(tab: SimulatedTab) {
  const [open] = tab.open;
  if (!open) return;
  tab.open = [];
  tab.browser.ownedOf(open).permitted = false;
  tab.reportOpen();
}

function stepsOfWallet(browser: BrowserWithTabs, wallet: Wallet): PossibleStep[] {
  const { account, chainId, locked, permitted } = browser.ownedOf(wallet);
  const by = 'wallet';
  const act = (change: Parameters<BrowserWithTabs['change']>[1]) => () => browser.change(wallet, change);
  if (!permitted) return [];
  return [
    { by, does: `${wallet.name} ${locked ? 'unlocks' : 'locks'}`, act: act({ locked: !locked }) },
    {
      by,
      does: `${wallet.name} changes the account`,
      act: act({ account: SIMULATED_ADDRESSES.find((one) => one !== account)! }),
    },
    { by, does: `${wallet.name} changes the network`, act: act({ chainId: chainId === 1 ? 137 : 1 }) },
  ];
}

/** Delays in ms. After each of them, some time limit of the page has ended. */
const WAITS = [1_000, 5_000, 15_000, 130_000, 25 * 3_600_000];

/** Returns everything that can happen in `browser` now. */
export const listPossibleSteps = (browser: BrowserWithTabs): PossibleStep[] => [
  ...browser.tabs.flatMap(stepsIn),
  ...Object.values(SIMULATED_WALLETS).flatMap((wallet) => stepsOfWallet(browser, wallet)),
  ...(browser.session ? [{ by: 'server' as const, does: 'the session ends', act: () => browser.signOut() }] : []),
  ...WAITS.map((ms): PossibleStep => ({ by: 'clock', does: `${ms} ms pass`, act: () => browser.clock.increment(ms) })),
];
