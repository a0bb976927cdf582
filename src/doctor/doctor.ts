import { parseArgs } from 'node:util';
import { walletCatalogue } from '#domain/catalogue';
import type { Site } from '#domain/site';
import { validateWallets } from '#domain/walletValidation';
import { doctorChecks } from './checks';
import type { DoctorCheck, DoctorFinding, DoctorInput, OutsideServices } from './finding';
import { realServices } from './outside';

const USAGE = `Usage: npm run doctor -- [--site https://my.site] [--auth URL] [--dns] [--json]

  --site URL   the address of the deployed page (VITE_SITE_URL)
  --auth URL   the address of the sign-in server (VITE_AUTH_URL)
  --dns        also asks a name server over https about CAA and DNSSEC
  --json       prints the findings as JSON`;

const MARK: Record<DoctorFinding['kind'], string> = { works: '✓', but: '!', wrong: '✗', unseen: '?' };

interface Operator {
  site: Site;
  DEFAULT_PROJECT_ID: string;
}

interface Surroundings {
  print?: (line: string) => void;
  /** Loads the operator's values. Rejects if one is invalid. */
  load?: () => Promise<Operator>;
  services?: OutsideServices;
  folders?: { dist: string; publicDir: string };
}

const isHttp = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);

/** Parses the command line. Returns a sentence instead if the arguments are invalid. */
function readWords(words: string[]) {
  const options = {
    site: { type: 'string', default: '' },
    auth: { type: 'string', default: '' },
    dns: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  } as const;
  try {
    const { values } = parseArgs({ args: words, options });
    const wrong = [values.site, values.auth].find((url) => url && !isHttp(url));
    return wrong === undefined ? values : `"${wrong}" is no http address.`;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns the hosts to which the checks send requests, each with the names of these checks. */
function hostsOf(values: DoctorInput, services: OutsideServices) {
  const hosts = new Map<string, string[]>();
  for (const { name, asks } of doctorChecks)
    for (const url of asks(values, services)) {
      const { host } = new URL(url);
      const names = hosts.get(host) ?? [];
      if (!names.includes(name)) hosts.set(host, [...names, name]);
    }
  return hosts;
}

/** Resolves to the findings of a check. A check that throws must not stop the other checks. */
const lookAt = async (
  { look }: DoctorCheck,
  values: DoctorInput,
  services: OutsideServices,
): Promise<DoctorFinding[]> =>
  look(values, services).catch(({ message }: Error) => [
    { kind: 'unseen', sentence: `This check failed: ${message}. Please report it.` },
  ]);

/** Loads and validates the operator's values. Returns a finding if one is invalid. */
async function readValues(load: () => Promise<Operator>): Promise<Operator | DoctorFinding> {
  try {
    const operator = await load();
    validateWallets(operator.site.wallet.groups, walletCatalogue);
    return operator;
  } catch (error) {
    const { message, field } = error as Error & { field?: string };
    if (!field) throw error;
    return { kind: 'wrong', sentence: `${message}. Mend it in src/site.ts, or in the variable that it comes from.` };
  }
}

async function isOnline(values: DoctorInput, { knows, ...services }: OutsideServices) {
  const names = [...hostsOf(values, { knows, ...services }).keys()].map((host) => new URL(`http://${host}`).hostname);
  const found = await Promise.all(names.map(knows));
  return names.length === 0 || found.includes(true);
}

function introduce(values: DoctorInput, services: OutsideServices) {
  const hosts = [...hostsOf(values, services)];
  const width = Math.max(...hosts.map(([host]) => host.length));
  return [
    'The doctor reads src/site.ts, .env files and VITE_ variables as a build does. It is going to ask:',
    ...hosts.map(([host, names]) => `  ${host.padEnd(width)}  ${names.join(', ')}`),
    values.authUrl
      ? 'It sends no key of yours and changes nothing. It signs in with a key of its own, and out again.\n'
      : 'It sends no key of yours and changes nothing.\n',
  ];
}

/**
 * Runs all checks, and prints a line for each finding. Resolves to the exit code: 0 for no fault, 1 for a fault, 2 for
 * not checked.
 */
export async function runDoctorCommand(words: string[], surroundings: Surroundings = {}): Promise<number> {
  const { print = console.info, load = () => import('#site'), services = realServices } = surroundings;
  const { folders = { dist: 'dist', publicDir: 'src/public' } } = surroundings;
  const options = readWords(words);
  if (typeof options === 'string') {
    print(`${options}\n\n${USAGE}`);
    return 2;
  }
  const tell = options.json ? () => {} : print;
  const operator = await readValues(load);
  if ('kind' in operator) {
    print(options.json ? JSON.stringify([{ check: 'values', ...operator }]) : `✗ values: ${operator.sentence}`);
    return 1;
  }
  const url = options.site ? new URL(options.site).origin : new URL(operator.site.url).origin;
  const values: DoctorInput = {
    ...folders,
    site: { ...operator.site, url },
    isTrial: operator.site.wallet.projectId === operator.DEFAULT_PROJECT_ID,
    live: url.endsWith('.example') ? '' : url,
    authUrl: (options.auth || operator.site.wallet.authUrl).replace(/\/+$/, ''),
    dns: options.dns,
  };
  for (const line of introduce(values, services)) tell(line);
  const all: (DoctorFinding & { check: string })[] = [];
  const offline = !(await isOnline(values, services));
  if (offline) tell('This machine finds none of these hosts. Is it online? Only what needs no host is checked.\n');
  for (const check of doctorChecks.filter(({ asks }) => !offline || asks(values, services).length === 0))
    for (const finding of await lookAt(check, values, services)) {
      all.push({ check: check.name, ...finding });
      tell(`${MARK[finding.kind]} ${check.name}: ${finding.sentence}`);
    }
  if (options.json) print(JSON.stringify(all, null, 2));
  const has = (kind: DoctorFinding['kind']) => all.some((finding) => finding.kind === kind);
  return has('wrong') ? 1 : offline || has('unseen') ? 2 : 0;
}
