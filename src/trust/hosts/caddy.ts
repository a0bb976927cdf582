import {
  type HostedSite,
  listCommonHeaders,
  listFoldersWithNotFoundPage,
  listSpecialHeaders,
  MIME_TYPES,
} from './site';

const quote = (value: string) => `"${value.replace(/[\\"]/g, '\\$&').replaceAll('{', '\\{')}"`;

/**
 * Returns a Caddyfile. Caddy gets and renews the certificate by itself if the name of the host leads to it. Error pages
 * need the same headers, so a snippet contains the headers.
 */
export function generateCaddyfile(site: HostedSite) {
  const special = listSpecialHeaders(site);
  const matchers = special.map(
    ({ name, value, paths }, i) =>
      `\t@special${i} path ${paths.join(' ')}\n\theader @special${i} ${name} ${quote(value)}`,
  );
  // In a Caddyfile, `?` before a name sets the header only if no path has set it.
  const isSpecial = (name: string) => special.some((group) => group.name === name);
  const types = Object.entries(MIME_TYPES).map(([extension, type]) => {
    const charset = /^(text|application)\//.test(type) ? '; charset=utf-8' : '';
    return `\t@${extension} path *.${extension}\n\theader @${extension} Content-Type ${quote(type + charset)}`;
  });
  const missing = listFoldersWithNotFoundPage(site).map(
    (folder, i) => `\t\t@missing${i} path ${folder}*\n\t\trewrite @missing${i} ${folder}404.html`,
  );
  const others = listFoldersWithNotFoundPage(site).map((folder) => `${folder}*`);
  return `# Written by \`npm run hosts\` for one build: write it again after each build.

(headers) {
	header {
${listCommonHeaders(site)
  .map(([name, value]) => `\t\t${isSpecial(name) ? '?' : ''}${name} ${quote(value)}`)
  .join('\n')}
		-Server
	}
}

${site.listen === '80' ? site.name : site.listen} {
	root * ${quote(site.folder)}
	encode gzip
	import headers
	header ?Cache-Control no-cache
${matchers.join('\n')}
${types.join('\n')}
	@hidden path /_headers /404.html ${others.map((folder) => folder.replace('*', '404.html')).join(' ')}
	error @hidden 404
	@dots {
		path_regexp /\\.
		not path /.well-known/*
	}
	error @dots 404
	file_server

	handle_errors {
		import headers
		header Cache-Control no-store
		header Content-Type "text/html; charset=utf-8"
${missing.join('\n')}
		@elsewhere not path ${[...others, '/404.html'].join(' ')}
		rewrite @elsewhere /404.html
		file_server
	}
}
`;
}
