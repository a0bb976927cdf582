import { createClient } from '@redis/client';
import { SESSION_LIFETIME } from '#domain/signIn';
import { BROWSER_RECORD_LIFETIME, NONCE_LIFETIME, type SessionStore, StoreError } from './store';

/** How long the server waits for an answer of Redis, in ms. */
const REPLY_TIMEOUT = 2_000;
/** The longest pause before the next try to connect, in ms. */
const RECONNECT_PAUSE = 500;

/** A Redis cluster keeps keys with the same text in braces together, as its scripts require. */
const keysOf = (browser: string) => [`signIn:{${browser}}`, `signIn:{${browser}}:nonce`] as const;

const ADD = `
  redis.call('hset', KEYS[1], 'cookie', '')
  redis.call('pexpire', KEYS[1], ARGV[2])
  redis.call('set', KEYS[2], ARGV[1], 'px', ARGV[3])
  return 1`;

const REPLACE = `
  local cookie = redis.call('hget', KEYS[1], 'cookie')
  if not cookie then return 0 end
  if cookie == '' then redis.call('pexpire', KEYS[1], ARGV[2]) end
  redis.call('set', KEYS[2], ARGV[1], 'px', ARGV[3])
  return 1`;

const SIGN = `
  if redis.call('exists', KEYS[1]) == 0 then return 0 end
  redis.call('hset', KEYS[1], 'cookie', ARGV[1], 'address', ARGV[2], 'chainId', ARGV[3])
  redis.call('pexpire', KEYS[1], ARGV[4])
  return 1`;

/**
 * Makes a client that rejects at once while Redis is out of reach, and connects again by itself. `report` gets a
 * sentence for the operator whenever the connection is lost or back.
 */
export function createRedisClient(url: string, report: (sentence: string) => void = () => {}) {
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: { reconnectStrategy: (tries) => Math.min(50 * 2 ** Math.min(tries, 10), RECONNECT_PAUSE) },
  });
  let last = '';
  const tell = (sentence: string) => {
    if (sentence !== last) report(sentence);
    last = sentence;
  };
  // Without a listener, a lost connection would end the process. Reports only codes: a message may contain the
  // password.
  client.on('error', ({ code, message }: NodeJS.ErrnoException) =>
    tell(`Redis is out of reach: ${code ?? /^[A-Z]+(?= )/.exec(message)?.[0] ?? 'no connection'}.`),
  );
  client.on('ready', () => tell('Redis answers.'));
  return client;
}

type RedisClient = ReturnType<typeof createRedisClient>;

/** Returns a store for any number of servers, on Redis 6.2 or newer, or Valkey. Redis deletes expired records. */
export function createRedisStore(client: RedisClient): SessionStore {
  client.connect().catch(() => {});

  const run = async <T>(ask: () => Promise<T>): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis is silent.')), REPLY_TIMEOUT);
    });
    try {
      return await Promise.race([ask(), silence]);
    } catch (cause) {
      throw new StoreError({ cause });
    } finally {
      clearTimeout(timer);
    }
  };
  const evaluate = async (script: string, browser: string, ...given: (string | number)[]) =>
    (await run(() => client.eval(script, { keys: [...keysOf(browser)], arguments: given.map(String) }))) === 1;

  return {
    addBrowser: async (browser, nonce) => {
      await evaluate(ADD, browser, nonce, BROWSER_RECORD_LIFETIME, NONCE_LIFETIME);
    },
    replaceNonce: (browser, nonce) => evaluate(REPLACE, browser, nonce, BROWSER_RECORD_LIFETIME, NONCE_LIFETIME),
    takeNonce: (browser) => run(() => client.getDel(keysOf(browser)[1])),
    storeSession: (browser, { cookie, address, chainId }) =>
      evaluate(SIGN, browser, cookie, address, chainId, SESSION_LIFETIME),
    findSession: async (browser) => {
      const { cookie, address, chainId } = await run(() => client.hGetAll(keysOf(browser)[0]));
      return cookie && address ? { cookie, address, chainId: Number(chainId) } : null;
    },
    removeBrowser: async (browser) => {
      await run(() => client.del([...keysOf(browser)]));
    },
    check: async () => {
      await run(() => client.ping());
    },
    close: async () => client.destroy(),
  };
}
