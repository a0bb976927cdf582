import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createRedisClient, createRedisStore } from '#server/redisStore';
import { createSqliteStore, openDatabase } from '#server/sqliteStore';
import type { SessionStore } from '#server/store';
import { redisInstallHint, startRedis } from '../support/redis.ts';
import { waitUntil } from '../support/until.ts';

/** A kind of store, and a function that opens it for each of two servers. */
interface StoreKind {
  name: string;
  start(): Promise<{ open: () => SessionStore; stop: () => Promise<void> }>;
}

const sqlite: StoreKind = {
  name: 'SQLite',
  async start() {
    const folder = mkdtempSync(join(tmpdir(), 'sign-in-'));
    return {
      open: () => createSqliteStore(openDatabase(join(folder, 'data', 'signIn.db'))),
      stop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

const redis: StoreKind = {
  name: 'Redis',
  async start() {
    const { url, close } = await startRedis();
    return { open: () => createRedisStore(createRedisClient(url)), stop: close };
  },
};

if (redisInstallHint) console.info(`Redis is missing: ${redisInstallHint}. Its tests are left out.`);

/** Opens a store of one kind `count` times for the tests of a group, and closes it after them. */
export function openStores({ start }: StoreKind, count: number) {
  const stores: SessionStore[] = [];
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const started = await start();
    stop = started.stop;
    stores.push(...Array.from({ length: count }, started.open));
    await waitUntil(() => Promise.all(stores.map((store) => store.check())));
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await stop();
  });
  return stores;
}

/** The databases for sessions (SQLite, Redis) that this computer can run. */
export const storeKinds: StoreKind[] = redisInstallHint ? [sqlite] : [sqlite, redis];
