import {
  type HostedSite,
  listCommonHeaders,
  listFoldersWithNotFoundPage,
  listSpecialHeaders,
  MIME_TYPES,
  requestPatternOf,
  TEXT_MIME_TYPES,
} from './site';

/** Quotes a value. Apache would read a single percent sign as the start of a variable. */
const quote = (value: string) => `"${value.replace(/[\\"]/g, '\\$&').replaceAll('%', '%%')}"`;

/**
 * Returns a virtual host for Apache. It needs the modules alias, dir, headers and mime, and uses brotli and deflate.
 * Without `-MultiViews`, Apache would choose files by the language of visitors.
 */
export function generateApacheConfig(site: HostedSite) {
  const special = listSpecialHeaders(site).flatMap(({ name, value, paths }) =>
    paths.map((path) => {
      const place = path.endsWith('/') ? `LocationMatch "^${requestPatternOf(path)}$"` : `Location "${path}"`;
      return `  <${place}>\n    Header always set ${name} ${quote(value)}\n  </${place.split(' ')[0]}>`;
    }),
  );
  const missing = listFoldersWithNotFoundPage(site).map(
    (folder) => `  <Location "${folder}">\n    ErrorDocument 404 ${folder}404.html\n  </Location>`,
  );
  const extensions = Object.keys(MIME_TYPES);
  return `# Written by \`npm run hosts\` for one build: write it again after each build.
# a2enmod headers, and for https: certbot --apache -d ${site.name}

<VirtualHost ${site.listen === '80' ? '*:80' : site.listen}>
  ServerName ${site.name}
  DocumentRoot "${site.folder}"
  <Directory "${site.folder}">
    Require all granted
    AllowOverride None
    Options FollowSymLinks
    DirectoryIndex index.html
    DirectorySlash On
  </Directory>
  ErrorDocument 404 /404.html
${missing.join('\n')}
  RedirectMatch 404 "/\\.(?!well-known/)"
  RedirectMatch 404 "^/_headers$"

${extensions.map((extension) => `  AddType ${MIME_TYPES[extension]} .${extension}`).join('\n')}
  AddCharset utf-8 ${extensions
    .filter((extension) => TEXT_MIME_TYPES.includes(MIME_TYPES[extension]!))
    .map((extension) => `.${extension}`)
    .join(' ')}
  <IfModule mod_brotli.c>
    AddOutputFilterByType BROTLI_COMPRESS ${TEXT_MIME_TYPES.join(' ')}
  </IfModule>
  <IfModule mod_deflate.c>
    AddOutputFilterByType DEFLATE ${TEXT_MIME_TYPES.join(' ')}
  </IfModule>

${listCommonHeaders(site)
  .map(([name, value]) => `  Header always set ${name} ${quote(value)}`)
  .join('\n')}
  Header always set Cache-Control "no-cache"
${special.join('\n')}
</VirtualHost>
`;
}
