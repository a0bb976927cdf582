import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyActor, createActor, createMachine, toPromise } from 'xstate';
import { waitForEventLoopTurn } from '../support/gate';
import { CONNECTED_ADDRESS, type simulateBrowser, simulateBrowserForTest } from './browser';

/* Tests how the page learns of a session that changes elsewhere: from storage and from the server. */

const OTHER = '0xde709f2102306220921060314715629080e2fb77';

let browser: ReturnType<typeof simulateBrowser>;
let actor: AnyActor | undefined;

const signIn = (address: string) => {
  const value = { address, chainId: 1, expiresAt: Date.now() + 60_000 };
  browser.write('signIn', JSON.stringify({ version: 1, value }));
};
const signOut = () => browser.write('signIn', JSON.stringify({ version: 1, value: null }));

/** Watches the session of `address`. Returns the reported changes, to which later ones are added. */
async function watched(address: string | null) {
  vi.resetModules();
  const { watchSession } = await import('#adapters/verifier/session');
  const told: string[] = [];
  const machine = createMachine({
    invoke: { src: watchSession, input: { address } },
    on: { '*': { actions: ({ event }) => told.push(event.type) } },
  });
  actor = createActor(machine).start();
  return told;
}

beforeEach(() => {
  browser = simulateBrowserForTest();
});
afterEach(() => void actor?.stop());

describe.each([
  ['another tab has written', () => browser.hear('signIn')],
  ['the visitor comes back', () => browser.show('visible')],
])('watching the stored session, when %s', (_, happen) => {
  test.each<[string, () => void, () => void, string]>([
    ['signed in', signOut, () => signIn(CONNECTED_ADDRESS.toLowerCase()), 'session.begun'],
    ['signed out', () => signIn(CONNECTED_ADDRESS), signOut, 'session.ended'],
    ['signed out if another account is signed in', signOut, () => signIn(OTHER), 'session.ended'],
  ])('the session watch reports that the account is %s', async (_, before, change, reported) => {
    before();
    const told = await watched(CONNECTED_ADDRESS);
    change();
    happen();
    await expect.poll(() => told).toEqual([reported]);
  });

  test.each([
    ['without a connected account', null, () => {}],
    ['that has ended', CONNECTED_ADDRESS, () => actor?.stop()],
  ])('a session watch %s reads and reports nothing', async (_, address, end) => {
    signIn(CONNECTED_ADDRESS);
    const told = await watched(address);
    end();
    const read = vi.spyOn(localStorage, 'getItem');
    happen();
    await waitForEventLoopTurn();
    expect(read).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });
});

test('a session change is reported once the page is visible, not while it is hidden', async () => {
  signIn(CONNECTED_ADDRESS);
  const told = await watched(CONNECTED_ADDRESS);
  browser.hear('recents');
  browser.show('hidden');
  browser.hear('signIn');
  await waitForEventLoopTurn();
  expect(told).toEqual([]);
  browser.show('visible');
  await expect.poll(() => told).toEqual(['session.begun']);
});

describe('watching the session at a server', () => {
  const answers: ((answer: Response) => void)[] = [];
  /** Answers the next request as soon as it is sent. */
  const answer = async (is: Response) => {
    await expect.poll(() => answers).toHaveLength(1);
    answers.pop()?.(is);
  };
  beforeEach(() => {
    vi.stubEnv('VITE_AUTH_URL', '/auth');
    vi.stubGlobal('fetch', () => new Promise((resolve) => answers.push(resolve)));
    answers.length = 0;
  });

  test('the sign-in server is asked for the session when the visitor comes back', async () => {
    const told = await watched(CONNECTED_ADDRESS);
    await waitForEventLoopTurn();
    expect(answers).toHaveLength(0);
    browser.show('visible');
    await answer(Response.json({ address: CONNECTED_ADDRESS, chainId: 1 }));
    await expect.poll(() => told).toEqual(['session.begun']);
    browser.show('hidden');
    await waitForEventLoopTurn();
    expect(answers).toHaveLength(0);
    browser.show('visible');
    // A server error does not end the session.
    await answer(new Response(null, { status: 503 }));
    await waitForEventLoopTurn();
    expect(told).toEqual(['session.begun']);
    browser.show('visible');
    await answer(Response.json(null));
    await expect.poll(() => told).toEqual(['session.begun', 'session.ended']);
  });

  test('an answer that arrives after the watch has ended is dropped', async () => {
    const told = await watched(CONNECTED_ADDRESS);
    browser.show('visible');
    await expect.poll(() => answers).toHaveLength(1);
    actor?.stop();
    await answer(Response.json(null));
    browser.show('visible');
    await waitForEventLoopTurn();
    expect(answers).toHaveLength(0);
    expect(told).toEqual([]);
  });
});

test('checkSession reads the stored session, and signOut deletes it', async () => {
  signIn(CONNECTED_ADDRESS);
  vi.resetModules();
  const { checkSession, signOut } = await import('#adapters/verifier/session');
  const asked = () => toPromise(createActor(checkSession).start());
  expect(await asked()).toMatchObject({ address: CONNECTED_ADDRESS, chainId: 1 });
  await toPromise(createActor(signOut).start());
  expect(await asked()).toBeNull();
});
