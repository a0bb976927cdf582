import { type HostedSite, listCommonHeaders } from './site';

/** Escapes a path for Vercel's `source`, which is a pattern of the library path-to-regexp. */
const escaped = (path: string) => path.replace(/[()[\]{}:*+?\\^$|.]/g, '\\$&');

const listed = (fields: [string, string][]) => fields.map(([key, value]) => ({ key, value }));

/** Returns `vercel.json`, which stands in the deployed folder. If several rules set a header, the last rule counts. */
export const generateVercelConfig = (site: HostedSite) =>
  `${JSON.stringify(
    {
      $schema: 'https://openapi.vercel.sh/vercel.json',
      cleanUrls: false,
      trailingSlash: true,
      headers: [
        { source: '/(.*)', headers: listed([...listCommonHeaders(site), ['Cache-Control', 'no-cache']]) },
        ...Object.entries(site.headers)
          .filter(([path]) => path !== '/*')
          .map(([path, fields]) => ({ source: escaped(path), headers: listed(Object.entries(fields)) })),
      ],
    },
    null,
    2,
  )}\n`;
