import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSqliteStore, openDatabase } from '#server/sqliteStore';
import type { SessionStore } from '#server/store';
import { waitUntil } from '../support/until.ts';
import { raceServers, serverSteps } from './race.ts';
import { storeKinds } from './stores.ts';

const runs = (store: () => SessionStore) =>
  fc.asyncProperty(serverSteps, fc.scheduler(), (taken, scheduler) => raceServers(store(), taken, scheduler));

describe.each(storeKinds)('two servers that are killed on $name', ({ start }) => {
  let store: SessionStore;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const started = await start();
    stop = started.stop;
    store = started.open();
    await waitUntil(() => store.check());
  });
  afterAll(async () => {
    await store.close();
    await stop();
  });

  test('a visitor is signed in only after signing, and before signing out', () =>
    fc.assert(
      runs(() => store),
      { numRuns: 60 },
    ));
});

/** Stores that each break one rule, with the error that the test must report. */
const FAULTS: [title: string, sentence: string, break_: (store: SessionStore) => SessionStore][] = [
  [
    'reads a nonce and removes it later',
    'A nonce was used twice.',
    (store) => {
      const nonces = new Map<string, string>();
      return {
        ...store,
        addBrowser: (browser, nonce) => {
          nonces.set(browser, nonce);
          return store.addBrowser(browser, nonce);
        },
        takeNonce: async (browser) => {
          const nonce = nonces.get(browser) ?? null;
          await new Promise(setImmediate);
          nonces.delete(browser);
          return nonce;
        },
      };
    },
  ],
  [
    'makes a browser again that has signed out',
    'A sign-out had no effect.',
    (store) => ({
      ...store,
      storeSession: async (browser, session) => {
        if (await store.storeSession(browser, session)) return true;
        await store.addBrowser(browser, 'nonce123');
        return store.storeSession(browser, session);
      },
    }),
  ],
  ['keeps who signs out', 'A sign-out had no effect.', (store) => ({ ...store, removeBrowser: async () => {} })],
];

test.each(FAULTS)('the test of killed servers fails for a store that %s', async (_, sentence, broken) => {
  const store = createSqliteStore(openDatabase(':memory:'));
  const found = await fc.check(
    runs(() => broken(store)),
    // The fixed seed finds the same fault in each run.
    { numRuns: 1_000, seed: 4, endOnFailure: true },
  );
  expect(String(found.errorInstance)).toContain(sentence);
});
