import { describe, expect, test } from 'vitest';
import type { DialogName } from '#domain/dialog';
import { SEPOLIA } from '../samples/connections';
import { SIMULATED_ADDRESSES, WALLETS } from './outside';
import { visit } from './visit';

type Visited = Awaited<ReturnType<typeof visit>>;

const other = SIMULATED_ADDRESSES[1]!;
const goes = ({ change }: Visited) => change('fox', { permitted: false });
const moves = ({ change }: Visited) => change('fox', { account: other });
const grantsCheck = ({ first }: Visited) => first.grants('checkSession');
const grantsEnd = ({ first }: Visited) => first.grants('signOut');

/** Opens the page for a visitor who need not sign in, with a connected wallet. */
const guest = () => visit({ mustSignIn: false, returns: 'fox' });

async function signedIn() {
  const visited = await visit({ returns: 'fox', signedIn: true });
  await visited.first.grants('checkSession');
  return visited;
}

const OUTCOMES: [string, DialogName | 'signIn', (visited: Visited) => Promise<unknown>, signedIn?: boolean][] = [
  ['the account is signed in', 'account', grantsCheck, true],
  ['nobody is signed in', 'signIn', grantsCheck],
  ['the server does not know', 'signIn', ({ first }) => first.refuses('checkSession')],
  ['the server does not answer', 'signIn', ({ passes }) => passes(15_000)],
  [
    'another account is signed in',
    'signIn',
    async (visited) => {
      visited.browser.signIn(other, 1);
      await grantsCheck(visited);
      await grantsEnd(visited);
    },
  ],
  [
    'the wallet goes',
    'connect',
    async (visited) => {
      await goes(visited);
      await grantsEnd(visited);
    },
  ],
];

describe('a request for a dialog while the session is checked', () => {
  test.each(OUTCOMES)(
    'opens the right dialog once the server answers: %s, %s',
    async (_, dialog, answer, isKnown = false) => {
      const visited = await visit({ returns: 'fox', signedIn: isKnown });
      await visited.first.opens('account');
      expect(visited.first.dialog()).toBe('session');
      await answer(visited);
      expect(visited.first.dialog()).toBe(dialog);
    },
  );

  test.each(OUTCOMES)('opens no dialog after the visitor has closed it: %s', async (_, __, answer, isKnown = false) => {
    const visited = await visit({ returns: 'fox', signedIn: isKnown });
    await visited.first.opens('account');
    await visited.first.presses('close');
    await answer(visited);
    expect(visited.first.dialog()).toBeNull();
  });

  test('is replaced by a later request', async () => {
    const visited = await visit({ returns: 'fox', signedIn: true });
    for (const dialog of ['account', 'chain'] as const) await visited.first.opens(dialog);
    await grantsCheck(visited);
    expect(visited.first.dialog()).toBe('chain');
  });

  test.each(['foreign', 'rubbish', 'endless', 'elsewhere'] as const)(
    'waits until the server has ended an invalid session: %s',
    async (how) => {
      const visited = await visit({ returns: 'fox' });
      const { first, browser } = visited;
      await first.opens('account');
      first.tab.answerAmiss(first.tab.questions[0]!, how);
      await browser.settle();
      expect([first.dialog(), first.asked('signOut')]).toEqual(['session', 1]);
      await grantsEnd(visited);
      expect([first.dialog(), first.isSignedIn()]).toEqual(['signIn', false]);
    },
  );
});

describe('a request for a dialog while the server ends the session', () => {
  test.each([
    ['the account has changed', moves, 'signIn'],
    ['the wallet has gone', goes, 'connect'],
  ] as const)('opens the dialog once the session has ended: %s', async (_, leaves, dialog) => {
    for (const answer of ['grants', 'refuses', 'waits'] as const) {
      const visited = await signedIn();
      const { first, passes } = visited;
      await leaves(visited);
      await first.opens('account');
      expect(first.dialog()).toBe('session');
      await (answer === 'waits' ? passes(15_000) : first[answer]('signOut'));
      expect(first.dialog()).toBe(dialog);
    }
  });

  test('opens no dialog after the visitor has closed it', async () => {
    const visited = await signedIn();
    await moves(visited);
    await visited.first.opens('account');
    await visited.first.presses('close');
    await grantsEnd(visited);
    expect([visited.first.dialog(), visited.first.account()]).toEqual([null, other]);
  });
});

describe('a request for a dialog', () => {
  test.each([
    ['account', 'account'],
    ['chain', 'chain'],
    ['connect', null],
    ['sign-in', null],
  ] as const)('opens the requested dialog after connecting and signing in: %s', async (asked, dialog) => {
    const { first } = await visit();
    await first.opens(asked);
    await first.picks('fox');
    await first.grants('openConnector');
    await first.grants('checkSession');
    await first.signs();
    expect([first.isSignedIn(), first.dialog()]).toEqual([true, dialog]);
  });

  test.each([
    ['connect', 'account'],
    ['sign-in', 'account'],
    ['account', 'account'],
    ['chain', 'chain'],
  ] as const)('opens the dialog for a connected visitor: %s', async (asked, dialog) => {
    for (const chainId of [1, SEPOLIA.id]) {
      const { first, change } = await guest();
      await change('fox', { chainId });
      await first.opens(asked);
      expect([first.dialog(), first.chainId()]).toEqual([dialog, chainId]);
    }
  });

  test('opens the phone layout of the connect dialog on a phone', async () => {
    const { first } = await visit({ phone: true });
    await first.opens('account');
    expect(first.dialog()).toBe('mobileConnect');
  });

  test.each(['chain', 'sign-in'] as const)('opens the dialog after the one that is open is done: %s', async (asked) => {
    const { first } = await visit();
    await first.opens('connect');
    await first.picks('fox');
    await first.opens(asked);
    expect([first.state('connect'), first.asked('openConnector')]).toEqual(['connect', 1]);
    await first.grants('openConnector');
    await first.grants('checkSession');
    await first.signs();
    expect(first.dialog()).toBe(asked === 'chain' ? 'chain' : null);
  });

  test('is dropped when the visitor closes the open dialog', async () => {
    const { first } = await visit({ mustSignIn: false });
    for (const dialog of ['connect', 'chain'] as const) await first.opens(dialog);
    await first.presses('close');
    await first.connects('fox');
    expect(first.dialog()).toBeNull();
  });

  test('replaces the open dialog of a connected visitor', async () => {
    const { first } = await guest();
    for (const dialog of ['account', 'chain', 'account'] as const) {
      await first.opens(dialog);
      expect(first.dialog()).toBe(dialog);
    }
    await first.presses('close');
    expect(first.dialog()).toBeNull();
  });
});

describe('the notice on the page', () => {
  const notice = ({ first }: Visited) => first.tab.machine('notice')?.context.notice?.code ?? null;
  const leaves = async ({ first }: Visited) => {
    await first.opens('account');
    await first.presses('leave');
  };

  test('confirms a sign-in, and shows nothing on the next visit', async () => {
    const visited = await visit();
    await visited.first.signsIn('fox');
    expect(notice(visited)).toBe('signedIn');
    await visited.first.reloads();
    await grantsCheck(visited);
    expect([visited.first.isSignedIn(), notice(visited)]).toEqual([true, null]);
  });

  test('confirms a connection if no sign-in is required, and nothing on the next visit', async () => {
    const visited = await visit({ mustSignIn: false });
    await visited.first.connects('fox');
    expect(notice(visited)).toBe('connected');
    await visited.first.reloads();
    expect([visited.first.wallet(), notice(visited)]).toEqual([WALLETS.fox.id, null]);
  });

  test.each([
    ['the visitor leaves', leaves, grantsEnd, 'disconnected'],
    ['the wallet goes', goes, grantsEnd, 'disconnected'],
    ['the account changes', moves, grantsEnd, 'signedOut'],
    [
      'another tab signs out',
      async ({ browser }: Visited) => {
        browser.signOut();
        await browser.settle();
      },
      async () => {},
      'signedOut',
    ],
  ])('reports the end of the session: %s', async (_, leave, end, code) => {
    const visited = await signedIn();
    await leave(visited);
    await end(visited);
    expect([notice(visited), visited.first.isSignedIn()]).toEqual([code, false]);
    await visited.passes(5_000);
    expect(notice(visited)).toBeNull();
  });
});

test('the page watches transactions only while the visitor is connected', async () => {
  const visited = await visit({ returns: 'fox', signedIn: true });
  const { first, change } = visited;
  const watched = () => first.tab.running().find(({ id }) => id === 'transactions')?.ref;
  expect(watched()).toBeUndefined();
  await grantsCheck(visited);
  const before = watched();
  expect(before).toBeDefined();
  await first.opens('account');
  await first.presses('close');
  await change('fox', { chainId: SEPOLIA.id });
  expect(watched() === before).toBe(true);
  await moves(visited);
  expect(watched()).toBeUndefined();
});
