import { fileSetupFaults } from './faults.files.ts';
import { publishedSiteFaults } from './faults.live.ts';
import type { OperatorSetup } from './setUp.ts';

/** A mistake in an operator's setup, and the finding that the command `doctor` must print. */
export interface SiteSetupFault {
  check: string;
  when: string;
  seed: (setUp: OperatorSetup) => unknown;
  kind: 'but' | 'wrong' | 'unseen';
  sentence: string | RegExp;
}

const NOWHERE = 'http://127.0.0.1:9';

const nodeFaults: SiteSetupFault[] = [
  {
    check: 'values',
    when: 'a backer is a sample',
    seed: ({ site, values }) => site({ backer: { ...values.site.backer, link: 'https://example.com/x' } }),
    kind: 'but',
    sentence: 'Sample content is in use: backer. Replace it in src/site.ts.',
  },
  {
    check: 'nodes answer',
    when: 'nothing listens there',
    seed: ({ network }) => network({ rpcUrls: [NOWHERE] }),
    kind: 'wrong',
    sentence: /^127\.0\.0\.1:9 refuses connections: nothing listens there\. Take another node: VITE_RPC_URL/,
  },
  {
    check: 'nodes answer',
    when: 'a node limits the rate of requests',
    seed: ({ node }) => node({ status: 429 }),
    kind: 'wrong',
    sentence: /\/node answers 429 without a network\. It limits the rate of requests\./,
  },
  {
    check: 'networks',
    when: 'a node is on another network',
    seed: ({ node }) => node({ id: 8453 }),
    kind: 'wrong',
    sentence: /\/node is network 8453 \(Base\), but stands under Ethereum \(1\)\./,
  },
  {
    check: 'networks',
    when: 'no node answers',
    seed: ({ network }) => network({ rpcUrls: [NOWHERE] }),
    kind: 'unseen',
    sentence: 'No node answers.',
  },
  {
    check: 'CORS of nodes',
    when: 'a node is closed to pages',
    seed: ({ node }) => node({ closed: true }),
    kind: 'wrong',
    sentence: /\/node does not let pages of http:\S+ read it\. Ask the provider to allow this origin \(CORS\)\.$/,
  },
  {
    check: 'use of nodes',
    when: 'a node is behind',
    seed: ({ node }) => node({ behind: 3 * 3_600 + 60 }),
    kind: 'wrong',
    sentence: /\/node is 3 hours behind\. Take another node/,
  },
  {
    check: 'use of nodes',
    when: 'a node answers no batch',
    seed: ({ node }) => node({ batchless: true }),
    kind: 'wrong',
    sentence: /\/node does not answer two calls in one request \(a batch\)/,
  },
  {
    check: 'use of nodes',
    when: 'a node answers no calls',
    seed: ({ node }) => node({ callless: true }),
    kind: 'wrong',
    sentence: /\/node refuses eth_call: method not available\./,
  },
  {
    check: 'privacy of nodes',
    when: 'a node is open to everybody',
    seed: ({ network }) => network({ rpcUrls: ['https://eth.drpc.org'] }),
    kind: 'but',
    sentence: /^eth\.drpc\.org \(dRPC\) can see which address asks from where/,
  },
];

const relayFaults: SiteSetupFault[] = [
  {
    check: 'WalletConnect',
    when: 'the relay refuses the origin',
    seed: ({ relay }) => relay.deny(3000),
    kind: 'wrong',
    sentence:
      /^The relay refuses http:\S+ \("Unauthorized: origin not allowed"\): add it to the allow list of project own… at dashboard\.reown\.com\.$/,
  },
  {
    check: 'WalletConnect',
    when: 'the relay cuts connections',
    seed: ({ relay }) => relay.refuse(),
    kind: 'wrong',
    sentence: /cuts the connection\. Phones cannot connect/,
  },
  {
    check: 'WalletConnect',
    when: 'the relay opens no line, and says why over http',
    seed: ({ host, wallet, answer }) => {
      answer('/relay', { status: 401, body: 'Project not found' });
      wallet({ relayUrl: `${host.url.replace('http', 'ws')}/relay` });
    },
    kind: 'wrong',
    sentence: /^The relay refuses http:\S+ \("Project not found"\): add it to the allow list/,
  },
  {
    check: 'WalletConnect',
    when: 'there is no relay, but some other host',
    seed: ({ host, wallet, answer }) => {
      answer('/relay', { body: 'hello' });
      wallet({ relayUrl: `${host.url.replace('http', 'ws')}/relay` });
    },
    kind: 'wrong',
    sentence: /opens no line for http:\S+\. Phones cannot connect: check VITE_WALLETCONNECT_RELAY_URL\.$/,
  },
  {
    check: 'project id',
    when: 'it is that of the repository',
    seed: ({ values }) => {
      values.isTrial = true;
    },
    kind: 'but',
    sentence: 'The default id is for trying out only: set VITE_WALLETCONNECT_PROJECT_ID.',
  },
];

const signInFaults: SiteSetupFault[] = [
  {
    check: 'sign-in server',
    when: 'nothing listens there',
    seed: ({ values }) => {
      values.authUrl = NOWHERE;
    },
    kind: 'wrong',
    sentence: /^127\.0\.0\.1:9 refuses connections: nothing listens there\. Nobody can sign in/,
  },
  {
    check: 'sign-in server',
    when: 'it is a path on a page that is not deployed',
    seed: ({ values }) => Object.assign(values, { authUrl: '/auth', live: '' }),
    kind: 'unseen',
    sentence: /^It is a path on the page, which is not deployed yet\./,
  },
  {
    check: 'one site',
    when: 'page and server are of two sites',
    seed: ({ site, values, host }) => {
      site({ url: 'https://www.my-site.example' });
      values.authUrl = host.url;
    },
    kind: 'wrong',
    sentence:
      'Browsers will keep the cookie back: page and server are of two sites, https://my-site.example and http://127.0.0.1. Give the server a name under that of the page.',
  },
];

/** All faults of a site's set-up that the command `doctor` must find. */
export const siteSetupFaults = [
  ...nodeFaults,
  ...relayFaults,
  ...fileSetupFaults,
  ...publishedSiteFaults,
  ...signInFaults,
];
