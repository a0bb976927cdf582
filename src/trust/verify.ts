import { arch, platform } from 'node:os';
import { parseArgs } from 'node:util';
import type { IntegrityList } from '#build/integrity';
import { CannotVerifyError, parseIntegrityList, readBuild } from './build';
import type { ComparedBuild } from './compare';
import { compareHost, type HostComparison, isLocalHost } from './host';
import { findCommit, rebuildCommit } from './rebuild';
import { HostSilentError, requestPath } from './request';
import { quoteText } from './text';
import { NEW_VISITOR } from './visitors';

const USAGE = `npm run verify -- https://host [options]

Compares what a host serves with the build of its commit.

  --quick          compares the host only with its own list, which proves nothing about the commit
  --dist FOLDER    compares with this build, instead of building the commit
  --commit COMMIT  builds this commit, whatever the host names
  --json           prints the result as JSON
  --pause SECONDS  waits this long between two visits (5)
  --time SECONDS   waits this long for an answer (15)

It ends with 0 if all is the same, 1 if something differs, and 2 if it could not compare.`;

const OPTIONS = {
  quick: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
  dist: { type: 'string' },
  commit: { type: 'string' },
  pause: { type: 'string' },
  time: { type: 'string' },
} as const;

export function parseHostOrigin(address: string) {
  if (!URL.canParse(address))
    throw new CannotVerifyError(`${quoteText(address)} is no address, such as https://example.com.`);
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol) || url.username || url.pathname !== '/' || url.search || url.hash)
    throw new CannotVerifyError(
      `The site stands at the root of its host: name it as ${url.host ? url.origin : 'https://example.com'}.`,
    );
  if (url.protocol === 'http:' && !isLocalHost(url))
    throw new CannotVerifyError(
      `Plain http proves nothing, because anyone on the way can change it: try https://${url.host}.`,
    );
  return url;
}

function secondsOf(text: string | undefined, otherwise: number) {
  const seconds = text === undefined ? otherwise : Number(text);
  if (!(seconds >= 0 && seconds <= 3_600))
    throw new CannotVerifyError(`${quoteText(text ?? '')} is no number of seconds.`);
  return seconds * 1_000;
}

interface Wanted {
  quick?: boolean | undefined;
  dist?: string | undefined;
  commit?: string | undefined;
}

interface Truth {
  build: ComparedBuild;
  findings: string[];
  remove?: () => void;
}

/**
 * Returns the build to compare with, and the findings about the host's `integrity.json`. `list` is its content, or null
 * if the host has none.
 */
async function findBuild(
  list: Buffer | null,
  { quick, dist, commit }: Wanted,
  tell: (text: string) => void,
): Promise<Truth> {
  if (dist) return { build: readBuild(dist), findings: [] };
  if (!list)
    throw new CannotVerifyError('The host has no /integrity.json, so only --dist FOLDER can say what it should serve.');
  const claims = parseIntegrityList(list);
  if (quick) return { build: { integrity: claims, contents: new Map(), list }, findings: [] };
  if (!claims.commit && !commit)
    throw new CannotVerifyError(
      'The host names no commit, because it was built outside of a repository: add --commit COMMIT.',
    );
  const [claimed = '', isDirty] = (claims.commit ?? '').split('-');
  const found = await findCommit(claimed, commit);
  const { dist: folder, remove } = await rebuildCommit(found, claims.values, tell);
  return {
    build: readBuild(folder),
    remove,
    findings: isDirty
      ? [`The host names commit ${claimed.slice(0, 7)}-dirty: it was built from changes that are in no commit.`]
      : [],
  };
}

/** Compares the commit and date that the host's `integrity.json` names with those of the build. */
function compareClaims(list: Buffer | null, { integrity }: ComparedBuild): string[] {
  if (!list) return [];
  const { commit, date } = parseIntegrityList(list);
  const short = (text: string | null) => text?.replace(/^(.{7})[^-]*/, '$1') ?? 'none';
  if (commit?.split('-')[0] !== integrity.commit?.split('-')[0])
    return [
      `The host names commit ${short(commit)} of ${date}, and not ${short(integrity.commit)} of ${integrity.date}.`,
    ];
  return date === integrity.date ? [] : [`The host was built for ${date}, and not for ${integrity.date}.`];
}

function report(
  origin: string,
  { integrity }: ComparedBuild,
  { findings, notes, isSilent }: HostComparison,
  quick: boolean,
) {
  const { commit, root, source, values, hashes } = integrity;
  const count = Object.keys(hashes).length;
  const chosen = Object.entries(values).map(([name, value]) => `  ${name}=${quoteText(value)}`);
  const same = quick
    ? `${origin} serves the ${count} files of its own list, with all headers. This does not prove that they are the commit's: run without --quick.`
    : `${origin} serves all ${count} files of commit ${commit?.slice(0, 7) ?? 'none'}, with all headers. Root ${root} (${platform()} ${arch()}, Node ${process.versions.node}).`;
  const different = isSilent
    ? `${origin} does not answer:`
    : `${origin} differs from the build of commit ${commit?.slice(0, 7) ?? 'none'}:`;
  return [
    ...(findings.length ? [different, ...findings.map((finding) => `✗ ${finding}`)] : [`✓ ${same}`]),
    ...notes.map((note) => `! ${note}`),
    ...(source ? [`The source is at ${source}`] : []),
    ...(chosen.length ? ['The operator has set these values:', ...chosen] : []),
  ].join('\n');
}

async function fetchList(origin: URL, time: number) {
  try {
    const { status, body } = await requestPath(origin, '/integrity.json', NEW_VISITOR.headers, {
      time,
      bytes: 1 << 20,
    });
    return status === 200 ? body : null;
  } catch (error) {
    if (error instanceof HostSilentError)
      throw new CannotVerifyError(`${origin.origin}/integrity.json ${error.message}`);
    throw error;
  }
}

/** Runs `npm run verify` with the command line `args`. Returns the exit code. */
export async function runVerifyCommand(
  args: string[],
  print: (text: string) => void = console.info,
): Promise<0 | 1 | 2> {
  let truth: Truth | undefined;
  try {
    const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
    const [address, ...more] = positionals;
    if (values.help || !address || more.length) {
      print(USAGE);
      return values.help ? 0 : 2;
    }
    const origin = parseHostOrigin(address);
    const [time, pause] = [secondsOf(values.time, 15), secondsOf(values.pause, 5)];
    const list = await fetchList(origin, time);
    truth = await findBuild(list, values, (text) => values.json || print(text));
    const { build } = truth;
    const compared = await compareHost(build, origin, { time, pause });
    const claims = values.quick ? [] : compareClaims(list, build);
    const all = { ...compared, findings: [...truth.findings, ...claims, ...compared.findings] };
    const { commit, root, values: chosen }: IntegrityList = build.integrity;
    const { findings, notes } = all;
    print(
      values.json
        ? JSON.stringify({
            origin: origin.origin,
            same: !findings.length,
            commit,
            root,
            values: chosen,
            findings,
            notes,
          })
        : report(origin.origin, build, all, values.quick ?? false),
    );
    return findings.length ? 1 : 0;
  } catch (error) {
    const isExpected =
      error instanceof CannotVerifyError || String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS');
    if (!isExpected) throw error;
    print(`Could not compare: ${(error as Error).message}`);
    return 2;
  } finally {
    truth?.remove?.();
  }
}
