import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type AnyActor, createActor, createMachine, toPromise } from 'xstate';
import { openBrowser, turn } from './browser';

/* The session can change elsewhere. The page hears of it in two ways, and tells only changes that it knows. */

const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const OTHER = '0xde709f2102306220921060314715629080e2fb77';

let browser: ReturnType<typeof openBrowser>;
let actor: AnyActor | undefined;

/** Stores a session of `address` in the browser. */
const signIn = (address: string, life = 60_000) => {
  const value = { address, chainId: 1, expiresAt: Date.now() + life };
  browser.write('signIn', JSON.stringify({ version: 1, value }));
};
const signOut = () => browser.write('signIn', JSON.stringify({ version: 1, value: null }));

/** Returns the changes told while `address` is connected. */
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
  browser = openBrowser();
});
afterEach(() => {
  actor?.stop();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  // Each test loads its modules again.
  vi.resetModules();
});

describe.each([
  ['another tab has written', () => browser.hear('signIn')],
  ['the visitor comes back', () => browser.show('visible')],
])('the watch of a session, when %s', (_, happen) => {
  test('tells that the account is signed in', async () => {
    const told = await watched(ADDRESS);
    signIn(ADDRESS.toLowerCase());
    happen();
    await expect.poll(() => told).toEqual(['session.begun']);
  });

  test('tells that the account is signed out', async () => {
    signIn(ADDRESS);
    const told = await watched(ADDRESS);
    signOut();
    happen();
    await expect.poll(() => told).toEqual(['session.ended']);
  });

  test('ignores the session of another account', async () => {
    const told = await watched(ADDRESS);
    signIn(OTHER);
    happen();
    await expect.poll(() => told).toEqual(['session.ended']);
  });

  test('takes an expired session for ended', async () => {
    const told = await watched(ADDRESS);
    signIn(ADDRESS, -1);
    happen();
    await expect.poll(() => told).toEqual(['session.ended']);
  });

  test('is silent without a connected account', async () => {
    signIn(ADDRESS);
    const told = await watched(null);
    const read = vi.spyOn(localStorage, 'getItem');
    happen();
    await turn();
    expect(read).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });

  test('is silent after its end', async () => {
    signIn(ADDRESS);
    const told = await watched(ADDRESS);
    actor?.stop();
    const read = vi.spyOn(localStorage, 'getItem');
    happen();
    await turn();
    expect(read).not.toHaveBeenCalled();
    expect(told).toEqual([]);
  });

  test('is silent if it ends meanwhile', async () => {
    signIn(ADDRESS);
    const told = await watched(ADDRESS);
    happen();
    actor?.stop();
    await turn();
    expect(told).toEqual([]);
  });
});

test('is silent while the page is hidden, and tells all when it is shown', async () => {
  signIn(ADDRESS);
  const told = await watched(ADDRESS);
  browser.show('hidden');
  browser.hear('signIn');
  await turn();
  expect(told).toEqual([]);
  browser.show('visible');
  await expect.poll(() => told).toEqual(['session.begun']);
});

test("another tab's writes to other records are no news", async () => {
  signIn(ADDRESS);
  const told = await watched(ADDRESS);
  browser.hear('recents');
  await turn();
  expect(told).toEqual([]);
});

describe('with a server', () => {
  const answers: ((answer: Response | Error) => void)[] = [];
  const visit = () => {
    vi.stubEnv('VITE_AUTH_URL', '/auth');
    vi.stubGlobal(
      'fetch',
      () => new Promise((resolve, reject) => answers.push((is) => (is instanceof Error ? reject(is) : resolve(is)))),
    );
  };
  /** Answers the question that is asked, as soon as it is. */
  const answer = async (is: Response | Error) => {
    await expect.poll(() => answers).toHaveLength(1);
    answers.pop()?.(is);
  };
  beforeEach(visit);
  afterEach(() => void answers.splice(0));

  test('asks the server when the visitor comes back', async () => {
    const told = await watched(ADDRESS);
    await turn();
    expect(answers).toHaveLength(0);
    browser.show('visible');
    await answer(Response.json({ address: ADDRESS, chainId: 1 }));
    await expect.poll(() => told).toEqual(['session.begun']);
    browser.show('hidden');
    await turn();
    expect(answers).toHaveLength(0);
    browser.show('visible');
    await answer(Response.json(null));
    await expect.poll(() => told).toEqual(['session.begun', 'session.ended']);
  });

  test.each([
    ['it is out of reach', () => new TypeError('fetch failed')],
    ['it is broken', () => new Response(null, { status: 500 })],
    ['it talks rubbish', () => new Response('<!doctype html>')],
  ])('is silent when %s', async (_, trouble) => {
    const told = await watched(ADDRESS);
    browser.show('visible');
    await answer(trouble());
    await turn();
    expect(told).toEqual([]);
    browser.show('visible');
    await answer(Response.json(null));
    await expect.poll(() => told).toEqual(['session.ended']);
  });

  test('drops an answer after its end, and asks no more', async () => {
    const told = await watched(ADDRESS);
    browser.show('visible');
    await expect.poll(() => answers).toHaveLength(1);
    actor?.stop();
    await answer(Response.json(null));
    browser.show('visible');
    await turn();
    expect(answers).toHaveLength(0);
    expect(told).toEqual([]);
  });
});

test('a session can be read, and ended', async () => {
  signIn(ADDRESS);
  vi.resetModules();
  const { checkSession, signOut } = await import('#adapters/verifier/session');
  const asked = () => toPromise(createActor(checkSession).start());
  expect(await asked()).toMatchObject({ address: ADDRESS, chainId: 1 });
  await toPromise(createActor(signOut).start());
  expect(await asked()).toBeNull();
});
