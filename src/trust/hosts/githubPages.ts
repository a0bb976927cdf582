import { type ComparedBuild, compareAnswer } from '../compare';
import { isLocalHost } from '../host';
import type { HostAnswer } from '../request';
import { MIME_TYPES } from './site';

/** Simulates an answer of GitHub Pages: the file, cached for ten minutes, without the headers of the site. */
function answerOf({ contents }: ComparedBuild, path: string): HostAnswer {
  const type = path.endsWith('/') ? MIME_TYPES.html : MIME_TYPES[path.replace(/.*\./, '')];
  return {
    status: 200,
    headers: [
      ['Server', 'GitHub.com'],
      ['Content-Type', `${type}; charset=utf-8`],
      ['Access-Control-Allow-Origin', '*'],
      ['Cache-Control', 'max-age=600'],
    ],
    body: contents.get(path) ?? Buffer.alloc(0),
  };
}

/** Returns a text about the headers that GitHub Pages cannot send, with the findings of `verify`. */
export function describeGithubPagesGaps(build: ComparedBuild) {
  const paths = [
    '/',
    '/manifest.json',
    ...Object.keys(build.integrity.hashes)
      .filter((path) => path.startsWith('/assets/'))
      .slice(0, 1),
  ];
  const origin = new URL('https://example.github.io');
  const findings = paths.flatMap((path) =>
    compareAnswer(build, path, answerOf(build, path), { isLocal: isLocalHost(origin) }).map(
      (finding) => `- ${path} ${finding}`,
    ),
  );
  return `GitHub Pages sends no headers of yours. Deploy dist with an empty file .nojekyll, or it leaves out files that begin
with a dot or an underscore. The site must stand at the root of its host: give it a domain of its own.

\`npm run verify\` will find this, for example:

${findings.join('\n')}

Lost: other sites can frame the page (frame-ancestors), the policy of windows and resources, HSTS beyond GitHub's own, and
caches that keep scripts for ever. Kept, because the page says it itself: the rest of the policy with its hashes and Trusted
Types, and the referrer. Missing paths are answered with 404.html and status 404.
`;
}
