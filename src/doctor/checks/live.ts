import { type Answer, ask } from '../ask';
import {
  but,
  type Check,
  describeDuration,
  type Finding,
  fromFailure,
  type Outside,
  orWorks,
  type Values,
  wrong,
} from '../finding';

const DAY = 24 * 60 * 60_000;
const SOON = 14 * DAY;

/** Compares files and headers with the list that the build has written. */
async function judgeFiles(live: string, { compare }: Outside): Promise<Finding[]> {
  const { code, text } = await compare(live);
  if (code === 2) return [wrong(`${text} Deploy the files of a new build.`)];
  const { findings } = JSON.parse(text) as { findings: string[] };
  const [first, ...rest] = findings;
  const more = rest.length > 0 ? ` ${rest.length} more.` : '';
  return first === undefined ? [] : [wrong(`${first}${more} Run npm run verify -- ${live}.`)];
}

function judgeCertificate(validTo: number, now: number): Finding[] {
  const left = validTo - now;
  if (left <= 0) return [wrong(`Its certificate ended ${describeDuration(-left)} ago. Renew it.`)];
  return left < SOON ? [but(`Its certificate ends in ${describeDuration(left)}. See that it renews itself.`)] : [];
}

/** Finds subdomains that the page's HSTS header would lock out. */
async function judgeSubdomains(page: Answer, names: string[], { answers }: Outside): Promise<Finding[]> {
  const hsts = String(page.headers['strict-transport-security'] ?? '');
  if (!/includeSubDomains/i.test(hsts)) return [];
  const { hostname } = new URL(page.question.url);
  const known = [`www.${hostname}`, ...names].filter((name) => name.endsWith(`.${hostname}`) && !name.includes('*'));
  const found: Finding[] = [];
  for (const name of new Set(known)) {
    if ((await answers(`https://${name}/`)) || !(await answers(`http://${name}/`))) continue;
    found.push(wrong(`The subdomain ${name} still answers http only: HSTS will lock it out. Give it https.`));
  }
  return found;
}

interface Records {
  /** Whether the answer is signed (DNSSEC). */
  AD?: boolean;
  Answer?: { type: number }[];
}
const CAA = 257;

/** Asks a name server over https whether the domain limits who may issue certificates, and is signed. */
async function judgeNames(hostname: string, { nameServer }: Outside): Promise<Finding[]> {
  const headers = { Accept: 'application/dns-json' };
  const recordsOf = async (name: string) =>
    JSON.parse((await ask({ url: `${nameServer}?name=${name}&type=CAA`, headers })).text) as Records;
  try {
    const labels = hostname.split('.');
    // A domain inherits the records of those above it.
    const above = labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
    const all = await Promise.all(above.map(recordsOf));
    const isLimited = all.some(({ Answer = [] }) => Answer.some(({ type }) => type === CAA));
    return [
      ...(isLimited ? [] : [but(`${hostname} has no CAA record: any authority may issue a certificate for it.`)]),
      ...(all[0]?.AD ? [] : [but(`${hostname} is not signed (DNSSEC): its address can be forged on the way.`)]),
    ];
  } catch (error) {
    if (error instanceof SyntaxError) return [{ kind: 'unseen', sentence: `${nameServer} gives no answer as JSON.` }];
    return [fromFailure(error, 'Leave --dns away.')];
  }
}

const site: Check = {
  name: 'live site',
  asks: ({ live, dns }, { nameServer }) => (live ? [live, ...(dns ? [nameServer] : [])] : []),
  look: async ({ live, dns }: Values, outside) => {
    if (!live) return [but('The page has no address yet: set VITE_SITE_URL, or name it with --site.')];
    const named = dns ? await judgeNames(new URL(live).hostname, outside) : [];
    try {
      const certificate = await outside.readCertificate(live).catch(() => null);
      const dated = certificate ? judgeCertificate(certificate.validTo, outside.now()) : [];
      if (dated.some(({ kind }) => kind === 'wrong')) return [...dated, ...named];
      const page = await ask({ url: `${live}/` });
      const subdomains = await judgeSubdomains(page, certificate?.names ?? [], outside);
      const found = [...dated, ...(await judgeFiles(live, outside)), ...subdomains, ...named];
      return orWorks(found, 'It serves the files of its own list, with their headers.');
    } catch (error) {
      return [fromFailure(error, 'Deploy the page, or mend VITE_SITE_URL.'), ...named];
    }
  },
};

export const liveChecks = { site };
