import type { Language } from '#domain/language';
import type { Site } from '#domain/site';
import { hashSubresource } from './scriptIntegrity.ts';

const hashOf = (text: string) => `'${hashSubresource(text)}'`;

export const nodeUrlsOf = ({ wallet }: Site) => wallet.networks.flatMap(({ rpcUrls }) => rpcUrls);

export function connectHostsOf(site: Site) {
  const { relayUrl, authUrl, nameServiceUrl } = site.wallet;
  // Allows HTTP requests to the relay as well: their status says why it has refused a WebSocket.
  const urls = [...nodeUrlsOf(site), relayUrl, relayUrl.replace(/^ws/, 'http'), authUrl, nameServiceUrl];
  return [...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin))];
}

export function createPolicy({ styles, scripts, hosts }: Record<'styles' | 'scripts' | 'hosts', string[]>) {
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...scripts.map(hashOf)],
    // Allows empty <style> elements, which Emotion appends and fills by script.
    'style-src': ["'self'", ...new Set(['', ...styles].map(hashOf))],
    // The picture of an ENS name may come from any host.
    'img-src': ["'self'", 'data:', 'https:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...hosts],
    'manifest-src': ["'self'"],
    'frame-src': ["'none'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    // Safe shows apps in frames.
    'frame-ancestors': ["'self'", 'https://app.safe.global'],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
    'upgrade-insecure-requests': [],
  };
}

type Policy = ReturnType<typeof createPolicy>;
type Headers = Record<string, Record<string, string>>;

/** Returns the policy as the value of a header, without the directives named in `except`. */
export const formatPolicy = (policy: Policy, except: (keyof Policy)[] = []) =>
  Object.entries(policy)
    .filter(([name]) => !except.includes(name as keyof Policy))
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ');

const OFF =
  'browsing-topics camera clipboard-read fullscreen geolocation bluetooth hid microphone payment serial usb'.split(' ');

/** The time for which browsers cache the files of each folder. */
const KEPT = { assets: 'public, max-age=31536000, immutable', wallets: 'public, max-age=86400' };

/** The values of Strict-Transport-Security, for two years. hstspreload.org also requires `includeSubDomains`. */
const TRANSPORT: Record<Site['httpsOnly'], string> = {
  host: 'max-age=63072000',
  subdomains: 'max-age=63072000; includeSubDomains',
  preload: 'max-age=63072000; includeSubDomains; preload',
};

/** Lets any origin read a file. Some hosts join this policy with that of all paths, but browsers ignore joined ones. */
const OPEN = { 'Access-Control-Allow-Origin': '*', 'Cross-Origin-Resource-Policy': 'cross-origin' };

export const POLICY_HEADER = 'Content-Security-Policy';

interface HeaderOptions {
  policy: Policy;
  httpsOnly: Site['httpsOnly'];
  /** Paths that pages of other origins may read. */
  open: string[];
  /** Files that browsers may cache, by folder. A rule with a pattern would also let them cache a 404 for a year. */
  files: Record<keyof typeof KEPT, string[]>;
  /** The languages of the start pages, by path. */
  pages: Record<string, Language>;
}

/** Returns all headers, by path or path pattern, in the order in which they apply. */
export const createHeaders = ({ policy, httpsOnly, open, files, pages }: HeaderOptions): Headers => ({
  '/*': {
    [POLICY_HEADER]: formatPolicy(policy),
    // Lets the popups of wallets send their answers to the page.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': OFF.map((feature) => `${feature}=()`).join(', '),
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': TRANSPORT[httpsOnly],
    'X-Content-Type-Options': 'nosniff',
  },
  ...Object.fromEntries(
    (['assets', 'wallets'] as const).flatMap((folder) =>
      files[folder].map((name) => [`/${folder}/${name}`, { 'Cache-Control': KEPT[folder] }]),
    ),
  ),
  ...Object.fromEntries(open.map((path) => [path, OPEN])),
  ...Object.fromEntries(Object.entries(pages).map(([path, language]) => [path, { 'Content-Language': language }])),
});

/** The largest number of rules that Cloudflare Pages accepts in a file `_headers`. */
export const MAX_HEADER_RULES = 100;

/** Returns the text of a file `_headers`, which Cloudflare Pages, Netlify and other hosts read. */
export const formatHeadersFile = (headers: Headers) =>
  Object.entries(headers)
    .map(([path, fields]) => [path, ...Object.entries(fields).map(([name, value]) => `  ${name}: ${value}`)].join('\n'))
    .join('\n\n')
    .concat('\n');
