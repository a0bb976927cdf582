import { describe, expect, test } from 'vitest';
import { ACCOUNTS, WALLETS } from './outside';
import { visit } from './visit';

/* Polygon and Optimism are networks that the page does not use. */
const [POLYGON, OPTIMISM] = [137, 10];

/** Visits with a connected wallet on Polygon, whose networks are shown. */
async function strays(mustSignIn = false) {
  const visited = await visit({ mustSignIn, returns: 'fox', signedIn: mustSignIn });
  const { first, change } = visited;
  if (mustSignIn) await first.grants('checkSession');
  await change('fox', { chainId: POLYGON });
  await first.opens('account');
  expect(first.dialog()).toBe('chain');
  return { ...visited, picks: () => first.presses('pick', { id: 1 }) };
}

/** Does so, and asks the wallet to switch. */
async function switches() {
  const visited = await strays();
  await visited.picks();
  expect(visited.first.state('chain')).toBe('switching');
  return visited;
}

describe('a wallet on an unsupported network', () => {
  test.each(['account', 'chain', 'connect', 'sign-in'] as const)(
    'shows the networks at each request: %s',
    async (name) => {
      const { first } = await strays();
      await first.goesBack();
      await first.opens(name);
      expect([first.dialog(), first.tab.history.entry.dialog]).toEqual(['chain', 'chain']);
    },
  );

  test('is connected without a dialog, also on the next visit', async () => {
    const { first } = await strays();
    await first.goesBack();
    await first.reloads();
    expect([first.wallet(), first.dialog()]).toEqual([WALLETS.fox.id, null]);
  });

  test('switches once, however often its row is pressed, and the dialog closes', async () => {
    const { first, picks } = await switches();
    for (let press = 0; press < 3; press++) await picks();
    expect(first.asked('switchChain')).toBe(1);
    await first.grants('switchChain');
    expect([first.dialog(), first.chainId(), first.failure(), first.news()]).toEqual([null, 1, 'none', 'moved']);
    await first.opens('account');
    expect(first.dialog()).toBe('account');
  });

  test('can be asked again after it has rejected, until when the page says so', async () => {
    const { first, picks } = await switches();
    await first.refuses('switchChain');
    expect([first.dialog(), first.chainId(), first.failure()]).toEqual([null, POLYGON, 'unchanged']);
    await first.opens('chain');
    expect([first.state('chain'), first.failure()]).toEqual(['choosing', 'none']);
    await picks();
    await first.grants('switchChain');
    expect([first.chainId(), first.failure()]).toEqual([1, 'none']);
  });

  test('has switched, even after a minute, and the notice of the failure goes', async () => {
    const { first, passes } = await switches();
    await passes(60_000);
    expect([first.dialog(), first.failure()]).toEqual([null, 'unchanged']);
    await first.grants('switchChain');
    expect([first.chainId(), first.failure(), first.news()]).toEqual([1, 'none', 'moved']);
  });
});

describe('a switch that is left', () => {
  test.each(['goesBack', 'closes'] as const)('changes nothing when it is rejected too late: %s', async (way) => {
    const { first, passes } = await switches();
    await (way === 'closes' ? first.presses('close') : first.goesBack());
    await first.refuses('switchChain');
    await passes(61_000);
    expect([first.dialog(), first.failure(), first.tab.machine('news')?.context.count]).toEqual([null, 'none', 1]);
  });

  test('counts when the wallet switches late', async () => {
    const { first } = await switches();
    await first.goesBack();
    await first.grants('switchChain');
    expect([first.dialog(), first.chainId(), first.news()]).toEqual([null, 1, 'moved']);
  });

  test('does not answer the next request', async () => {
    const { first, picks } = await switches();
    await first.goesBack();
    await first.opens('chain');
    await picks();
    await first.refusesFirst('switchChain');
    expect([first.state('chain'), first.failure()]).toEqual(['switching', 'none']);
    await first.grants('switchChain');
    expect([first.dialog(), first.chainId()]).toEqual([null, 1]);
  });

  test.each(['grants', 'refuses'] as const)(
    'is over once the visitor has disconnected: the wallet %s',
    async (answer) => {
      const { browser, first } = await switches();
      await first.presses('leave');
      expect([first.dialog(), first.wallet(), browser.ownedOf(WALLETS.fox).permitted]).toEqual([null, null, false]);
      await first[answer]('switchChain');
      expect([first.wallet(), first.failure(), first.news()]).toEqual([null, 'none', 'disconnected']);
    },
  );
});

describe.each([
  ['shown', strays],
  ['asked for', switches],
] as const)('while the networks are %s', (_, comes) => {
  test('a wallet that is locked closes the dialog, and this is announced', async () => {
    const { first, change } = await comes();
    await change('fox', { locked: true });
    expect([first.dialog(), first.wallet(), first.failure(), first.news()]).toEqual([
      null,
      null,
      'none',
      'disconnected',
    ]);
  });

  test.each([1, OPTIMISM])('a wallet that moves by itself closes the dialog: to %i', async (chainId) => {
    const { first, change } = await comes();
    await change('fox', { chainId });
    expect([first.dialog(), first.chainId(), first.failure(), first.news()]).toEqual([null, chainId, 'none', 'moved']);
    await first.opens('account');
    expect(first.dialog()).toBe(chainId === 1 ? 'account' : 'chain');
  });

  test('another account closes the dialog', async () => {
    const { first, change } = await comes();
    await change('fox', { account: ACCOUNTS[1]! });
    expect([first.dialog(), first.account()]).toEqual([null, ACCOUNTS[1]]);
  });
});

test('a wallet that moves there and back is announced each time', async () => {
  const { first, change } = await visit({ mustSignIn: false, returns: 'fox' });
  for (const [count, chainId] of [POLYGON, 1, POLYGON].entries()) {
    await change('fox', { chainId });
    expect([first.news(), first.tab.machine('news')?.context.count]).toEqual(['moved', count + 1]);
  }
});

test('a wallet that switches closes the networks in both tabs', async () => {
  const { first, second, change } = await visit({ mustSignIn: false, returns: 'fox', tabs: 2 });
  await change('fox', { chainId: POLYGON });
  for (const one of [first, second]) await one.opens('chain');
  await first.presses('pick', { id: 1 });
  await first.grants('switchChain');
  for (const one of [first, second]) expect([one.dialog(), one.chainId(), one.news()]).toEqual([null, 1, 'moved']);
  expect(second.asked('switchChain')).toBe(0);
});

describe('a visitor who cannot choose a network yet', () => {
  test('connects first, and then sees the networks', async () => {
    const { first } = await visit({ mustSignIn: false });
    await first.opens('chain');
    expect([first.dialog(), first.tab.history.entry.dialog]).toEqual(['connect', 'connect']);
    await first.picks('fox');
    await first.grants('openConnector');
    expect([first.dialog(), first.tab.history.entry.dialog]).toEqual(['chain', 'chain']);
  });

  test('signs in first, and then sees the networks', async () => {
    const { first } = await visit({ returns: 'fox' });
    await first.grants('checkSession');
    await first.opens('chain');
    expect(first.dialog()).toBe('signIn');
    await first.signs();
    expect([first.dialog(), first.isSignedIn()]).toEqual(['chain', true]);
  });
});

test('a change of network keeps the session, and leaving by the networks ends it', async () => {
  const { browser, first, picks, change } = await strays(true);
  await picks();
  await first.grants('switchChain');
  expect([first.isSignedIn(), first.asked('requestSignature')]).toEqual([true, 0]);
  await change('fox', { chainId: POLYGON });
  await first.opens('chain');
  await first.presses('leave');
  await first.grants('signOut');
  expect([first.wallet(), first.isSignedIn(), browser.session]).toEqual([null, false, null]);
});
