import proxyAddress from 'proxy-addr';

export interface Settings {
  port: number;
  host: string;
  /** A Redis URL, or the path of a SQLite file. */
  store: { redis: string } | { file: string };
  /** Whether `address` is one of the operator's proxies. `distance` is 0 for the one next to this server. */
  isProxy: (address: string, distance: number) => boolean;
  /**
   * The origins of the pages that may sign visitors in. Null allows only the pages that this server serves on
   * localhost.
   */
  origins: readonly string[] | null;
  cookie: 'local' | 'secure' | 'framed';
  /** Sign-in requests a minute of each network address. 0 for any number. */
  rateLimit: number;
}

/** Thrown for an invalid environment variable. The message hides the value, which may be a secret. */
export class SettingError extends Error {
  override name = 'SettingError';
  constructor(variable: string, rule: string) {
    super(`${variable} must ${rule}.`);
  }
}

const wholeNumber = (variable: string, text: string, most: number) => {
  const number = Number(text);
  if (!/^\d+$/.test(text) || number > most) throw new SettingError(variable, `be a whole number from 0 to ${most}`);
  return number;
};

function storeOf(text: string): Settings['store'] {
  const [, file] = /^file:(.+)$/.exec(text) ?? [];
  if (file) return { file };
  if (/^rediss?:\/\/[^/]/.test(text) && URL.canParse(text)) return { redis: text };
  throw new SettingError('STORE_URL', 'be redis://…, rediss://… or file:…');
}

function proxyOf(text: string): Settings['isProxy'] {
  if (/^\d+$/.test(text)) return (_, distance) => distance < Number(text);
  try {
    return proxyAddress.compile(text.split(',').map((part) => part.trim()));
  } catch {
    throw new SettingError('TRUSTED_PROXY', 'be a number of proxies, or addresses such as loopback, 10.0.0.0/8');
  }
}

const isLocal = (origin: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(origin);

function originsOf(text: string) {
  const origins = text.split(',').map((part) => part.trim());
  for (const origin of origins)
    if (!URL.canParse(origin) || new URL(origin).origin !== origin || !(origin.startsWith('https:') || isLocal(origin)))
      throw new SettingError('ORIGINS', 'be https addresses without a path, separated by commas');
  if (origins.some(isLocal) && !origins.every(isLocal))
    throw new SettingError('ORIGINS', 'not mix https with addresses of this machine');
  return origins;
}

/**
 * Parses the environment variables. If `ORIGINS` is missing, the page at `siteUrl` may sign visitors in behind a proxy,
 * and pages of this computer without a proxy.
 *
 * @throws {SettingError} with the first invalid variable
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, siteUrl: string): Settings {
  const read = (variable: string, otherwise: string) => env[variable]?.trim() || otherwise;
  const port = wholeNumber('PORT', read('PORT', '4173'), 65_535);
  const host = read('HOST', '127.0.0.1');
  const proxy = read('TRUSTED_PROXY', '');
  const named = read('ORIGINS', proxy && new URL(siteUrl).origin);
  const origins = named ? originsOf(named) : null;
  const framed = read('FRAMED', 'off');
  if (!['on', 'off'].includes(framed)) throw new SettingError('FRAMED', 'be on or off');
  const isSecure = origins !== null && !origins.some(isLocal);
  if (framed === 'on' && !isSecure) throw new SettingError('FRAMED', 'be off without https');
  return {
    port,
    host,
    store: storeOf(read('STORE_URL', 'file:.data/signIn.db')),
    isProxy: proxy ? proxyOf(proxy) : () => false,
    origins,
    cookie: framed === 'on' ? 'framed' : isSecure ? 'secure' : 'local',
    rateLimit: wholeNumber('RATE_LIMIT', read('RATE_LIMIT', '60'), 1_000_000),
  };
}
