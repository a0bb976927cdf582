import { type HttpAnswer, sendRequest } from '../ask';
import {
  type DoctorCheck,
  type DoctorFinding,
  type DoctorInput,
  describeDuration,
  type OutsideServices,
  reportDrawback,
  reportFailure,
  reportWorksUnlessFound,
  reportWrong,
} from '../finding';

const DAY = 24 * 60 * 60_000;
const SOON = 14 * DAY;

/** Compares the files and headers of the deployed page with its `integrity.json`, which the build has written. */
async function judgeFiles(live: string, { compare }: OutsideServices): Promise<DoctorFinding[]> {
  const { code, text } = await compare(live);
  if (code === 2) return [reportWrong(`${text} Deploy the files of a new build.`)];
  const { findings } = JSON.parse(text) as { findings: string[] };
  const [first, ...rest] = findings;
  const more = rest.length > 0 ? ` ${rest.length} more.` : '';
  return first === undefined ? [] : [reportWrong(`${first}${more} Run npm run verify -- ${live}.`)];
}

function judgeCertificate(validTo: number, now: number): DoctorFinding[] {
  const left = validTo - now;
  if (left <= 0) return [reportWrong(`Its certificate ended ${describeDuration(-left)} ago. Renew it.`)];
  return left < SOON
    ? [reportDrawback(`Its certificate ends in ${describeDuration(left)}. See that it renews itself.`)]
    : [];
}

/** Finds subdomains that the page's HSTS header would lock out. */
async function judgeSubdomains(
  page: HttpAnswer,
  names: string[],
  { answers }: OutsideServices,
): Promise<DoctorFinding[]> {
  const hsts = String(page.headers['strict-transport-security'] ?? '');
  if (!/includeSubDomains/i.test(hsts)) return [];
  const { hostname } = new URL(page.question.url);
  const known = [`www.${hostname}`, ...names].filter((name) => name.endsWith(`.${hostname}`) && !name.includes('*'));
  const found: DoctorFinding[] = [];
  for (const name of new Set(known)) {
    if ((await answers(`https://${name}/`)) || !(await answers(`http://${name}/`))) continue;
    found.push(reportWrong(`The subdomain ${name} still answers http only: HSTS will lock it out. Give it https.`));
  }
  return found;
}

interface Records {
  /** Whether the answer is signed (DNSSEC). */
  AD?: boolean;
  Answer?: { type: number }[];
}
const CAA = 257;

/** Asks a name server over https for CAA records, which limit who may issue certificates, and for DNSSEC. */
async function judgeNames(hostname: string, { nameServer }: OutsideServices): Promise<DoctorFinding[]> {
  const headers = { Accept: 'application/dns-json' };
  const recordsOf = async (name: string) =>
    JSON.parse((await sendRequest({ url: `${nameServer}?name=${name}&type=CAA`, headers })).text) as Records;
  try {
    const labels = hostname.split('.');
    // The CAA records of a domain also apply to its subdomains.
    const above = labels.slice(0, -1).map((_, i) => labels.slice(i).join('.'));
    const all = await Promise.all(above.map(recordsOf));
    const isLimited = all.some(({ Answer = [] }) => Answer.some(({ type }) => type === CAA));
    return [
      ...(isLimited
        ? []
        : [reportDrawback(`${hostname} has no CAA record: any authority may issue a certificate for it.`)]),
      ...(all[0]?.AD
        ? []
        : [reportDrawback(`${hostname} is not signed (DNSSEC): its address can be forged on the way.`)]),
    ];
  } catch (error) {
    if (error instanceof SyntaxError) return [{ kind: 'unseen', sentence: `${nameServer} gives no answer as JSON.` }];
    return [reportFailure(error, 'Leave --dns away.')];
  }
}

const site: DoctorCheck = {
  name: 'live site',
  asks: ({ live, dns }, { nameServer }) => (live ? [live, ...(dns ? [nameServer] : [])] : []),
  look: async ({ live, dns }: DoctorInput, outside) => {
    if (!live) return [reportDrawback('The page has no address yet: set VITE_SITE_URL, or name it with --site.')];
    const named = dns ? await judgeNames(new URL(live).hostname, outside) : [];
    try {
      const certificate = await outside.readCertificate(live).catch(() => null);
      const dated = certificate ? judgeCertificate(certificate.validTo, outside.now()) : [];
      if (dated.some(({ kind }) => kind === 'wrong')) return [...dated, ...named];
      const page = await sendRequest({ url: `${live}/` });
      const subdomains = await judgeSubdomains(page, certificate?.names ?? [], outside);
      const found = [...dated, ...(await judgeFiles(live, outside)), ...subdomains, ...named];
      return reportWorksUnlessFound(found, 'It serves the files of its own list, with their headers.');
    } catch (error) {
      return [reportFailure(error, 'Deploy the page, or mend VITE_SITE_URL.'), ...named];
    }
  },
};

export const liveChecks = { site };
