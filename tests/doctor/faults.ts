import { realServices } from '#doctor/outside';
import type { OperatorSetup } from './setUp.ts';

/** A mistake in an operator's setup, and the sentence that `doctor` must print, by the kind of its finding. */
type SiteSetupFault = { seed: (setUp: OperatorSetup) => unknown } & Partial<
  Record<'but' | 'wrong' | 'unseen', string | RegExp>
>;

const NOWHERE = 'http://127.0.0.1:9';
const DAY = 24 * 60 * 60_000;

function png(width: number, height: number) {
  const header = Buffer.alloc(24);
  header.write('89504e470d0a1a0a', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  return header;
}

const certificate = (days: number, names: string[] = []) => ({
  readCertificate: async () => ({ validTo: Date.now() + days * DAY + 60_000, names }),
});

/** All faults of a site's set-up that the command `doctor` must find, by check and situation. */
export const siteSetupFaults: Record<string, Record<string, SiteSetupFault>> = {
  values: {
    'a backer is a sample': {
      but: 'Sample content is in use: backer. Replace it in src/site.ts.',
      seed: ({ site, values }) => site({ backer: { ...values.site.backer, link: 'https://example.com/x' } }),
    },
  },
  'nodes answer': {
    "nothing listens at the node's URL": {
      wrong: /^127\.0\.0\.1:9 refuses connections: nothing listens there\. Take another node: VITE_RPC_URL/,
      seed: ({ network }) => network({ rpcUrls: [NOWHERE] }),
    },
    'a node limits the rate of requests': {
      wrong: /\/node answers 429 without a network\. It limits the rate of requests\./,
      seed: ({ node }) => node({ status: 429 }),
    },
  },
  networks: {
    'a node is on another network': {
      wrong: /\/node is network 8453 \(Base\), but stands under Ethereum \(1\)\./,
      seed: ({ node }) => node({ id: 8453 }),
    },
    'no node answers': {
      unseen: 'No node answers.',
      seed: ({ network }) => network({ rpcUrls: [NOWHERE] }),
    },
  },
  'CORS of nodes': {
    'a node refuses requests of pages': {
      wrong: /\/node does not let pages of http:\S+ read it\. Ask the provider to allow this origin \(CORS\)\.$/,
      seed: ({ node }) => node({ closed: true }),
    },
  },
  'use of nodes': {
    'a node lags behind the network': {
      wrong: /\/node is 3 hours behind\. Take another node/,
      seed: ({ node }) => node({ behind: 3 * 3_600 + 60 }),
    },
    'a node answers no batch': {
      wrong: /\/node does not answer two calls in one request \(a batch\)/,
      seed: ({ node }) => node({ batchless: true }),
    },
    'a node answers no calls': {
      wrong: /\/node refuses eth_call: method not available\./,
      seed: ({ node }) => node({ callless: true }),
    },
  },
  'privacy of nodes': {
    'a node is a public one': {
      but: /^eth\.drpc\.org \(dRPC\) can see which address asks from where/,
      seed: ({ network }) => network({ rpcUrls: ['https://eth.drpc.org'] }),
    },
  },
  WalletConnect: {
    'the relay refuses the origin': {
      wrong:
        /^The relay refuses http:\S+ \("Unauthorized: origin not allowed"\): add it to the allow list of project own… at dashboard\.reown\.com\.$/,
      seed: ({ relay }) => relay.deny(3000),
    },
    'the relay cuts connections': {
      wrong: /cuts the connection\. Phones cannot connect/,
      seed: ({ relay }) => relay.refuse(),
    },
    'the relay refuses connections, and says why over HTTP': {
      wrong: /^The relay refuses http:\S+ \("Project not found"\): add it to the allow list/,
      seed: ({ host, wallet, answer }) => {
        answer('/relay', { status: 401, body: 'Project not found' });
        wallet({ relayUrl: `${host.url.replace('http', 'ws')}/relay` });
      },
    },
    'another kind of host answers instead of the relay': {
      wrong: /opens no line for http:\S+\. Phones cannot connect: check VITE_WALLETCONNECT_RELAY_URL\.$/,
      seed: ({ host, wallet, answer }) => {
        answer('/relay', { body: 'hello' });
        wallet({ relayUrl: `${host.url.replace('http', 'ws')}/relay` });
      },
    },
  },
  'project id': {
    'the id is the default one of this repository': {
      but: 'The default id is for trying out only: set VITE_WALLETCONNECT_PROJECT_ID.',
      seed: ({ values }) => Object.assign(values, { isTrial: true }),
    },
  },
  icons: {
    'the icon is not square': {
      wrong: 'app.icon: /wide.png is 200 × 100, and must be square.',
      seed: ({ putIcon }) => putIcon('/wide.png', png(200, 100)),
    },
    'the icon is small': {
      wrong: 'app.icon: /small.png is 64 px wide, and must have at least 128.',
      seed: ({ putIcon }) => putIcon('/small.png', png(64, 64)),
    },
    'the icon is neither PNG nor SVG': {
      wrong: 'app.icon: /no.png is no readable PNG.',
      seed: ({ putIcon }) => putIcon('/no.png', 'GIF89a'),
    },
    'an SVG is not square': {
      wrong: 'app.icon: /wide.svg is 20 × 10, and must be square.',
      seed: ({ putIcon }) => putIcon('/wide.svg', '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"/>'),
    },
    'a picture is missing': {
      wrong: 'backer.image: /me.png is missing: add src/public/me.png.',
      seed: ({ site, values }) => site({ backer: { ...values.site.backer, image: '/me.png' } }),
    },
    'Safe may not read the manifest': {
      wrong:
        'Safe cannot add the page: /manifest.json has no Access-Control-Allow-Origin. Send the headers of _headers.',
      seed: ({ answer }) => answer('/manifest.json', { body: '{}' }),
    },
  },
  licences: {
    'a package has a licence that is not approved': {
      wrong: /^lightningcss \S+ in the last build has the licence MPL-2\.0\. Replace it\.$/,
      seed: ({ build }) => build('lightningcss'),
    },
    'the notice of the font is missing': {
      wrong: "licenses.txt of the last build lacks the font's licence (OFL). Build it again.",
      seed: ({ build }) => build('react', 'MIT'),
    },
    'a font added by the operator has no licence': {
      wrong: 'src/public/fonts/my-font.woff2 is a font without a licence text. Put its licence beside it.',
      seed: ({ putFile }) => putFile('fonts/my-font.woff2', 'x'),
    },
    'there is no build': {
      but: 'There is no build to look at: run npm run build first.',
      seed: ({ values }) => Object.assign(values, { dist: 'nowhere' }),
    },
  },
  links: {
    'nobody has the Telegram name': {
      wrong: 't.me/wrong_name: nobody has this name. Set VITE_TELEGRAM_HANDLE.',
      seed: ({ site, values }) => site({ messaging: { ...values.site.messaging, handle: 'wrong_name' } }),
    },
    'a linked page is gone': {
      wrong: /^litepaper: 127\S+\/litepaper answers 404\. Mend it in src\/site\.ts\.$/,
      seed: ({ answer }) => answer('/litepaper', { status: 404 }),
    },
    'a linked page refuses programs': {
      but: /^litepaper: 127\S+\/litepaper answers 403 to a script\. Open it yourself\.$/,
      seed: ({ answer }) => answer('/litepaper', { status: 403 }),
    },
  },
  'name service': {
    'the name service answers HTML': {
      wrong: /\/names answers HTML instead of JSON\./,
      seed: ({ answer }) => answer('/names', { body: '<!doctype html>' }),
    },
    'the name service answers other JSON': {
      wrong: /\/names does not answer \{"data": name or null\}\./,
      seed: ({ answer }) => answer('/names', { body: '{"name":"a"}' }),
    },
    'the name service lets no page read its answers': {
      wrong: /\/names does not let pages of https:\/\/my\.site read it/,
      seed: ({ site, answer }) => {
        site({ url: 'https://my.site' });
        answer('/names', { body: '{"data":null}' });
      },
    },
  },
  explorers: {
    'the explorer shows no accounts': {
      wrong: /^explorer of Ethereum: \S+\/address\/… answers 404\./,
      seed: ({ network, host }) => network({ explorer: `${host.url}/elsewhere` }),
    },
  },
  'live site': {
    'the page has no address': {
      but: /^The page has no address yet/,
      seed: ({ values }) => Object.assign(values, { live: '' }),
    },
    'headers are missing': {
      wrong: /^\/ lacks Content-Security-Policy\. 1 more\. Run npm run verify -- http:\S+\.$/,
      seed: ({ outside }) => {
        const findings = ['/ lacks Content-Security-Policy.', '/ lacks Referrer-Policy.'];
        outside.compare = async () => ({ code: 1, text: JSON.stringify({ findings }) });
      },
    },
    'the host has no list of files to compare with': {
      wrong: /^Could not compare: The host has no \/integrity\.json, .+ Deploy the files of a new build\.$/,
      seed: ({ outside }) => Object.assign(outside, { compare: realServices.compare }),
    },
    'the certificate expires soon': {
      but: 'Its certificate ends in 5 days. See that it renews itself.',
      seed: ({ outside }) => Object.assign(outside, certificate(5)),
    },
    'the certificate has expired': {
      wrong: 'Its certificate ended 2 days ago. Renew it.',
      seed: ({ outside }) => Object.assign(outside, certificate(-3)),
    },
    'a subdomain has no https': {
      wrong: 'The subdomain old.127.0.0.1 still answers http only: HSTS will lock it out. Give it https.',
      seed: ({ outside }) => {
        Object.assign(outside, certificate(90, ['old.127.0.0.1', 'elsewhere.example']));
        outside.answers = async (url) => url === 'http://old.127.0.0.1/';
      },
    },
    'any authority may issue certificates for the domain': {
      but: /has no CAA record/,
      seed: ({ answer }) => answer('/dns', { body: '{"AD":true}' }),
    },
    'the domain has no DNSSEC': {
      but: /is not signed \(DNSSEC\)/,
      seed: ({ answer }) => answer('/dns', { body: '{"Answer":[{"type":257}]}' }),
    },
  },
  'sign-in server': {
    "nothing listens at the server's URL": {
      wrong: /^127\.0\.0\.1:9 refuses connections: nothing listens there\. Nobody can sign in/,
      seed: ({ values }) => Object.assign(values, { authUrl: NOWHERE }),
    },
    'the server is at a path of a page that is not deployed': {
      unseen: /^It is a path on the page, which is not deployed yet\./,
      seed: ({ values }) => Object.assign(values, { authUrl: '/auth', live: '' }),
    },
  },
  'one site': {
    'page and sign-in server are on different sites': {
      wrong:
        'Browsers will keep the cookie back: page and server are of two sites, https://my-site.example and http://127.0.0.1. Give the server a name under that of the page.',
      seed: ({ site, values, host }) => {
        site({ url: 'https://www.my-site.example' });
        values.authUrl = host.url;
      },
    },
  },
};
