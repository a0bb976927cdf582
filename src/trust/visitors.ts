/** A browser, described by the headers from which a host can recognise it. */
export interface SimulatedVisitor {
  /** The visitor in a sentence of a finding, such as "only an iPhone got this". */
  name: string;
  headers: Record<string, string>;
  /** Whether this visitor requests only pages. */
  pages?: true;
}

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const METAMASK =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/142.0.0.0 Mobile Safari/537.36 WebView MetaMaskMobile';

const LANGUAGES = ['ar', 'ur', 'id', 'ms', 'tr', 'fr', 'de', 'ru', 'zh-CN'];

const visitor = (name: string, agent: string, encoding: string, language?: string): SimulatedVisitor => ({
  name,
  headers: {
    'User-Agent': agent,
    Accept: '*/*',
    'Accept-Encoding': encoding,
    ...(language && { 'Accept-Language': language }),
  },
});

/** The first visit of Chrome. All other visitors must receive the same answers. */
export const NEW_VISITOR = visitor('Chrome', CHROME, 'br', 'en-US,en;q=0.9');

export const SIMULATED_VISITORS: SimulatedVisitor[] = [
  NEW_VISITOR,
  visitor('an iPhone', IPHONE, 'gzip', 'fr-FR,fr;q=0.9'),
  visitor('Firefox', FIREFOX, 'identity', 'en-US,en;q=0.5'),
  visitor("MetaMask's browser", METAMASK, 'gzip, deflate, br', 'tr-TR,tr;q=0.9'),
  { ...visitor('a program that names no language', 'curl/8.5.0', 'identity'), pages: true },
  ...LANGUAGES.map(
    (language): SimulatedVisitor => ({ ...visitor(`Chrome in ${language}`, CHROME, 'br', language), pages: true }),
  ),
];

/** The same browser as `NEW_VISITOR`, which follows a link to the site some time later. */
export const RETURNING_VISITOR: SimulatedVisitor = {
  name: 'a second visit of Chrome',
  headers: { ...NEW_VISITOR.headers, Referer: 'https://www.google.com/' },
};
