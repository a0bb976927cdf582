import { sendRequest } from '../ask';
import {
  checkEach,
  type DoctorCheck,
  type DoctorFinding,
  type DoctorInput,
  formatUrl,
  isReadableByOrigin,
  type OutsideServices,
  reportDrawback,
  reportFailure,
  reportWorks,
  reportWorksUnlessFound,
  reportWrong,
  resolveLiveUrl,
} from '../finding';

/** An old account that each block explorer and name service knows (vitalik.eth). */
const KNOWN_ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const AGENT = { 'User-Agent': 'Mozilla/5.0 (compatible; doctor)' };
const LIMIT = 10_000;
/** Statuses with which a host may refuse programs, although it answers browsers. */
const UNWILLING = [401, 403, 405, 406, 429, 999];

/** Returns each link in the operator's values, with the name of its field. */
const linksIn = ({ site }: DoctorInput): [field: string, url: string][] => {
  const fields: [string, string][] = [
    ['litepaper', site.litepaper],
    ['backer.link', site.backer.link],
    ...site.supporters.map(({ link }, i): [string, string] => [`supporters[${i}].link`, link]),
    ['wallet.learnMoreUrl', site.wallet.learnMoreUrl],
  ];
  return fields.filter(([, url], i) => fields.findIndex(([, other]) => other === url) === i);
};

const chatOf = ({ site }: DoctorInput, { telegram }: OutsideServices) => `${telegram}/${site.messaging.handle}`;

type Judged = Pick<DoctorFinding, 'kind'> & { said: string; todo: string };

async function judgeLink(url: string): Promise<Judged | null> {
  try {
    const { status } = await sendRequest({ url, headers: AGENT, limit: LIMIT });
    if (status < 400) return null;
    const said = `${formatUrl(url)} answers ${status}`;
    const isUnwilling = UNWILLING.includes(status) || status >= 500;
    return isUnwilling
      ? { kind: 'but', said: `${said} to a script`, todo: 'Open it yourself.' }
      : { kind: 'wrong', said, todo: MEND };
  } catch (error) {
    const { kind, sentence } = reportFailure(error, '');
    return { kind, said: sentence.trim().replace(/\.$/, ''), todo: kind === 'wrong' ? MEND : '' };
  }
}

const MEND = 'Mend it in src/site.ts.';

/** Checks links, and combines fields with the same result into one finding. */
async function judgeLinks(links: [field: string, url: string][]): Promise<DoctorFinding[]> {
  const told = new Map<string, { fields: string[]; judged: Judged }>();
  await checkEach(links, async ([field, url]) => {
    const judged = await judgeLink(url);
    if (!judged) return [];
    const { fields } = told.get(judged.said) ?? { fields: [] };
    told.set(judged.said, { fields: [...fields, field], judged });
    return [];
  });
  return [...told.values()].map(({ fields: [first, ...rest], judged: { kind, said, todo } }) => ({
    kind,
    sentence: `${first}${rest.length > 0 ? ` and ${rest.length} more` : ''}: ${said}. ${todo}`.trim(),
  }));
}

async function judgeChat(url: string, handle: string): Promise<DoctorFinding[]> {
  try {
    const { status, text } = await sendRequest({ url, headers: AGENT, limit: LIMIT });
    if (status !== 200) return [reportDrawback(`${formatUrl(url)} answers ${status} to a script. Open it yourself.`)];
    // Telegram answers 200 to any name. Only a page of an account has a title.
    if (text.includes('tgme_page_title')) return [];
    return [reportWrong(`t.me/${handle}: nobody has this name. Set VITE_TELEGRAM_HANDLE.`)];
  } catch (error) {
    return [reportFailure(error, 'Visitors cannot ask to join.')];
  }
}

const outward: DoctorCheck = {
  name: 'links',
  asks: (values, outside) => [...linksIn(values).map(([, url]) => url), chatOf(values, outside)],
  look: async (values, outside) => {
    const found = await judgeLinks(linksIn(values));
    const chat = await judgeChat(chatOf(values, outside), values.site.messaging.handle);
    return reportWorksUnlessFound([...found, ...chat], 'All lead somewhere.');
  },
};

const serviceOf = ({ site, live }: DoctorInput) => resolveLiveUrl(live, site.wallet.nameServiceUrl);

const names: DoctorCheck = {
  name: 'name service',
  asks: (values) => [serviceOf(values)].filter(Boolean),
  look: async (values) => {
    const url = serviceOf(values);
    if (!url) return [reportWorks('None is set.')];
    const name = formatUrl(url);
    const { url: origin } = values.site;
    const advice = 'Mend the service, or take VITE_NAME_SERVICE_URL away.';
    try {
      const answer = await sendRequest({
        url: `${url}?address=${KNOWN_ACCOUNT}`,
        headers: { Origin: origin },
        limit: LIMIT,
      });
      if (answer.status !== 200) return [reportWrong(`${name} answers ${answer.status}. ${advice}`)];
      if (/^\s*</.test(answer.text)) return [reportWrong(`${name} answers HTML instead of JSON. ${advice}`)];
      if (!isNamed(answer.text)) return [reportWrong(`${name} does not answer {"data": name or null}. ${advice}`)];
      if (new URL(url).origin !== origin && !isReadableByOrigin(answer, origin))
        return [reportWrong(`${name} does not let pages of ${origin} read it (Access-Control-Allow-Origin).`)];
      return [reportWorks('It answers.')];
    } catch (error) {
      return [reportFailure(error, advice)];
    }
  },
};

function isNamed(text: string) {
  try {
    const { data } = JSON.parse(text) as { data?: unknown };
    return data === null || typeof data === 'string';
  } catch {
    return false;
  }
}

const explorersIn = ({ site }: DoctorInput) =>
  site.wallet.networks.flatMap(({ explorer, name }) => (explorer ? [{ name, url: explorer.replace(/\/+$/, '') }] : []));

const explorer: DoctorCheck = {
  name: 'explorers',
  asks: (values) => explorersIn(values).map(({ url }) => url),
  look: async (values) => {
    const pages = explorersIn(values).map(({ name, url }): [string, string] => [
      `explorer of ${name}`,
      `${url}/address/${KNOWN_ACCOUNT}`,
    ]);
    return reportWorksUnlessFound(await judgeLinks(pages), 'They show accounts.');
  },
};

export const linkChecks = { outward, names, explorer };
