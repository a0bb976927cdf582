import { describe, expect, test } from 'vitest';
import { WALLETS } from './outside';
import { visit } from './visit';

describe('the relay connection of a wallet on a phone', () => {
  test('is retried for a minute after a loss, and again when the visitor returns', async () => {
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

  test('is closed for a wallet in this browser', async () => {
    const { first } = await visit({ mustSignIn: false });
    await first.connects('fox');
    expect(first.state('relay')).toBe('unneeded');
  });
});

describe('a stored wallet that is locked', () => {
  test('Forget cancels its attempt, and deletes the stored connection', async () => {
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
  test.each(['goesBack', 'closes'] as const)('revokes an approval that comes after the visitor %s', async (way) => {
    const { browser, first } = await visit();
    await first.opens('connect');
    await first.picks('fox');
    await (way === 'closes' ? first.presses('close') : first.goesBack());
    await first.grants('openConnector');
    expect([first.wallet(), first.tab.open]).toEqual([null, []]);
    expect(browser.ownedOf(WALLETS.fox).permitted).toBe(false);
  });

  test('connects when the wallet approves after the attempt has timed out', async () => {
    const { first, passes } = await visit({ mustSignIn: false });
    await first.opens('connect');
    await first.picks('fox');
    await passes(120_000);
    expect([first.state('attempt'), first.reason()]).toEqual(['failed', 'timedOut']);
    await first.grants('openConnector');
    expect([first.wallet(), first.dialog()]).toEqual([WALLETS.fox.id, null]);
  });

  test('only the last picked wallet is connected when both wallets approve', async () => {
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
  test('connects once the phone has scanned and approved the pairing code', async () => {
    const { first } = await visit({ mustSignIn: false });
    await first.opens('connect');
    await first.picks('phone');
    expect(first.tab.machine('attempt')?.context.uri).toBe(first.tab.pairing?.uri);
    await first.scans();
    await first.approvesOnPhone();
    expect([first.wallet(), first.dialog()]).toEqual([WALLETS.phone.id, null]);
  });

  test.each(['goesBack', 'close', 'owl'] as const)(
    'the pairing code is withdrawn when the visitor leaves it: %s',
    async (way) => {
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
    },
  );

  test('pairing codes stop after the fourth one, until the visitor requests another', async () => {
    const { browser, first, passes } = await visit();
    await first.opens('connect');
    await first.picks('phone');
    await passes(4 * 300_000);
    expect([first.state('attempt'), first.state('pairing'), browser.withdrawn.size]).toEqual(['lapsed', 'idle', 4]);
    await first.presses('renew');
    expect(first.state('pairing')).toEqual({ pairing: 'shown' });
  });

  test('the dialog reports a lost relay, and the phone connects once the relay is back', async () => {
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

  test('each tab shows a pairing code of its own', async () => {
    const { browser, first, second } = await visit({ tabs: 2 });
    for (const one of [first, second]) {
      await one.opens('connect');
      await one.picks('phone');
    }
    await first.goesBack();
    expect([browser.withdrawn.size, second.state('pairing')]).toEqual([1, { pairing: 'shown' }]);
  });
});
