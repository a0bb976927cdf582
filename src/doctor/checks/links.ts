import { ask } from '../ask';
import {
  but,
  type Check,
  type Finding,
  fromFailure,
  isReadable,
  lookAtEach,
  nameOf,
  type Outside,
  orWorks,
  resolveOn,
  type Values,
  works,
  wrong,
} from '../finding';

/** An account that has been on the network for long. */
const KNOWN_ACCOUNT = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
const AGENT = { 'User-Agent': 'Mozilla/5.0 (compatible; doctor)' };
const LIMIT = 10_000;
/** A host answers so to a script, and may let people in. */
const UNWILLING = [401, 403, 405, 406, 429, 999];

/** Returns the fields that hold links, and the links. */
const linksIn = ({ site }: Values): [field: string, url: string][] => {
  const fields: [string, string][] = [
    ['litepaper', site.litepaper],
    ['backer.link', site.backer.link],
    ...site.supporters.map(({ link }, i): [string, string] => [`supporters[${i}].link`, link]),
    ['wallet.learnMoreUrl', site.wallet.learnMoreUrl],
  ];
  return fields.filter(([, url], i) => fields.findIndex(([, other]) => other === url) === i);
};

const chatOf = ({ site }: Values, { telegram }: Outside) => `${telegram}/${site.messaging.handle}`;

type Judged = Pick<Finding, 'kind'> & { said: string; todo: string };

/** Judges one link. Null if it leads somewhere. */
async function judgeLink(url: string): Promise<Judged | null> {
  try {
    const { status } = await ask({ url, headers: AGENT, limit: LIMIT });
    if (status < 400) return null;
    const said = `${nameOf(url)} answers ${status}`;
    const isUnwilling = UNWILLING.includes(status) || status >= 500;
    return isUnwilling
      ? { kind: 'but', said: `${said} to a script`, todo: 'Open it yourself.' }
      : { kind: 'wrong', said, todo: MEND };
  } catch (error) {
    const { kind, sentence } = fromFailure(error, '');
    return { kind, said: sentence.trim().replace(/\.$/, ''), todo: kind === 'wrong' ? MEND : '' };
  }
}

const MEND = 'Mend it in src/site.ts.';

/** Judges links, and tells fields of which the same is to be said in one line. */
async function judgeLinks(links: [field: string, url: string][]): Promise<Finding[]> {
  const told = new Map<string, { fields: string[]; judged: Judged }>();
  await lookAtEach(links, async ([field, url]) => {
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

async function judgeChat(url: string, handle: string): Promise<Finding[]> {
  try {
    const { status, text } = await ask({ url, headers: AGENT, limit: LIMIT });
    if (status !== 200) return [but(`${nameOf(url)} answers ${status} to a script. Open it yourself.`)];
    // Telegram answers 200 to any name. Only a page of an account has a title.
    if (text.includes('tgme_page_title')) return [];
    return [wrong(`t.me/${handle}: nobody has this name. Set VITE_TELEGRAM_HANDLE.`)];
  } catch (error) {
    return [fromFailure(error, 'Visitors cannot ask to join.')];
  }
}

const outward: Check = {
  name: 'links',
  asks: (values, outside) => [...linksIn(values).map(([, url]) => url), chatOf(values, outside)],
  look: async (values, outside) => {
    const found = await judgeLinks(linksIn(values));
    const chat = await judgeChat(chatOf(values, outside), values.site.messaging.handle);
    return orWorks([...found, ...chat], 'All lead somewhere.');
  },
};

const serviceOf = ({ site, live }: Values) => resolveOn(live, site.wallet.nameServiceUrl);

const names: Check = {
  name: 'name service',
  asks: (values) => [serviceOf(values)].filter(Boolean),
  look: async (values) => {
    const url = serviceOf(values);
    if (!url) return [works('None is set.')];
    const name = nameOf(url);
    const { url: origin } = values.site;
    const advice = 'Mend the service, or take VITE_NAME_SERVICE_URL away.';
    try {
      const answer = await ask({ url: `${url}?address=${KNOWN_ACCOUNT}`, headers: { Origin: origin }, limit: LIMIT });
      if (answer.status !== 200) return [wrong(`${name} answers ${answer.status}. ${advice}`)];
      if (/^\s*</.test(answer.text)) return [wrong(`${name} answers HTML instead of JSON. ${advice}`)];
      if (!isNamed(answer.text)) return [wrong(`${name} does not answer {"data": name or null}. ${advice}`)];
      if (new URL(url).origin !== origin && !isReadable(answer, origin))
        return [wrong(`${name} does not let pages of ${origin} read it (Access-Control-Allow-Origin).`)];
      return [works('It answers.')];
    } catch (error) {
      return [fromFailure(error, advice)];
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

const explorersIn = ({ site }: Values) =>
  site.wallet.networks.flatMap(({ explorer, name }) => (explorer ? [{ name, url: explorer.replace(/\/+$/, '') }] : []));

const explorer: Check = {
  name: 'explorers',
  asks: (values) => explorersIn(values).map(({ url }) => url),
  look: async (values) => {
    const pages = explorersIn(values).map(({ name, url }): [string, string] => [
      `explorer of ${name}`,
      `${url}/address/${KNOWN_ACCOUNT}`,
    ]);
    return orWorks(await judgeLinks(pages), 'They show accounts.');
  },
};

export const linkChecks = { outward, names, explorer };
