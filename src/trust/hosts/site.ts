import type { IntegrityList } from '#build/integrity';

/** The values that determine the configuration of a host. */
export interface HostedSite {
  /** The folder of the build, as an absolute path. */
  folder: string;
  /** The name of the host, such as `example.com`. */
  name: string;
  /** The address to listen at, such as `80` or `127.0.0.1:8080`. */
  listen: string;
  headers: IntegrityList['headers'];
  paths: string[];
}

/** The types that browsers accept, by extension. */
export const MIME_TYPES: Record<string, string> = {
  css: 'text/css',
  html: 'text/html',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  png: 'image/png',
  svg: 'image/svg+xml',
  txt: 'text/plain',
  webp: 'image/webp',
  woff2: 'font/woff2',
  xml: 'application/xml',
};

/** Types that servers compress, and that are text in UTF-8. */
export const TEXT_MIME_TYPES = Object.values(MIME_TYPES).filter((type) => /^(text|application)\/|svg/.test(type));
export const listCommonHeaders = ({ headers }: HostedSite) => Object.entries(headers['/*'] ?? {});

/** Returns the headers that only some paths have: name, value and paths. */
export function listSpecialHeaders({ headers }: HostedSite) {
  const groups = new Map<string, { name: string; value: string; paths: string[] }>();
  for (const [path, fields] of Object.entries(headers)) {
    if (path === '/*') continue;
    if (path.includes('*'))
      throw new Error(`${path}: only /* may be a pattern, because caches keep answers with 404 too.`);
    for (const [name, value] of Object.entries(fields)) {
      const group = groups.get(`${name}: ${value}`) ?? { name, value, paths: [] };
      group.paths.push(path);
      groups.set(`${name}: ${value}`, group);
    }
  }
  return [...groups.values()];
}

/**
 * Returns a regular expression for nginx and Apache that matches `path`. For a folder, it also matches `index.html`.
 */
export const requestPatternOf = (path: string) => path.replace(/[.+]/g, '\\$&').replace(/\/$/, '/(index\\.html)?');
export const listStartPages = ({ paths }: HostedSite) => paths.filter((path) => path.endsWith('/'));

export const listFoldersWithNotFoundPage = ({ paths }: HostedSite) =>
  paths.filter((path) => /^\/.+\/404\.html$/.test(path)).map((path) => path.replace('404.html', ''));
