import { expect, test } from 'vitest';
import { SIMULATED_WALLETS } from './outside';
import { checkPageScenario, openSimulatedPage, type PageScenario } from './visit';

const guest = { mustSignIn: false };
const back = { mustSignIn: false, returns: 'phone' } as const;
const closed = { dialog: null, wallet: null };

test.each<PageScenario>([
  [
    'Disconnect disconnects the wallet, and revokes its permission',
    'connects fox, opens account, presses leave',
    { ...closed, open: [], record: null, permitted: [] },
    guest,
  ],
  ['locking the wallet disconnects it', 'connects fox, opens account, locks', { ...closed, record: 'fox' }, guest],
  ['unlocking the wallet connects it again', 'connects fox, opens account, locks, unlocks', { wallet: 'fox' }, guest],
  ['a phone is shown before the relay is contacted', '', { wallet: 'phone', open: [] }],
  ['a phone is reached when a dialog opens', 'opens account', { dialog: 'account', open: ['phone'] }],
  ...[false, true].flatMap((phone): PageScenario[] => [
    [
      `a phone is not shown while the relay is out of reach (phone layout: ${phone})`,
      'missesRelay, opens account',
      { wallet: null, open: [] },
      { ...back, phone },
    ],
    [
      `a phone is connected once the relay is back (phone layout: ${phone})`,
      'missesRelay, opens account, goesBack, reachesRelay, opens connect',
      { wallet: 'phone', dialog: null, open: ['phone'] },
      { ...back, phone },
    ],
  ]),
  ['a phone waits for a dialog', '', { open: [] }, { returns: 'phone', signedIn: true }],
  [
    'a phone is reached while the server is asked for the session',
    'opens account',
    { dialog: 'session', open: ['phone'] },
    { returns: 'phone', signedIn: true },
  ],
])('the page connects and disconnects the wallet of a visitor: %s', checkPageScenario(back));

test.each([
  ['account', { account: '0x8617E340B3D01FA5F11F306F4090FD50E238070D' }, { account: 'other', chainId: 1 }],
  ['network', { chainId: 137 }, { account: 'first', chainId: 137 }],
  ['lock', { locked: true }, { account: null, chainId: null }],
])("the page notices that the wallet's %s changed while the visitor was away", async (_, change, now) => {
  const { browser, first } = await openSimulatedPage(guest);
  await first.does('connects fox');
  Object.assign(browser.ownedOf(SIMULATED_WALLETS.fox), change);
  await first.does('returns');
  expect(first.now()).toMatchObject(now);
});

test('a wallet that connects or disconnects in one tab does so in the other', async () => {
  const { first, second } = await openSimulatedPage({ ...guest, tabs: 2 });
  await second.does('opens connect, goesBack');
  await first.does('connects fox');
  expect(second.now().wallet).toBe('fox');
  await second.does('opens account, presses leave');
  expect([first.now().wallet, second.now().wallet]).toEqual([null, null]);
});

test('the wallet that connects last is shown in both tabs', async () => {
  const { first, second } = await openSimulatedPage({ ...guest, tabs: 2 });
  await first.does('opens connect, picks owl');
  await second.does('connects fox');
  await first.does('grants openConnector');
  expect([first.now().wallet, second.now().wallet]).toEqual(['owl', 'owl']);
});

test('signing in or out in one tab does the same in the other', async () => {
  const { first, second } = await openSimulatedPage({ tabs: 2, returns: 'fox' });
  for (const one of [first, second]) await one.does('grants checkSession');
  await first.does('opens account, signs');
  await second.does('grants checkSession');
  expect([first.now().isSignedIn, second.now().isSignedIn]).toEqual([true, true]);
  await first.does('endsSession');
  expect([first.now().isSignedIn, second.now().isSignedIn]).toEqual([false, false]);
});
