import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { SESSION_LIFETIME } from '#domain/signIn';
import { BROWSER_RECORD_LIFETIME, NONCE_LIFETIME, type ServerSession, type SessionStore, StoreError } from './store';

/** How long a statement waits for another process that writes, in ms. */
const LOCK_TIMEOUT = 500;

const SCHEMA = `
  create table if not exists browsers (
    id text primary key, until integer not null, cookie text, address text, chainId integer
  ) strict, without rowid;
  create index if not exists ends on browsers (until);
  create table if not exists nonces (
    browser text primary key references browsers on delete cascade, value text not null, until integer not null
  ) strict, without rowid;
`;

/** Opens the database in `file`, and makes it if it is missing. `:memory:` keeps it in memory. */
export function openDatabase(file: string): Database.Database {
  if (file !== ':memory:') mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const database = new Database(file);
  database.pragma(`busy_timeout = ${LOCK_TIMEOUT}`);
  database.pragma('journal_mode = WAL');
  // A process that is killed loses nothing. A power cut may lose the latest changes.
  database.pragma('synchronous = NORMAL');
  database.pragma('foreign_keys = ON');
  database.exec(SCHEMA);
  return database;
}

/** Returns a store in a SQLite file. Several server processes of one computer may share the file. */
export function createSqliteStore(database: Database.Database): SessionStore {
  const sql = (text: string) => database.prepare(text);
  const statements = {
    sweep: sql('delete from browsers where until <= ?'),
    add: sql('insert into browsers (id, until) values (?, ?)'),
    prolong: sql('update browsers set until = max(until, iif(cookie is null, ?, 0)) where id = ? and until > ?'),
    give: sql('insert or replace into nonces (browser, value, until) values (?, ?, ?)'),
    take: sql('delete from nonces where browser = ? returning value, until'),
    sign: sql('update browsers set cookie = ?, address = ?, chainId = ?, until = ? where id = ? and until > ?'),
    find: sql('select cookie, address, chainId, until from browsers where id = ? and cookie is not null'),
    remove: sql('delete from browsers where id = ?'),
    check: sql('select count(*) from browsers where id is null'),
  };
  const add = database.transaction((browser: string, nonce: string, now: number) => {
    statements.sweep.run(now);
    statements.add.run(browser, now + BROWSER_RECORD_LIFETIME);
    statements.give.run(browser, nonce, now + NONCE_LIFETIME);
  });
  const replace = database.transaction((browser: string, nonce: string, now: number) => {
    const { changes } = statements.prolong.run(now + BROWSER_RECORD_LIFETIME, browser, now);
    if (changes > 0) statements.give.run(browser, nonce, now + NONCE_LIFETIME);
    return changes > 0;
  });
  /** Calls `work` with the current time. Turns errors into rejections with a `StoreError`. */
  const run = async <T>(work: (now: number) => T) => {
    try {
      // Prepared statements would still run on a closed database.
      if (!database.open) throw new Error('The database is closed.');
      return work(Date.now());
    } catch (cause) {
      throw new StoreError({ cause });
    }
  };
  return {
    addBrowser: (browser, nonce) => run((now) => void add.immediate(browser, nonce, now)),
    replaceNonce: (browser, nonce) => run((now) => replace.immediate(browser, nonce, now)),
    takeNonce: (browser) =>
      run((now) => {
        const nonce = statements.take.get(browser) as { value: string; until: number } | undefined;
        return nonce && nonce.until > now ? nonce.value : null;
      }),
    storeSession: (browser, { cookie, address, chainId }) =>
      run((now) => statements.sign.run(cookie, address, chainId, now + SESSION_LIFETIME, browser, now).changes > 0),
    findSession: (browser) =>
      run((now) => {
        const found = statements.find.get(browser) as (ServerSession & { until: number }) | undefined;
        if (!found) return null;
        const { cookie, address, chainId, until } = found;
        if (until > now) return { cookie, address, chainId };
        // Removes the expired record, so that setting the clock back does not make it valid again.
        statements.remove.run(browser);
        return null;
      }),
    removeBrowser: (browser) => run(() => void statements.remove.run(browser)),
    check: () => run(() => void statements.check.get()),
    close: async () => {
      database.close();
    },
  };
}
