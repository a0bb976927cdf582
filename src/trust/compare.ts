import { createHash } from 'node:crypto';
import type { IntegrityList } from '#build/integrity';
import { guessCause, guessCauseOfMissingHeaders } from './causes';
import { compareHeaders, type HostDifference } from './headers';
import { findHeaderValues, type HostAnswer } from './request';
import { formatCount, quoteText } from './text';

/** The build with which a host is compared. */
export interface ComparedBuild {
  integrity: IntegrityList;
  /** The content of each file, by the path that visitors request. If it is empty, only hashes are compared. */
  contents: ReadonlyMap<string, Buffer>;
  /** The content of `integrity.json`, which the host must serve as well. */
  list: Buffer;
}

const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('base64');

/** Returns the URLs of the scripts of a page, and the number of inline scripts. */
function scriptsIn(html: string) {
  const tags = Array.from(html.matchAll(/<script\b[^>]*>/gi), ([tag]) => tag);
  const named = tags.flatMap((tag) => /\bsrc\s*=\s*["']?([^"'\s>]+)/i.exec(tag)?.[1] ?? []);
  return { named, inline: tags.length - named.length };
}

function differenceOf(expected: Buffer, found: Buffer): HostDifference {
  const [before, after] = [scriptsIn(expected.toString()), scriptsIn(found.toString())];
  const more = after.named.filter((name) => !before.named.includes(name));
  if (more.length) return `has a script more than the build: ${quoteText(more.join(' '))}.`;
  if (after.inline > before.inline) return 'has a script more than the build, in the page itself.';
  const at = expected.findIndex((byte, i) => byte !== found[i]);
  const sizes =
    expected.length === found.length
      ? ''
      : `${formatCount(found.length)} bytes instead of ${formatCount(expected.length)}. `;
  const first = at < 0 ? expected.length : at;
  return `is not that of the build: ${sizes}First difference at byte ${formatCount(first)}.`;
}

const withCause = (finding: HostDifference, cause: string) => (cause ? `${finding} ${cause}` : finding);

/** Compares the answer for `path` with the build. `file` is the path of the file with the expected content. */
export function compareAnswer(
  { integrity, contents, list }: ComparedBuild,
  path: string,
  answer: HostAnswer,
  { status = 200, file = path, isLocal = false } = {},
): HostDifference[] {
  const expected = file === '/integrity.json' ? list : contents.get(file);
  const cause = guessCause(path, answer, expected);
  if (answer.status !== status) {
    const [to] = findHeaderValues(answer, 'Location');
    const hint = cause || (answer.status === 404 && path.endsWith('/') ? 'This host does not serve folders.' : '');
    const where = to === undefined ? '' : `, which leads to ${quoteText(to)}`;
    return [withCause(`is answered with ${answer.status} instead of ${status}${where}.`, hint)];
  }
  const hash = file === '/integrity.json' ? hashOf(list) : integrity.hashes[file];
  const isSame = hashOf(answer.body) === hash;
  const content = expected ? differenceOf(expected, answer.body) : "is not what the host's own list says.";
  return [
    ...(isSame ? [] : [withCause(content, cause)]),
    ...compareHeaders(integrity.headers, path, answer, isLocal).map((finding) =>
      finding.startsWith('lacks ') ? withCause(finding, guessCauseOfMissingHeaders(answer)) : finding,
    ),
  ];
}
