import { realServices } from '#doctor/outside';
import type { SiteSetupFault } from './faults.ts';

const DAY = 24 * 60 * 60_000;

const certificate =
  (days: number, names: string[] = []) =>
  async () => ({
    validTo: Date.now() + days * DAY + 60_000,
    names,
  });

const linkFaults: SiteSetupFault[] = [
  {
    check: 'links',
    when: 'nobody has the Telegram name',
    seed: ({ site, values }) => site({ messaging: { ...values.site.messaging, handle: 'wrong_name' } }),
    kind: 'wrong',
    sentence: 't.me/wrong_name: nobody has this name. Set VITE_TELEGRAM_HANDLE.',
  },
  {
    check: 'links',
    when: 'a page is gone',
    seed: ({ answer }) => answer('/litepaper', { status: 404 }),
    kind: 'wrong',
    sentence: /^litepaper: 127\S+\/litepaper answers 404\. Mend it in src\/site\.ts\.$/,
  },
  {
    check: 'links',
    when: 'a page refuses scripts',
    seed: ({ answer }) => answer('/litepaper', { status: 403 }),
    kind: 'but',
    sentence: /^litepaper: 127\S+\/litepaper answers 403 to a script\. Open it yourself\.$/,
  },
  {
    check: 'name service',
    when: 'it answers HTML',
    seed: ({ answer }) => answer('/names', { body: '<!doctype html>' }),
    kind: 'wrong',
    sentence: /\/names answers HTML instead of JSON\./,
  },
  {
    check: 'name service',
    when: 'it answers other JSON',
    seed: ({ answer }) => answer('/names', { body: '{"name":"a"}' }),
    kind: 'wrong',
    sentence: /\/names does not answer \{"data": name or null\}\./,
  },
  {
    check: 'name service',
    when: 'it is closed to pages',
    seed: ({ site, answer }) => {
      site({ url: 'https://my.site' });
      answer('/names', { body: '{"data":null}' });
    },
    kind: 'wrong',
    sentence: /\/names does not let pages of https:\/\/my\.site read it/,
  },
  {
    check: 'explorers',
    when: 'it shows no accounts',
    seed: ({ network, host }) => network({ explorer: `${host.url}/elsewhere` }),
    kind: 'wrong',
    sentence: /^explorer of Ethereum: \S+\/address\/… answers 404\./,
  },
];

const pageFaults: SiteSetupFault[] = [
  {
    check: 'live site',
    when: 'the page has no address',
    seed: ({ values }) => {
      values.live = '';
    },
    kind: 'but',
    sentence: /^The page has no address yet/,
  },
  {
    check: 'live site',
    when: 'headers are missing',
    seed: ({ outside }) => {
      const findings = ['/ lacks Content-Security-Policy.', '/ lacks Referrer-Policy.'];
      outside.compare = async () => ({ code: 1, text: JSON.stringify({ findings }) });
    },
    kind: 'wrong',
    sentence: /^\/ lacks Content-Security-Policy\. 1 more\. Run npm run verify -- http:\S+\.$/,
  },
  {
    check: 'live site',
    when: 'the page is none of a build that can be compared',
    seed: (setUp) => {
      setUp.outside.compare = realServices.compare;
    },
    kind: 'wrong',
    sentence: /^Could not compare: The host has no \/integrity\.json, .+ Deploy the files of a new build\.$/,
  },
  {
    check: 'live site',
    when: 'the certificate ends soon',
    seed: ({ outside }) => {
      outside.readCertificate = certificate(5);
    },
    kind: 'but',
    sentence: 'Its certificate ends in 5 days. See that it renews itself.',
  },
  {
    check: 'live site',
    when: 'the certificate has ended',
    seed: ({ outside }) => {
      outside.readCertificate = certificate(-3);
    },
    kind: 'wrong',
    sentence: 'Its certificate ended 2 days ago. Renew it.',
  },
  {
    check: 'live site',
    when: 'a subdomain has no https',
    seed: ({ outside }) => {
      outside.readCertificate = certificate(90, ['old.127.0.0.1', 'elsewhere.example']);
      outside.answers = async (url) => url === 'http://old.127.0.0.1/';
    },
    kind: 'wrong',
    sentence: 'The subdomain old.127.0.0.1 still answers http only: HSTS will lock it out. Give it https.',
  },
  {
    check: 'live site',
    when: 'any authority may issue certificates',
    seed: ({ answer }) => answer('/dns', { body: '{"AD":true}' }),
    kind: 'but',
    sentence: /has no CAA record/,
  },
  {
    check: 'live site',
    when: 'the domain is not signed',
    seed: ({ answer }) => answer('/dns', { body: '{"Answer":[{"type":257}]}' }),
    kind: 'but',
    sentence: /is not signed \(DNSSEC\)/,
  },
];

/** Faults of a published site, with the sentences that the command `doctor` must print. */
export const publishedSiteFaults = [...linkFaults, ...pageFaults];
