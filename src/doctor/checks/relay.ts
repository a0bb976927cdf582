import { randomBytes } from 'node:crypto';
import { generateKeyPair, signJWT } from '@walletconnect/relay-auth';
import { WebSocket } from 'ws';
import { sendRequest } from '../ask';
import {
  type DoctorCheck,
  type DoctorFinding,
  reportDrawback,
  reportFailure,
  reportWorks,
  reportWorksUnlessFound,
  reportWrong,
} from '../finding';

const LIMIT = 10_000;
/** In seconds. */
const TOKEN_LIFETIME = 60 * 60;
const hex = () => randomBytes(32).toString('hex');

/** The result of connecting to the relay. `why` contains the relay's own words. */
type Outcome = { kind: 'accepted' } | { kind: 'refused'; why: string } | { kind: 'silent' };

/** Opens a WebSocket to the relay as the page does, and subscribes to a random topic. */
async function talkTo(relayUrl: string, projectId: string, origin: string): Promise<Outcome> {
  const url = new URL(relayUrl);
  // Like a browser, the doctor identifies itself to the relay with a new key pair.
  url.searchParams.set('auth', await signJWT(hex(), relayUrl, TOKEN_LIFETIME, generateKeyPair()));
  url.searchParams.set('projectId', projectId);
  const socket = new WebSocket(url, { origin, handshakeTimeout: LIMIT });
  const timer = setTimeout(() => socket.terminate(), LIMIT);
  try {
    return await new Promise<Outcome>((resolve) => {
      const params = { topics: [hex()] };
      socket.on('open', () =>
        socket.send(JSON.stringify({ id: 1, jsonrpc: '2.0', method: 'irn_batchFetchMessages', params })),
      );
      socket.on('message', () => resolve({ kind: 'accepted' }));
      socket.on('close', (code, reason) =>
        resolve(code === 3000 ? { kind: 'refused', why: String(reason) } : { kind: 'silent' }),
      );
      socket.on('error', () => resolve({ kind: 'silent' }));
    });
  } finally {
    clearTimeout(timer);
    socket.terminate();
  }
}

/** Asks the relay over HTTP why it has refused the WebSocket, as the page does. */
async function reasonOver(relayUrl: string, origin: string): Promise<DoctorFinding | string> {
  try {
    const { status, text } = await sendRequest({
      url: relayUrl.replace(/^ws/, 'http'),
      headers: { Origin: origin },
      limit: LIMIT,
    });
    return status === 401 || status === 403 ? text.slice(0, 100) || String(status) : '';
  } catch (error) {
    return reportFailure(error, 'Phones cannot connect: check VITE_WALLETCONNECT_RELAY_URL.');
  }
}

const accepted: DoctorCheck = {
  name: 'WalletConnect',
  asks: ({ site }) => [site.wallet.relayUrl],
  look: async ({ site: { url, wallet } }) => {
    const { relayUrl, projectId } = wallet;
    const refused = (why: string) =>
      reportWrong(
        `The relay refuses ${url} ("${why}"): add it to the allow list of project ${projectId.slice(0, 4)}… at dashboard.reown.com.`,
      );
    const outcome = await talkTo(relayUrl, projectId, url);
    if (outcome.kind === 'accepted') return [reportWorks(`The relay accepts ${url}.`)];
    if (outcome.kind === 'refused') return [refused(outcome.why)];
    const why = await reasonOver(relayUrl, url);
    if (typeof why !== 'string') return [why];
    return [
      why
        ? refused(why)
        : reportWrong(
            `${new URL(relayUrl).host} opens no line for ${url}. Phones cannot connect: check VITE_WALLETCONNECT_RELAY_URL.`,
          ),
    ];
  },
};

const ownProject: DoctorCheck = {
  name: 'project id',
  asks: () => [],
  look: async ({ isTrial }) =>
    reportWorksUnlessFound(
      isTrial ? [reportDrawback('The default id is for trying out only: set VITE_WALLETCONNECT_PROJECT_ID.')] : [],
      'The project id is your own.',
    ),
};

export const relayChecks = { accepted, ownProject };
