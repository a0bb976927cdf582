import {
  type HostedSite,
  listCommonHeaders,
  listFoldersWithNotFoundPage,
  listSpecialHeaders,
  listStartPages,
  MIME_TYPES,
  requestPatternOf,
  TEXT_MIME_TYPES,
} from './site';

/** Quotes a value. nginx would replace variables in the value, and has no way to escape them. */
function quote(value: string) {
  if (/["\\$\n]/.test(value))
    throw new Error(`nginx can't send ${value}: it contains a quote, backslash or dollar sign.`);
  return `"${value}"`;
}

const variableOf = (name: string) => `$site_${name.toLowerCase().replaceAll('-', '_')}`;

/**
 * Returns the configuration for nginx, as a file of `/etc/nginx/conf.d`. All headers stand at one level, because an
 * `add_header` in a location would drop those of the server. A map gives the value of a header that paths differ in.
 */
export function generateNginxConfig(site: HostedSite) {
  const common = new Map(listCommonHeaders(site));
  if (!common.has('Cache-Control')) common.set('Cache-Control', 'no-cache');
  const special = listSpecialHeaders(site);
  const varying = [...new Set(special.map(({ name }) => name))];
  const maps = varying.map((name) => {
    const rows = special
      .filter((group) => group.name === name)
      .map(({ value, paths }) => `  "~^(${paths.map(requestPatternOf).join('|')})$" ${quote(value)};`);
    return `map $uri ${variableOf(name)} {\n  default ${quote(common.get(name) ?? '')};\n${rows.join('\n')}\n}`;
  });
  const headers = [
    ...[...common].filter(([name]) => !varying.includes(name)).map(([name, value]) => [name, quote(value)]),
    ...varying.map((name) => [name, variableOf(name)]),
  ].map(([name, value]) => `  add_header ${name} ${value} always;`);
  const pages = listStartPages(site).flatMap((path) => [
    `  location = ${path} { try_files ${path}index.html =404; }`,
    `  location = ${path}index.html { return 301 ${path}; }`,
    ...(path === '/' ? [] : [`  location = ${path.slice(0, -1)} { return 301 ${path}; }`]),
  ]);
  const missing = listFoldersWithNotFoundPage(site).flatMap((path) => [
    `  location ${path} { error_page 404 ${path}404.html; try_files $uri =404; }`,
    `  location = ${path}404.html { internal; }`,
  ]);
  return `# Written by \`npm run hosts\` for one build: write it again after each build.
# For https, add a certificate: certbot --nginx -d ${site.name}

${maps.join('\n\n')}

server {
  listen ${site.listen};
  server_name ${site.name};
  root ${quote(site.folder)};

  absolute_redirect off;
  server_tokens off;
  charset utf-8;
  charset_types ${TEXT_MIME_TYPES.filter((type) => type !== 'text/html').join(' ')};
  types {
${Object.entries(MIME_TYPES)
  .map(([extension, type]) => `    ${type} ${extension};`)
  .join('\n')}
  }
  gzip on;
  gzip_vary on;
  gzip_proxied any;
  gzip_types ${TEXT_MIME_TYPES.filter((type) => type !== 'text/html').join(' ')};

${headers.join('\n')}

${pages.join('\n')}
  location / { try_files $uri =404; }
${missing.join('\n')}
  location = /_headers { return 404; }
  location ~ /\\.(?!well-known/) { return 404; }
  error_page 404 /404.html;
  location = /404.html { internal; }
}
`;
}
