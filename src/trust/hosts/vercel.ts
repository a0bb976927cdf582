import { type HostedSite, listCommonHeaders } from './site';

/** Escapes a path for path-to-regexp, which Vercel's `source` is. */
const escaped = (path: string) => path.replace(/[()[\]{}:*+?\\^$|.]/g, '\\$&');

const listed = (fields: [string, string][]) => fields.map(([key, value]) => ({ key, value }));

/** Writes `vercel.json`, which stands in the folder that is deployed. The last rule that sets a header counts. */
export const writeVercel = (site: HostedSite) =>
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
