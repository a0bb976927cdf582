import { describe, expect, test } from 'vitest';
import { WALLETS } from './outside';
import { visit } from './visit';

describe('the connection to the phone of a connected wallet', () => {
  test('is opened again for a minute, and then when the visitor returns', async () => {
    const { browser, first, passes } = await visit({ mustSignIn: false });
    await first.opens('connect');
    await first.picks('phone');
    await first.scans();
    await first.approvesOnPhone();
    expect(first.state('relay')).toEqual({ needed: 'live' });
    await first.loses('line');
    await passes(2_000);
    expect(first.state('relay')).toMatchObject({ needed: { lost: 'pausing' } });
    await passes(60_000);
    expect(first.state('relay')).toEqual({ needed: 'gone' });
    browser.isCutOff = false;
    await first.returns();
    expect([first.state('relay'), first.wallet()]).toEqual([{ needed: 'live' }, WALLETS.phone.id]);
  });

  test('is not kept for a wallet in this browser', async () => {
    const { first } = await visit({ mustSignIn: false });
    await first.connects('fox');
    expect(first.state('relay')).toBe('unneeded');
  });
});

describe('the wallet of the last visit', () => {
  test('can be forgotten at its step, which ends its attempt and its record', async () => {
    const { browser, first, change } = await visit({ mustSignIn: false });
    await first.connects('fox');
    await change('fox', { locked: true });
    await first.opens('account');
    expect([first.state('connect'), first.state('connection')]).toEqual(['connect', { claimed: 'asking' }]);
    await first.presses('forget');
    expect([first.state('connect'), first.state('connection'), browser.record]).toEqual(['none', 'idle', null]);
    await first.reloads();
    await first.opens('account');
    expect(first.state('connect')).toBe('none');
  });
});

describe('an attempt to connect', () => {
  test('connects when the owner approves, and closes the dialog', async () => {
    const { first } = await visit({ mustSignIn: false });
    await first.connects('fox');
    expect([first.dialog(), first.wallet(), first.tab.history.index]).toEqual([null, WALLETS.fox.id, 0]);
  });

  test('leads to the dialog that was requested', async () => {
    const { first } = await visit({ mustSignIn: false });
    await first.opens('account');
    await first.picks('fox');
    await first.grants('openConnector');
    expect(first.dialog()).toBe('account');
  });

  test.each(['goesBack', 'closes'] as const)('undoes an approval that comes after the visitor %s', async (way) => {
    const { browser, first } = await visit();
    await first.opens('connect');
    await first.picks('fox');
    await (way === 'closes' ? first.presses('close') : first.goesBack());
    await first.grants('openConnector');
    expect([first.wallet(), first.tab.open]).toEqual([null, []]);
    expect(browser.ownedOf(WALLETS.fox).permitted).toBe(false);
  });

  test('can be retried after a rejection, and connects', async () => {
    const { first } = await visit({ mustSignIn: false });
    await first.opens('connect');
    await first.picks('fox');
    await first.refuses('openConnector');
    expect([first.state('attempt'), first.reason()]).toEqual(['failed', 'rejected']);
    await first.presses('retry');
    await first.grants('openConnector');
    expect(first.wallet()).toBe(WALLETS.fox.id);
  });

  test('counts an approval that comes after it has timed out', async () => {
    const { first, passes } = await visit({ mustSignIn: false });
    await first.opens('connect');
    await first.picks('fox');
    await passes(120_000);
    expect([first.state('attempt'), first.reason()]).toEqual(['failed', 'timedOut']);
    await first.grants('openConnector');
    expect([first.wallet(), first.dialog()]).toEqual([WALLETS.fox.id, null]);
  });

  test('ignores a rejection that comes after it has timed out', async () => {
    const { first, passes } = await visit();
    await first.opens('connect');
    await first.picks('fox');
    await passes(120_000);
    await first.refuses('openConnector');
    expect(first.reason()).toBe('timedOut');
  });

  test('sends one request for several presses', async () => {
    const { first } = await visit();
    await first.opens('connect');
    for (let press = 0; press < 3; press++) await first.picks('fox');
    expect(first.asked('openConnector')).toBe(1);
    await first.refuses('openConnector');
    for (let press = 0; press < 3; press++) await first.presses('retry');
    expect(first.asked('openConnector')).toBe(1);
  });

  test('is replaced by that of another wallet, whose approval alone counts', async () => {
    const { browser, first } = await visit({ mustSignIn: false });
    await first.opens('connect');
    await first.picks('fox');
    await first.goesBack();
    await first.opens('connect');
    await first.picks('owl');
    await first.grants('openConnector');
    expect(first.wallet()).toBe(WALLETS.owl.id);
    await first.grantsFirst('openConnector');
    expect([first.wallet(), first.tab.open.map(({ id }) => id)]).toEqual([WALLETS.owl.id, [WALLETS.owl.id]]);
    expect(browser.ownedOf(WALLETS.fox).permitted).toBe(false);
  });
});

describe('a wallet on a phone', () => {
  test('connects once the phone approves the code', async () => {
    const { first } = await visit({ mustSignIn: false });
    await first.opens('connect');
    await first.picks('phone');
    expect(first.tab.machine('attempt')?.context.uri).toBe(first.tab.pairing?.uri);
    await first.scans();
    await first.approvesOnPhone();
    expect([first.wallet(), first.dialog()]).toEqual([WALLETS.phone.id, null]);
  });

  test.each(['goesBack', 'close', 'owl'] as const)('does not connect by a code that was left: %s', async (way) => {
    const { browser, first } = await visit();
    await first.opens('connect');
    await first.picks('phone');
    const { uri } = first.tab.pairing!;
    await first.scans();
    if (way === 'goesBack') await first.goesBack();
    else if (way === 'close') await first.presses('close');
    else {
      await first.presses('back');
      await first.picks(way);
    }
    expect(browser.withdrawn).toContain(uri);
    await first.approvesOnPhone();
    expect([first.wallet(), first.state('pairing')]).toEqual([null, 'idle']);
  });

  test('gets another code after five minutes, and the former one is void', async () => {
    const { browser, first, passes } = await visit();
    await first.opens('connect');
    await first.picks('phone');
    const { uri } = first.tab.pairing!;
    await passes(300_000);
    expect(browser.withdrawn).toContain(uri);
    expect(first.tab.machine('attempt')?.context).toMatchObject({ uri: first.tab.pairing?.uri, code: 2 });
  });

  test('shows no code forever: the last one lapses, and the visitor can ask for another', async () => {
    const { browser, first, passes } = await visit();
    await first.opens('connect');
    await first.picks('phone');
    await passes(4 * 300_000);
    expect([first.state('attempt'), first.state('pairing'), browser.withdrawn.size]).toEqual(['lapsed', 'idle', 4]);
    await first.presses('renew');
    expect(first.state('pairing')).toEqual({ pairing: 'shown' });
  });

  test('says that the relay is out of reach, and connects once the relay is back', async () => {
    const { first, passes } = await visit({ mustSignIn: false });
    await first.opens('connect');
    await first.picks('phone');
    await first.loses('line');
    expect(first.tab.machine('attempt')?.context.cutOff).toBe(false);
    await passes(2_000);
    expect(first.tab.machine('attempt')?.context.cutOff).toBe(true);
    await first.regains('line');
    expect(first.tab.machine('attempt')?.context.cutOff).toBe(false);
    await first.scans();
    await first.approvesOnPhone();
    expect(first.wallet()).toBe(WALLETS.phone.id);
  });

  test('says on a phone, after its app was opened, that the relay is out of reach', async () => {
    const { first, passes } = await visit({ mustSignIn: false, phone: true });
    await first.opens('connect');
    await first.presses('open', { id: WALLETS.phone.id });
    await first.loses('line');
    await passes(2_000);
    expect(first.tab.machine('attempt')).toMatchObject({
      value: { asking: { opening: 'fresh' } },
      context: { cutOff: true },
    });
    await first.regains('line');
    expect(first.tab.machine('attempt')?.context.cutOff).toBe(false);
    await first.loses('line');
    await passes(62_000);
    expect([first.state('attempt'), first.reason()]).toEqual(['failed', 'unreachable']);
    await first.regains('line');
    await first.presses('retry');
    expect(first.state('pairing')).toEqual({ pairing: 'shown' });
  });

  test('fails if the relay stays out of reach for a minute, and can be retried', async () => {
    const { browser, first, passes } = await visit();
    await first.opens('connect');
    await first.picks('phone');
    await first.loses('line');
    await passes(62_000);
    expect([first.state('attempt'), first.reason()]).toEqual(['failed', 'unreachable']);
    browser.isCutOff = false;
    await first.presses('retry');
    expect(first.state('pairing')).toEqual({ pairing: 'shown' });
  });

  test('has a code of its own in each tab', async () => {
    const { browser, first, second } = await visit({ tabs: 2 });
    for (const one of [first, second]) {
      await one.opens('connect');
      await one.picks('phone');
    }
    await first.goesBack();
    expect([browser.withdrawn.size, second.state('pairing')]).toEqual([1, { pairing: 'shown' }]);
  });
});
