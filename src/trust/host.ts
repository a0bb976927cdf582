import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { type ComparedBuild, compareAnswer } from './compare';
import { findReportingHeaders, type HostDifference } from './headers';
import { findHeaderValues, type HostAnswer, HostSilentError, type RequestLimits, requestPath } from './request';
import { joinWithCommas, quoteText } from './text';
import { NEW_VISITOR, RETURNING_VISITOR, SIMULATED_VISITORS, type SimulatedVisitor } from './visitors';

export interface VerifyOptions {
  /** The time limit of one answer, in ms. */
  time: number;
  /** The pause between the first and the second visit, in ms. */
  pause: number;
}

export interface HostComparison {
  findings: string[];
  /** Notes about headers that change nothing visible. */
  notes: string[];
  /** Whether the host answered so little that there was nothing to compare. */
  isSilent: boolean;
}

const AT_ONCE = 6;
const MOST_FAILURES = 12;

/** Whether the URL is that of a server on this computer, without https. */
export const isLocalHost = ({ hostname, protocol }: URL) =>
  protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);

/** A request to the host, and the function that checks the answer. */
interface Question {
  path: string;
  visitor: SimulatedVisitor;
  method?: 'HEAD';
  judge: (answer: HostAnswer) => HostDifference[];
}

/** Collects findings by path, each with the names of the visitors that got this answer. */
class Findings {
  readonly found = new Map<string, Map<HostDifference, Set<string>>>();
  readonly asked = new Map<string, Set<string>>();

  add(path: string, visitor: string, findings: HostDifference[]) {
    this.asked.set(path, (this.asked.get(path) ?? new Set()).add(visitor));
    const at = this.found.get(path) ?? new Map<HostDifference, Set<string>>();
    for (const finding of findings) at.set(finding, (at.get(finding) ?? new Set()).add(visitor));
    if (at.size) this.found.set(path, at);
  }

  /** Returns a sentence for each finding. Combines paths with the same finding into one sentence. */
  sentences() {
    const groups = new Map<string, string[]>();
    for (const [path, findings] of this.found)
      for (const [finding, visitors] of findings) {
        const isShared = visitors.size === this.asked.get(path)!.size;
        // In a fixed order, because the answers come in any.
        const places = SIMULATED_VISITORS.map(({ name }) => name);
        const names = [...visitors].sort((one, other) => places.indexOf(one) - places.indexOf(other));
        const two = isShared ? '' : ` The host answers in two ways: only ${joinWithCommas(names)} got this.`;
        groups.set(finding + two, [...(groups.get(finding + two) ?? []), path]);
      }
    return [...groups].flatMap(([text, paths]) =>
      paths.length > 3
        ? [`Each of ${paths.length} paths (such as ${paths.slice(0, 2).join(' and ')}) ${text}`]
        : paths.map((path) => `${path} ${text}`),
    );
  }
}

const isPage = (path: string) => /(\/|\.html)$/.test(path);

/** Returns paths of files that do not exist. Each has the 404 page that the host must answer with. */
function missingPaths({ integrity }: ComparedBuild) {
  const name = `nowhere-${randomBytes(6).toString('hex')}`;
  const folders = Object.keys(integrity.hashes).filter((path) => path.endsWith('/404.html'));
  return [
    ...folders.map((file) => ({ path: file.replace('404.html', name), file })),
    { path: `/assets/${name}.js`, file: '/404.html' },
    { path: `/${name}/${name}`, file: '/404.html' },
  ];
}

/** Files of the project or the host that must not be served. */
const SECRETS = ['/.git/HEAD', '/.env', '/.env.local', '/.htaccess'];

function questionsOf(build: ComparedBuild, local: boolean): { first: Question[]; second: Question[] } {
  const paths = [
    ...Object.keys(build.integrity.hashes).filter((path) => !path.endsWith('/404.html')),
    '/integrity.json',
  ];
  const judgeFile = (path: string) => (answer: HostAnswer) => compareAnswer(build, path, answer, { isLocal: local });
  const judgeHead = (answer: HostAnswer) =>
    compareAnswer(build, '/', { ...answer, body: build.contents.get('/') ?? answer.body }, { isLocal: local }).map(
      (finding) => `${finding} (HEAD)`,
    );
  const first = [
    ...paths.flatMap((path) =>
      SIMULATED_VISITORS.filter(({ pages }) => !pages || isPage(path)).map((visitor) => ({
        path,
        visitor,
        judge: judgeFile(path),
      })),
    ),
    ...missingPaths(build).map(({ path, file }) => ({
      path,
      visitor: NEW_VISITOR,
      judge: (answer: HostAnswer) => compareAnswer(build, path, answer, { status: 404, file, isLocal: local }),
    })),
    ...SECRETS.map((path) => ({
      path,
      visitor: NEW_VISITOR,
      judge: ({ status }: HostAnswer) => (status < 400 ? ['is served, and must not be.'] : []),
    })),
    ...(build.contents.size ? [{ path: '/', visitor: NEW_VISITOR, method: 'HEAD' as const, judge: judgeHead }] : []),
  ];
  return { first, second: paths.map((path) => ({ path, visitor: RETURNING_VISITOR, judge: judgeFile(path) })) };
}

/** Checks that plain http redirects to https on the same host. */
async function comparePlain(origin: URL, limits: RequestLimits): Promise<HostDifference[]> {
  const plain = new URL(`http://${origin.hostname}/`);
  try {
    const answer = await requestPath(plain, '/', NEW_VISITOR.headers, limits);
    const [to = ''] = findHeaderValues(answer, 'Location');
    const target = URL.canParse(to, plain) ? new URL(to, plain) : plain;
    if (target.protocol === 'https:' && target.hostname === origin.hostname) return [];
    return [`does not lead to https, but answers with ${answer.status}${to && ` and ${quoteText(to)}`}.`];
  } catch {
    // A host that does not answer plain http at all is safe.
    return [];
  }
}

/** Requests each path of `build` from `origin` as several visitors would. Returns a sentence for each difference. */
export async function compareHost(
  build: ComparedBuild,
  origin: URL,
  { time, pause }: VerifyOptions,
): Promise<HostComparison> {
  const largest = Math.max(build.list.length, ...Array.from(build.contents.values(), ({ length }) => length));
  // If only hashes of the files are known, a file may have up to 16 MB.
  const limits = { time, bytes: build.contents.size ? 2 * largest + 65_536 : 16_777_216 };
  const local = isLocalHost(origin);
  const findings = new Findings();
  const notes = new Set<string>();
  let answers = 0;
  let failures = 0;

  const ask = async ({ path, visitor, method, judge }: Question) => {
    if (failures >= MOST_FAILURES) return;
    try {
      const answer = await requestPath(origin, path, visitor.headers, limits, method);
      answers += 1;
      findings.add(path, visitor.name, judge(answer));
      for (const note of findReportingHeaders(answer)) notes.add(`The host ${note}`);
    } catch (error) {
      if (!(error instanceof HostSilentError)) throw error;
      failures += 1;
      findings.add(path, visitor.name, [error.message]);
    }
  };
  const askAll = async (questions: Question[]) => {
    const waiting = [...questions];
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) await ask(next);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  };

  const { first, second } = questionsOf(build, local);
  await askAll(first);
  if (answers) {
    await setTimeout(pause);
    await askAll(second);
    if (origin.protocol === 'https:')
      findings.add(`http://${origin.host}/`, NEW_VISITOR.name, await comparePlain(origin, limits));
  }
  if (failures >= MOST_FAILURES)
    notes.add('The host left so many requests without an answer that the rest was not made.');
  return { findings: findings.sentences(), notes: [...notes], isSilent: answers === 0 };
}
