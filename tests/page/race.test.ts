import type { Page } from '@playwright/test';
import fc from 'fast-check';
import { privateKeyToAccount } from 'viem/accounts';
import { expect } from 'vitest';
import { installWallet } from '../wallet/browser.ts';
import { type Phone, type Relayed, settled, withRelay } from './relayed.ts';
import { seen } from './seen.ts';
import type { InjectedWallet } from './visit.ts';

/* Visitors change wallets, and wallets answer late. Only the installed wallets are doubles, and hold back answers. */

const test = withRelay('race');

const INJECTED = ['Fox', 'Owl'] as const;
const SCANNED = ['Rainbow', 'MetaMask'] as const;
type Injected = (typeof INJECTED)[number];
type Name = Injected | (typeof SCANNED)[number];
const isInjected = (name: Name | null): name is Injected => INJECTED.some((one) => one === name);
const accounts = { Fox: accountOf(2), Owl: accountOf(3) };

function accountOf(nth: number) {
  return privateKeyToAccount(`0x${String(nth).repeat(64)}`);
}

type Action =
  | { does: 'pick'; name: Name }
  | { does: 'back' | 'close' | 'retry' | 'scan' }
  | { does: 'approve' | 'reject'; who: Injected | 'phone' | 'chosen' };

/** The chosen wallet answers most often. */
const who = fc.oneof(
  { weight: 3, arbitrary: fc.constant('chosen' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...INJECTED, 'phone' as const) },
);
const actions: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ does: fc.constant('pick' as const), name: fc.constantFrom(...INJECTED, ...SCANNED) }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('scan' as const) }) },
  { weight: 4, arbitrary: fc.record({ does: fc.constantFrom('back' as const, 'retry' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('reject' as const), who }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('approve' as const), who }) },
);

/** One action of each kind, so that the test doesn't depend on random runs. */
const everything: Action[] = [
  { does: 'pick', name: 'Fox' },
  { does: 'reject', who: 'chosen' },
  { does: 'retry' },
  { does: 'pick', name: 'Rainbow' },
  { does: 'scan' },
  { does: 'approve', who: 'Fox' },
  { does: 'reject', who: 'chosen' },
  { does: 'retry' },
  { does: 'scan' },
  { does: 'pick', name: 'MetaMask' },
  { does: 'scan' },
  { does: 'back' },
  { does: 'pick', name: 'Rainbow' },
  { does: 'scan' },
  // The first two requests of this wallet are void.
  { does: 'approve', who: 'phone' },
  { does: 'approve', who: 'phone' },
  { does: 'pick', name: 'Owl' },
  { does: 'approve', who: 'phone' },
  { does: 'approve', who: 'chosen' },
];

/** The same wallet requests a phone twice, and the phone answers both requests. */
const twice: Action[] = [
  { does: 'pick', name: 'MetaMask' },
  { does: 'scan' },
  { does: 'pick', name: 'Fox' },
  { does: 'close' },
  { does: 'pick', name: 'MetaMask' },
  { does: 'scan' },
  { does: 'reject', who: 'phone' },
  { does: 'approve', who: 'phone' },
];

class Race {
  /** The chosen wallet, or null after the visitor went back. */
  chosen: Name | null = null;
  failed = false;
  connected: Name | null = null;
  /** The number of unanswered requests of each installed wallet. */
  asked = { Fox: 0, Owl: 0 };
  late = 0;
  /** The unanswered codes that the phone has scanned, and the shown one, if any. */
  scanned: { void: boolean }[] = [];
  shown: { void: boolean } | null = null;

  readonly entered: Relayed;
  readonly wallets: Record<Injected, InjectedWallet>;
  readonly phone: Phone;
  constructor(entered: Relayed, wallets: Record<Injected, InjectedWallet>, phone: Phone) {
    this.entered = entered;
    this.wallets = wallets;
    this.phone = phone;
  }

  /** Chooses another wallet or none, which voids the shown code. */
  turn(to: Name | null) {
    if (this.shown) this.shown.void = true;
    this.shown = null;
    this.failed = false;
    this.chosen = to;
    if (isInjected(to)) this.asked[to] += 1;
  }

  async happen(action: Action) {
    const { dialog } = this.entered;
    if (action.does === 'pick') {
      await dialog.pick(action.name);
      // A wallet with a pending request is not asked again.
      if (action.name !== this.chosen || this.failed) this.turn(action.name);
    } else if (action.does === 'back' && this.chosen) {
      await dialog.back.click();
      this.turn(null);
    } else if (action.does === 'close') {
      await dialog.close.click();
      await seen(dialog.modal).toBeHidden();
      await seen(this.entered.page).toHaveURL(/\/$/);
      await dialog.ask('connect');
      this.turn(null);
    } else if (action.does === 'retry' && this.failed) {
      await dialog.retry.click();
      this.turn(this.chosen);
    } else if (action.does === 'scan' && this.chosen && !isInjected(this.chosen) && !this.failed && !this.shown) {
      const code = { void: false };
      const { length } = this.phone.seen.proposals;
      await this.phone.pair(await dialog.uri());
      await seen.poll(() => this.phone.seen.proposals.length).toBe(length + 1);
      this.scanned.push(code);
      this.shown = code;
    } else if (action.does === 'approve' || action.does === 'reject') {
      const { chosen } = this;
      await this.answer(action.does, action.who !== 'chosen' ? action.who : isInjected(chosen) ? chosen : 'phone');
    }
  }

  async answer(does: 'approve' | 'reject', who: Injected | 'phone') {
    if (who === 'phone') {
      const code = this.scanned.shift();
      if (!code) return;
      if (code.void) this.late += 1;
      // The phone may already know that a code is void.
      await this.phone[does]().catch((error) => expect(code, String(error)).toEqual({ void: true }));
      if (!code.void) this.shown = null;
      if (!code.void && does === 'approve') this.connected = this.chosen;
      else if (!code.void) this.failed = true;
    } else if (this.asked[who]) {
      const wallet = this.wallets[who];
      await seen.poll(() => wallet.pending.length).toBe(this.asked[who]);
      await wallet[does]();
      this.asked[who] -= 1;
      if (this.chosen !== who) this.late += 1;
      // An approval of an earlier request counts like one of the last request.
      if (this.chosen === who && does === 'approve') this.connected = who;
      else if (this.chosen === who && !this.failed && this.asked[who] === 0) this.failed = true;
    }
  }

  async compare() {
    const { dialog, page } = this.entered;
    if (this.connected) return seen(dialog.modal).toBeHidden();
    await seen(dialog.modal).toBeVisible();
    const about = this.chosen ?? '';
    await seen.poll(() => aboutIn(page)).toEqual({ about, strangers: [] });
    await seen(dialog.retry).toBeVisible({ visible: this.failed });
    if (this.shown) await seen(dialog.code).toBeVisible();
  }

  /** Checks that only the wallet that was chosen last may be connected. */
  async end() {
    const { dialog, page } = this.entered;
    if (!this.connected) {
      await dialog.close.click();
      this.turn(null);
    }
    await seen(dialog.modal).toBeHidden();
    // The page restores the address by an asynchronous step back, which would close the next dialog.
    await seen(page).toHaveURL(/\/$/);
    // Every answer from now on is late.
    for (const who of INJECTED) while (this.asked[who]) await this.answer('approve', who);
    while (this.scanned.length) await this.answer('approve', 'phone');
    await seen
      .poll(() => accountsIn(page))
      .toEqual(INJECTED.map((name) => (name === this.connected ? [accounts[name].address.toLowerCase()] : [])));
    await dialog.ask('account');
    if (this.connected) await seen(dialog.modal).toContainText(`Connected with ${this.connected}`);
    else await seen(dialog.row('Rainbow')).toBeVisible();
    await seen.poll(() => settled(this.phone).length).toBe(this.connected && !isInjected(this.connected) ? 1 : 0);
  }
}

/** Returns the wallet named in the dialog's title, and names of other wallets in its content. */
const aboutIn = (page: Page) =>
  page.evaluate(
    ([...names]) => {
      const heading = [...document.querySelectorAll('dialog#wallet h2')].at(-1);
      const pane = heading?.closest('section');
      const title = heading?.textContent ?? '';
      const label = pane?.querySelector('[role=img]')?.getAttribute('aria-label') ?? '';
      const about = names.find((name) => title.includes(name)) ?? '';
      const text = `${label} ${pane?.textContent}`;
      return { about, strangers: names.filter((name) => name !== about && text.includes(name)) };
    },
    [...INJECTED, ...SCANNED],
  );

/** Returns the accounts that each installed wallet shares with the page. */
const accountsIn = (page: Page) =>
  page.evaluate(
    async ([...names]) => {
      type Told = CustomEvent<{ info: { name: string }; provider: { request(call: object): Promise<string[]> } }>;
      const told = new Map<string, Promise<string[]>>();
      const hear = (event: Event) => {
        const { info, provider } = (event as Told).detail;
        told.set(info.name, provider.request({ method: 'eth_accounts' }));
      };
      window.addEventListener('eip6963:announceProvider', hear);
      window.dispatchEvent(new Event('eip6963:requestProvider'));
      window.removeEventListener('eip6963:announceProvider', hear);
      const lists = await Promise.all(names.map((name) => told.get(name) ?? []));
      return lists.map((list) => list.map((address) => address.toLowerCase()));
    },
    [...INJECTED],
  );

test('the page shows the chosen wallet, and at most one wallet is connected', async ({ enter, phoneOf }) => {
  const met = { scanned: 0, failed: 0, late: 0, browser: 0, phone: 0, nobody: 0 };
  const wallets = {} as Record<Injected, InjectedWallet>;
  await fc.assert(
    fc.asyncProperty(fc.array(actions, { minLength: 10, maxLength: 14, size: 'max' }), async (list) => {
      const entered = await enter({
        again: 'race',
        before: async (_, context) => {
          for (const name of INJECTED)
            wallets[name] = await installWallet(context, { info: { name, rdns: `example.${name.toLowerCase()}` } });
        },
      });
      for (const name of INJECTED) await wallets[name].reset({ account: accounts[name], answer: 'hold' });
      const race = new Race(entered, wallets, await phoneOf('hold'));
      for (const [i, action] of list.entries()) {
        try {
          await race.happen(action);
          await race.compare();
        } catch (error) {
          throw new Error(`Action ${i + 1}, ${JSON.stringify(action)}: ${error}`, { cause: error });
        }
        if (race.shown) met.scanned += 1;
        if (race.failed) met.failed += 1;
        if (race.connected) break;
      }
      met.late += race.late;
      await race.end();
      met[race.connected === null ? 'nobody' : isInjected(race.connected) ? 'browser' : 'phone'] += 1;
      // The next run shares the page.
      expect(entered.complaints).toEqual([]);
      for (const name of INJECTED) await wallets[name].reset({});
      const connected = entered.page.locator('html[data-connected]');
      if (isInjected(race.connected)) await seen(connected).toHaveCount(0);
    }),
    { numRuns: 6, seed: 1, endOnFailure: true, includeErrorInReport: true, examples: [[everything], [twice]] },
  );
  // The runs have covered all cases.
  for (const [what, times] of Object.entries(met)) expect([what, times > 0]).toEqual([what, true]);
  console.info(`race on the page: ${JSON.stringify(met)}`);
});
