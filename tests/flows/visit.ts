import { afterEach, expect } from 'vitest';
import type { AnyEventObject } from 'xstate';
import type { DialogName } from '#domain/dialog';
import { BrowserWithTabs, type SimulatedWallet, type StartConditions, WALLETS } from './outside';
import type { PortRequest } from './ports';
import { findBrowserFaults, findOpenDialogs } from './properties';
import { VISIBLE_MACHINE_PATTERN } from './steps';
import type { SimulatedTab } from './tab';

type Named = keyof typeof WALLETS;

/** Returns a visitor's actions, and the visible state, in one tab. Each action waits until the page is idle. */
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
  return {
    tab,
    opens: (dialog: DialogName) => act(() => tab.request(dialog)),
    picks: (wallet: Named) => press({ type: 'pick', id: WALLETS[wallet].id }),
    /** Presses a control of the open dialog: `retry`, `sign`, `leave`, `close`. */
    presses: (control: string, data: object = {}) => press({ type: control, ...data }),
    goesBack: () => act(() => tab.history.back()),
    reloads: () => act(() => tab.reload()),
    returns: () => act(() => tab.tell('watchReturn', { type: 'visitor.returned' })),
    /** The connection to the relay breaks off, or opens again. */
    loses: (_: 'line') => act(() => tab.cutOff(true)),
    regains: (_: 'line') => act(() => tab.cutOff(false)),
    scans: () => act(() => tab.scan()),
    approvesOnPhone: () => act(() => tab.approve()),
    grants: (id: string) => answer(id, (question) => tab.grant(question)),
    grantsFirst: (id: string) => act(() => tab.grant(asked(id)[0]!)),
    refusesFirst: (id: string) => act(() => tab.refuse(asked(id)[0]!)),
    refuses: (id: string) => answer(id, (question) => tab.refuse(question)),
    /** Returns how many requests of this kind are still unanswered. */
    asked: (id: string) => asked(id).length,
    /** The open dialog, or null. */
    dialog: () => findOpenDialogs(tab)[0]?.id ?? null,
    state: (machine: string) => tab.machine(machine)?.value ?? null,
    /** Why the attempt to connect failed, or null. */
    reason: () => tab.machine('attempt')?.context.reason ?? null,
    account: () => tab.machine('session')?.context.connection?.address ?? null,
    wallet: () => tab.machine('session')?.context.connection?.wallet.id ?? null,
    chainId: () => tab.machine('session')?.context.connection?.chainId ?? null,
    /** The failure that the page shows outside of dialogs, or `none`. */
    failure: () => tab.machine('notice')?.value.failure ?? 'none',
    /** The last announcement to screen readers, or null. */
    news: () => tab.machine('news')?.context.code ?? null,
    isSignedIn: () => tab.machine('identity')?.matches('connected') ?? false,
    async connects(wallet: Named = 'fox') {
      await this.opens('connect');
      await this.picks(wallet);
      await this.grants('openConnector');
    },
    async signsIn(wallet: Named = 'fox') {
      await this.connects(wallet);
      await this.grants('checkSession');
      if (!this.dialog()) await this.opens('account');
      await this.signs();
    },
    /** Signs the message that the page has prepared. */
    async signs() {
      await this.grants('prepareMessage');
      await this.presses('sign');
      await this.grants('requestSignature');
      await this.grants('verify');
    },
  };
}

const browsers: BrowserWithTabs[] = [];

/** Opens the page in one browser, in one or two tabs. The rules of the page are checked after the test. */
export async function visit(outset: StartConditions = {}) {
  const browser = new BrowserWithTabs(outset);
  browsers.push(browser);
  await browser.settle();
  const [first, second] = browser.tabs.map(personIn);
  const change = async (wallet: Named, change: Partial<SimulatedWallet>) => {
    browser.change(WALLETS[wallet], change);
    await browser.settle();
  };
  return { browser, first: first!, second: second!, change, passes: (ms: number) => browser.pass(ms) };
}

afterEach(() => {
  for (const browser of browsers.splice(0)) {
    expect(findBrowserFaults(browser)).toEqual([]);
    browser.stop();
  }
});
