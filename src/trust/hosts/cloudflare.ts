import { type HostedSite, listCommonHeaders, listSpecialHeaders } from './site';

/**
 * Returns the `_headers` of Cloudflare Pages. Cloudflare joins a header that two rules set, so the second rule detaches
 * the first one (`! Name`). Cloudflare must not change the files (`no-transform`), nor add a `Link` header for the
 * preloads in the HTML.
 */
export function generateCloudflareHeaders(site: HostedSite) {
  const common: [string, string][] = [...listCommonHeaders(site), ['Cache-Control', 'no-cache, no-transform']];
  const isCommon = (name: string) => common.some(([other]) => other === name);
  const rules = new Map<string, string[]>();
  for (const { name, value, paths } of listSpecialHeaders(site))
    for (const path of paths) {
      const kept = name === 'Cache-Control' ? `${value}, no-transform` : value;
      const lines = [...(isCommon(name) ? [`  ! ${name}`] : []), `  ${name}: ${kept}`];
      rules.set(path, [...(rules.get(path) ?? []), ...lines]);
    }
  return [
    ['/*', '  ! Link', ...common.map(([name, value]) => `  ${name}: ${value}`)].join('\n'),
    ...Array.from(rules, ([path, lines]) => [path, ...lines].join('\n')),
  ]
    .join('\n\n')
    .concat('\n');
}
