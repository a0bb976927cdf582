import type { Site } from '#domain/site';
import { type HttpAnswer, NoAnswerError } from './ask';

/** `works`: nothing to do. `but`: works, with a drawback. `wrong`: must be fixed. `unseen`: could not be checked. */
export interface DoctorFinding {
  kind: 'works' | 'but' | 'wrong' | 'unseen';
  sentence: string;
}

/** The operator's values, and the options of `npm run doctor`. */
export interface DoctorInput {
  site: Site;
  /** Whether the site has the WalletConnect project id of this repository, which is for trying out only. */
  isTrial: boolean;
  /** The origin of the deployed page, or empty if there is none yet. */
  live: string;
  /** The address of the sign-in server, or empty if there is none. */
  authUrl: string;
  /** Whether to ask a name server over https. */
  dns: boolean;
  dist: string;
  publicDir: string;
}

/** The parts of a TLS certificate that can make it invalid. */
export interface Certificate {
  /** In ms since 1970. */
  validTo: number;
  names: string[];
}

/** Services that the doctor asks besides those in the operator's values. */
export interface OutsideServices {
  telegram: string;
  nameServer: string;
  now: () => number;
  /** Resolves to the certificate of an https address, whether valid or not. Null for plain http. */
  readCertificate: (url: string) => Promise<Certificate | null>;
  /** Resolves to whether anything answers at a URL. */
  answers: (url: string) => Promise<boolean>;
  /** Compares what the page's host serves with its own list, as `npm run verify -- --quick --json` does. */
  compare: (live: string) => Promise<{ code: 0 | 1 | 2; text: string }>;
  knows: (host: string) => Promise<boolean>;
}

export interface DoctorCheck {
  name: string;
  /** Returns the URLs to which this check sends requests. */
  asks: (values: DoctorInput, outside: OutsideServices) => string[];
  look: (values: DoctorInput, outside: OutsideServices) => Promise<DoctorFinding[]>;
}

export const reportWorks = (sentence: string): DoctorFinding => ({ kind: 'works', sentence });
export const reportDrawback = (sentence: string): DoctorFinding => ({ kind: 'but', sentence });
export const reportWrong = (sentence: string): DoctorFinding => ({ kind: 'wrong', sentence });

/** Returns the finding for a request without an answer. If this computer is offline, the host is not blamed. */
export function reportFailure(error: unknown, advice: string): DoctorFinding {
  if (!(error instanceof NoAnswerError)) throw error;
  const isBlind = /name server does not answer|from this network/.test(error.message);
  return isBlind ? { kind: 'unseen', sentence: `${error.message}.` } : reportWrong(`${error.message}. ${advice}`);
}

/** Returns `found`. If `found` is empty, returns one finding of the kind `works` with `sentence`. */
export const reportWorksUnlessFound = (found: DoctorFinding[], sentence: string) =>
  found.length > 0 ? found : [reportWorks(sentence)];

/** Returns host and path of a URL for people. Hides what may be a key: long parts, and queries. */
export function formatUrl(url: string) {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return host + pathname.replace(/[\w-]{20,}/g, '…').replace(/\/$/, '');
}

/** Whether pages of `origin` may read an answer that was requested without credentials. */
export const isReadableByOrigin = ({ headers }: HttpAnswer, origin: string) => {
  const allowed = headers['access-control-allow-origin'];
  return allowed === '*' || allowed === origin;
};

/** Resolves a path on the site against the deployed page. Empty if the page is not deployed. */
export const resolveLiveUrl = (live: string, url: string) =>
  url.startsWith('/') ? (live ? new URL(url, live).href : '') : url;

const MINUTE = 60_000;
const UNITS: [string, number][] = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
  ['second', 1_000],
];

/** Writes a duration in ms in its largest unit: "3 hours". */
export function describeDuration(ms: number) {
  const [unit, length] = UNITS.find(([, length]) => ms >= length) ?? ['second', 1_000];
  const count = Math.floor(ms / length);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Runs `look` for each item, six at a time, and keeps the order. */
export async function checkEach<Item>(items: readonly Item[], look: (item: Item) => Promise<DoctorFinding[]>) {
  const results: DoctorFinding[][] = [];
  const waiting = items.entries();
  const worker = async () => {
    for (const [i, item] of waiting) results[i] = await look(item);
  };
  await Promise.all(Array.from({ length: 6 }, worker));
  return results.flat();
}
