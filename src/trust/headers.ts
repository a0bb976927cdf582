import type { IntegrityList } from '#build/integrity';
import { findHeaderValues, type HostAnswer } from './request';
import { quoteText } from './text';

/** A difference between build and host: the end of a sentence that begins with the path. */
export type HostDifference = string;

type Headers = IntegrityList['headers'];

/** Returns the headers that `path` must have, by the rules of a `_headers` file. */
export const findHeadersFor = (headers: Headers, path: string): Record<string, string> =>
  Object.assign(
    {},
    ...Object.entries(headers)
      .filter(([rule]) => (rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : rule === path))
      .map(([, fields]) => fields),
  );

const POLICY = 'Content-Security-Policy';

/** Parses a policy. As in browsers, the first of two equal directives counts. */
function directivesOf(policy: string) {
  const directives = new Map<string, Set<string>>();
  for (const text of policy.split(';')) {
    const [name = '', ...sources] = text.trim().split(/\s+/);
    if (name && !directives.has(name.toLowerCase())) directives.set(name.toLowerCase(), new Set(sources));
  }
  return directives;
}

/** Compares two policies directive by directive. The order does not matter. */
export function comparePolicies(expected: string, found: string, isLocal = false): HostDifference[] {
  const [wanted, given] = [directivesOf(expected), directivesOf(found)];
  const missing = [...wanted.keys()].filter(
    // A server on this computer has no https to upgrade to.
    (name) => !given.has(name) && !(isLocal && name === 'upgrade-insecure-requests'),
  );
  const sources = (of: Set<string> | undefined, without: Set<string>) =>
    [...(of ?? [])].filter((one) => !without.has(one));
  return [
    ...missing.map((name) => `has a weaker ${POLICY}: ${name} is missing.`),
    ...[...wanted].flatMap(([name, allowed]) => {
      const more = sources(given.get(name), allowed);
      const less = given.has(name) ? sources(allowed, given.get(name)!) : [];
      return [
        ...(more.length ? [`has a weaker ${POLICY}: ${name} also allows ${quoteText(more.join(' '))}.`] : []),
        ...(less.length ? [`has a stricter ${POLICY}: ${name} does not allow ${quoteText(less.join(' '))}.`] : []),
      ];
    }),
    ...[...given.keys()]
      .filter((name) => !wanted.has(name))
      .map((name) => `has another ${POLICY}: ${quoteText(name)} is not the build's.`),
  ];
}

const partsOf = (value: string) =>
  value
    .split(/[,;]/)
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);

/** Compares two values of a header. Some headers are lists, whose order does not matter. `no-transform` is ignored. */
function isEqual(name: string, expected: string, found: string) {
  const [wanted, given] = [partsOf(expected), partsOf(found).filter((part) => part !== 'no-transform')];
  if (!/^(Cache-Control|Permissions-Policy|Strict-Transport-Security)$/.test(name)) return expected === found.trim();
  return wanted.length === given.length && wanted.every((part) => given.includes(part));
}

/** The types that browsers accept, by extension. */
const TYPES: [RegExp, RegExp][] = [
  [/(\/|\.html)$/, /^text\/html$/],
  [/\.js$/, /^(text|application)\/javascript$/],
  [/\.json$/, /^application\/(manifest\+)?json$/],
  [/\.svg$/, /^image\/svg\+xml$/],
  [/\.png$/, /^image\/png$/],
  [/\.woff2$/, /^(font\/woff2|application\/font-woff2)$/],
  [/\.xml$/, /^(application|text)\/xml$/],
  [/\.txt$/, /^text\/plain$/],
];

/** Headers that affect visitors, and that no build sends. */
const FOREIGN =
  /^(set-cookie|link|refresh|location|content-disposition|clear-site-data|(x-)?sourcemap|service-worker(-allowed)?|content-security-policy-report-only|access-control-(allow|expose)-.*|x-frame-options|cross-origin-embedder-policy|document-policy|speculation-rules|integrity-policy.*|permissions-policy-report-only)$/i;
/** Headers that make browsers report errors to a server. */
const REPORTS = /^(nel|report-to|reporting-endpoints)$/i;

const ageOf = (control: string) => Number(/\b(?:s-maxage|max-age)=(\d+)/i.exec(control)?.[1] ?? 0);

function compareCaching(path: string, answer: HostAnswer): HostDifference[] {
  const control = findHeaderValues(answer, 'Cache-Control').join(', ');
  if (answer.status === 404 && ageOf(control) > 0)
    return [`may be cached as missing (Cache-Control: ${quoteText(control)}), also when it is there again.`];
  // GitHub Pages lets caches keep pages for ten minutes.
  if (/(\/|\.html)$/.test(path) && (ageOf(control) > 600 || /immutable/.test(control)))
    return [`may be kept too long (Cache-Control: ${quoteText(control)}), so visitors miss the next build.`];
  return [];
}

/** Compares the headers of an answer with those that `path` must have. */
export function compareHeaders(headers: Headers, path: string, answer: HostAnswer, isLocal = false): HostDifference[] {
  const expected = findHeadersFor(headers, path);
  if (answer.status === 404) delete expected['Cache-Control'];
  const names = new Set(Object.keys(expected).map((name) => name.toLowerCase()));
  const [type = ''] = findHeaderValues(answer, 'Content-Type');
  const [, accepted] = TYPES.find(([end]) => end.test(answer.status === 404 ? '.html' : path)) ?? [];
  return [
    ...Object.entries(expected).flatMap(([name, value]) => {
      const [found, ...more] = findHeaderValues(answer, name);
      if (found === undefined) return [`lacks ${name}.`];
      if (more.length) return [`has ${name} ${more.length + 1} times.`];
      if (name === POLICY) return comparePolicies(value, found, isLocal);
      return isEqual(name, value, found) ? [] : [`has ${name}: ${quoteText(found)} instead of ${quoteText(value)}.`];
    }),
    ...(names.has('cache-control') ? [] : compareCaching(path, answer)),
    ...(accepted && !accepted.test(type.split(';')[0]!.trim().toLowerCase())
      ? [`has the Content-Type ${quoteText(type)}, which browsers refuse.`]
      : []),
    ...answer.headers
      .filter(([name]) => FOREIGN.test(name) && !names.has(name.toLowerCase()))
      .map(([name, value]) => `has a header that is not the build's: ${quoteText(`${name}: ${value}`)}.`),
  ];
}

/** Returns a note for each header that makes browsers report to a server. Such headers change nothing visible. */
export const findReportingHeaders = ({ headers }: HostAnswer) =>
  headers.filter(([name]) => REPORTS.test(name)).map(([name]) => `has browsers report errors: ${quoteText(name)}.`);
