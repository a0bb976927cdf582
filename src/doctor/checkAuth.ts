import { parseArgs } from 'node:util';
import { NoAnswerError } from './ask';
import { checkAuth } from './auth/check';
import { CASE_GROUP_NAMES, type SignInTestCase } from './auth/kit';
import { formatGroup, formatSummary } from './auth/report';
import { SIGN_IN_RULES } from './auth/rules';

const USAGE = `Usage: npm run check-auth -- URL --origin https://my.site

  URL              the address of the sign-in server. Several, if they share one store
  --origin         the origin of the page
  --network ID     a network that the site uses (1)
  --chain URL      a development node of the server's network: also tests contracts on the chain
  --group NAME     plays one group only: ${CASE_GROUP_NAMES.join(', ')}
  --slow           also tests what takes ten minutes
  --json           prints the results as JSON`;

const isHttp = (text: string) => /^https?:\/\//.test(text) && URL.canParse(text);

/** Parses the command line. Returns a sentence instead if the arguments are invalid. */
function readWords(words: string[]) {
  const options = {
    origin: { type: 'string' },
    network: { type: 'string', default: '1' },
    chain: { type: 'string', default: '' },
    group: { type: 'string', default: '' },
    slow: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  } as const;
  try {
    const { values, positionals: urls } = parseArgs({ args: words, options, allowPositionals: true });
    const { origin = '', network, chain, group, slow, json } = values;
    const wrong = [...urls, ...(chain ? [chain] : [])].find((url) => !isHttp(url));
    if (urls.length === 0) return 'Name the address of the sign-in server.';
    if (wrong !== undefined) return `"${wrong}" is no http address.`;
    if (!isHttp(origin) || new URL(origin).origin !== origin)
      return `--origin must be scheme and host of the page, such as https://my.site, not "${origin}".`;
    if (!/^[1-9]\d{0,14}$/.test(network)) return `--network must be the number of a network, not "${network}".`;
    if (group && !CASE_GROUP_NAMES.some((name) => name === group))
      return `--group must be one of ${CASE_GROUP_NAMES.join(', ')}.`;
    const only = (one: SignInTestCase) => !group || one.group === group;
    return { urls, origin, chainId: Number(network), chainUrl: chain, slow, json, only };
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Checks a sign-in server against its contract. Resolves to the exit code: 0 if all cases passed, 1 if one failed, 2 if
 * the server could not be checked.
 */
export async function runCheckAuthCommand(
  words: string[],
  print: (line: string) => void = console.info,
): Promise<number> {
  const read = readWords(words);
  if (typeof read === 'string') {
    print(`${read}\n\n${USAGE}`);
    return 2;
  }
  const { json, ...options } = read;
  const tell = json ? () => {} : print;
  const also = options.chainUrl && ` It deploys contracts through ${options.chainUrl}.`;
  tell(`Asking ${options.urls.join(' and ')} as a page of ${options.origin} would.`);
  tell(`The kit signs in with keys of its own, which end with it, and signs out again.${also}\n`);
  try {
    const results = await checkAuth({
      ...options,
      onWait: (ms) => tell(`  The server limits the rate: waiting ${ms / 1_000} s.`),
      onGroup: (group) => {
        for (const line of formatGroup(group)) tell(line);
      },
    });
    if (json) print(JSON.stringify(results.map(asJson), null, 2));
    for (const line of ['', ...formatSummary(results)]) tell(line);
    return results.some(({ outcome }) => outcome === 'broken') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    print(`Could not look: ${error.message}.`);
    return 2;
  }
}

const asJson = ({ violation, ...result }: Awaited<ReturnType<typeof checkAuth>>[number]) => ({
  ...result,
  ...(violation && {
    sentence: violation.message,
    rule: SIGN_IN_RULES[violation.rule],
    status: violation.answer?.status,
  }),
});
