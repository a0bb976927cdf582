import { describe, expect, test } from 'vitest';
import { WALLETS } from './outside';
import { visit } from './visit';

/* Polygon and Optimism are networks that the page does not use. */
const [POLYGON, OPTIMISM] = [137, 10];

/** Opens the page with a connected wallet on Polygon, and the network dialog. */
async function openOnPolygon(mustSignIn = false) {
  const visited = await visit({ mustSignIn, returns: 'fox', signedIn: mustSignIn });
  const { first, change } = visited;
  if (mustSignIn) await first.grants('checkSession');
  await change('fox', { chainId: POLYGON });
  await first.opens('account');
  expect(first.dialog()).toBe('chain');
  return { ...visited, picks: () => first.presses('pick', { id: 1 }) };
}

/** Opens the network dialog, and asks the wallet to switch. */
async function switches() {
  const visited = await openOnPolygon();
  await visited.picks();
  expect(visited.first.state('chain')).toBe('switching');
  return visited;
}

describe('a wallet on an unsupported network', () => {
  test.each(['account', 'chain', 'connect', 'sign-in'] as const)(
    'each request on an unsupported network opens the network dialog: %s',
    async (name) => {
      const { first } = await openOnPolygon();
      await first.goesBack();
      await first.opens(name);
      expect([first.dialog(), first.tab.history.entry.dialog]).toEqual(['chain', 'chain']);
    },
  );

  test('sends one switch request for several clicks, and closes when the wallet switches', async () => {
    const { first, picks } = await switches();
    for (let press = 0; press < 3; press++) await picks();
    expect(first.asked('switchChain')).toBe(1);
    await first.grants('switchChain');
    expect([first.dialog(), first.chainId(), first.failure(), first.news()]).toEqual([null, 1, 'none', 'moved']);
    await first.opens('account');
    expect(first.dialog()).toBe('account');
  });

  test('a rejected switch shows a failure notice, and the switch can be retried', async () => {
    const { first, picks } = await switches();
    await first.refuses('switchChain');
    expect([first.dialog(), first.chainId(), first.failure()]).toEqual([null, POLYGON, 'unchanged']);
    await first.opens('chain');
    expect([first.state('chain'), first.failure()]).toEqual(['choosing', 'none']);
    await picks();
    await first.grants('switchChain');
    expect([first.chainId(), first.failure()]).toEqual([1, 'none']);
  });

  test('a switch that succeeds after its time limit clears the failure notice', async () => {
    const { first, passes } = await switches();
    await passes(60_000);
    expect([first.dialog(), first.failure()]).toEqual([null, 'unchanged']);
    await first.grants('switchChain');
    expect([first.chainId(), first.failure(), first.news()]).toEqual([1, 'none', 'moved']);
  });
});

describe('a network switch whose dialog the visitor has closed', () => {
  test.each(['goesBack', 'closes'] as const)(
    'ignores a rejection that arrives after the dialog was closed: %s',
    async (way) => {
      const { first, passes } = await switches();
      await (way === 'closes' ? first.presses('close') : first.goesBack());
      await first.refuses('switchChain');
      await passes(61_000);
      expect([first.dialog(), first.failure(), first.tab.machine('news')?.context.count]).toEqual([null, 'none', 1]);
    },
  );

  test('follows the wallet when it switches after the dialog was closed', async () => {
    const { first } = await switches();
    await first.goesBack();
    await first.grants('switchChain');
    expect([first.dialog(), first.chainId(), first.news()]).toEqual([null, 1, 'moved']);
  });

  test('an answer to a cancelled switch does not count for the next switch', async () => {
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
    'has no effect after the visitor has disconnected: the wallet %s',
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
  ['shown', openOnPolygon],
  ['asked for', switches],
] as const)('the open network dialog, with the networks %s', (_, comes) => {
  test('the dialog closes when the wallet is locked, and the disconnection is announced', async () => {
    const { first, change } = await comes();
    await change('fox', { locked: true });
    expect([first.dialog(), first.wallet(), first.failure(), first.news()]).toEqual([
      null,
      null,
      'none',
      'disconnected',
    ]);
  });

  test.each([1, OPTIMISM])('the dialog closes when the wallet itself switches to network %i', async (chainId) => {
    const { first, change } = await comes();
    await change('fox', { chainId });
    expect([first.dialog(), first.chainId(), first.failure(), first.news()]).toEqual([null, chainId, 'none', 'moved']);
    await first.opens('account');
    expect(first.dialog()).toBe(chainId === 1 ? 'account' : 'chain');
  });
});

test('the network dialogs of both tabs close when the wallet switches', async () => {
  const { first, second, change } = await visit({ mustSignIn: false, returns: 'fox', tabs: 2 });
  await change('fox', { chainId: POLYGON });
  for (const one of [first, second]) await one.opens('chain');
  await first.presses('pick', { id: 1 });
  await first.grants('switchChain');
  for (const one of [first, second]) expect([one.dialog(), one.chainId(), one.news()]).toEqual([null, 1, 'moved']);
  expect(second.asked('switchChain')).toBe(0);
});

test('switching the network keeps the session, and disconnecting ends it', async () => {
  const { browser, first, picks, change } = await openOnPolygon(true);
  await picks();
  await first.grants('switchChain');
  expect([first.isSignedIn(), first.asked('requestSignature')]).toEqual([true, 0]);
  await change('fox', { chainId: POLYGON });
  await first.opens('chain');
  await first.presses('leave');
  await first.grants('signOut');
  expect([first.wallet(), first.isSignedIn(), browser.session]).toEqual([null, false, null]);
});
