import { findHeaderValues, type HostAnswer } from './request';

interface Seen {
  path: string;
  answer: HostAnswer;
  expected: string;
  found: string;
}

interface Cause {
  isLikely: (seen: Seen) => boolean;
  /** A sentence with the cause, and with advice. */
  advice: string;
}

const adds =
  (pattern: RegExp) =>
  ({ expected, found }: Seen) =>
    pattern.test(found) && !pattern.test(expected);
const has = (answer: HostAnswer, name: string, pattern: RegExp) =>
  findHeaderValues(answer, name).some((value) => pattern.test(value));
const isHtml = (answer: HostAnswer) => has(answer, 'Content-Type', /^text\/html/i);
const withoutSpace = (text: string) => text.replace(/\s+/g, '');

/** Returns the text that was inserted into `expected` to make `found`. */
function insertedIn({ expected, found }: Seen) {
  let start = 0;
  while (start < expected.length && expected[start] === found[start]) start += 1;
  let end = 0;
  while (end < expected.length - start && expected.at(-1 - end) === found.at(-1 - end)) end += 1;
  return start + end === expected.length ? found.slice(start, found.length - end) : '';
}

/** Services that are known to change answers, the most certain first. */
const CAUSES: Cause[] = [
  {
    isLikely: ({ answer, found }) =>
      has(answer, 'cf-mitigated', /./) ||
      (answer.status >= 400 && /\/cdn-cgi\/challenge-platform|_cf_chl_/.test(found)),
    advice: 'Cloudflare shows a challenge page instead: turn the challenge off for this host.',
  },
  {
    isLikely: adds(/static\.cloudflareinsights\.com\/beacon/),
    advice: 'Cloudflare Web Analytics adds a beacon: turn it off, or send Cache-Control: no-transform.',
  },
  {
    isLikely: adds(/rocket-loader|data-cf-settings|type="[0-9a-f]{24}-(text|module)/),
    advice: 'Cloudflare Rocket Loader has changed the scripts: turn it off.',
  },
  {
    isLikely: adds(/email-decode\.min\.js|__cf_email__|\/cdn-cgi\/l\/email-protection/),
    advice: 'Cloudflare hides e-mail addresses: turn Email Address Obfuscation off.',
  },
  {
    isLikely: adds(/\/\.netlify\/scripts\/|netlify-(rum|identity|deploy-preview)/),
    advice: 'Netlify adds a script: turn off snippet injection, analytics and the deploy preview drawer.',
  },
  {
    isLikely: adds(/vercel\.live\/|\/_vercel\/(insights|speed-insights)/),
    advice: 'Vercel adds its toolbar or analytics: turn them off for this deployment.',
  },
  {
    isLikely: adds(/googletagmanager\.com|google-analytics\.com|connect\.facebook\.net/),
    advice: 'A tag of an analytics or advertising service was added.',
  },
  {
    isLikely: ({ answer }) => has(answer, 'X-Mod-Pagespeed', /./) || has(answer, 'X-Page-Speed', /./),
    advice: 'PageSpeed has changed the file: turn it off.',
  },
  {
    isLikely: ({ answer }) =>
      answer.status === 511 || (answer.status < 400 && has(answer, 'Location', /captive|hotspot|portal|\blogin\b/i)),
    advice: 'The network you are on asks for a sign-in first (captive portal).',
  },
  {
    isLikely: ({ answer }) =>
      [301, 302, 307, 308].includes(answer.status) && has(answer, 'Location', /\/[a-z]{2}(-[A-Z]{2})?\/?$/),
    advice:
      'The host leads visitors to a page in their language: turn that off, because the page links its languages itself.',
  },
  {
    isLikely: ({ path, answer }) => answer.status === 200 && !/(\/|\.html)$/.test(path) && isHtml(answer),
    advice: 'The host answers a missing file with a page: deploy all of dist, and answer unknown paths with 404.html.',
  },
  {
    isLikely: ({ expected, found }) =>
      !!expected && found !== expected && found.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n') === expected,
    advice: 'Only line ends or the byte order mark differ: deploy from Linux, or as binary files.',
  },
  {
    isLikely: ({ expected, found }) => !!expected && found !== expected && found.trimEnd() === expected.trimEnd(),
    advice: 'Only the end of the file differs: something adds or drops a line end.',
  },
  {
    isLikely: ({ expected, found }) =>
      !!expected && found.length < expected.length && withoutSpace(found) === withoutSpace(expected),
    advice: 'A minifier has taken white space away: turn minification off at the host.',
  },
  {
    isLikely: (seen) => !!seen.expected && isHtml(seen.answer) && insertedIn(seen).includes('<'),
    advice:
      'Something inserts code into the page, as sub_filter of nginx, a worker or a proxy does: find it and turn it off.',
  },
];

export function guessCause(path: string, answer: HostAnswer, expected: Buffer | undefined) {
  const seen = { path, answer, expected: expected?.toString() ?? '', found: answer.body.toString() };
  return CAUSES.find(({ isLikely }) => isLikely(seen))?.advice ?? '';
}

/** Returns a hint for the operator of a host that does not send the site's headers. */
export const guessCauseOfMissingHeaders = (answer: HostAnswer) =>
  has(answer, 'Server', /^GitHub\.com/i)
    ? 'GitHub Pages sends no headers of yours: see "GitHub Pages" in src/README.md.'
    : 'See "Hosts" in src/README.md.';
