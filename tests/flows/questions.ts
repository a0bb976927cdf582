import { isSameAddress } from '#domain/address';
import { isSupportedChain } from '#domain/chain';
import { isSignature, MESSAGE_LIFETIME, type PreparedMessage, type SignedMessage } from '#domain/signIn';
import { parseSimulatedMessage, SIMULATED_CHAINS } from './outside';
import type { PortRequest } from './ports';
import type { SimulatedTab } from './tab';

/* Rules about the page's requests to a wallet's owner and to the sign-in server. */

/** The longest wait for the server, in ms. A message must stay valid for as long after it was sent. */
export const LONGEST_SERVER_WAIT_MS = 30_000;

interface About {
  connection: { address: string; chainId: number };
  prepared?: PreparedMessage;
  signed?: SignedMessage;
}

/** Returns the rules that a request of the page in `tab` breaks, as sentences. */
export function findPortRequestFaults({ browser, mayHaveSession }: SimulatedTab, { id, input }: PortRequest): string[] {
  const faults: string[] = [];
  const must = (holds: boolean, sentence: string) => {
    if (!holds) faults.push(sentence);
  };
  must(
    browser.mustSignIn || !/^(checkSession|signOut|verify)$/.test(id),
    'A visitor need not sign in, and is asked to.',
  );
  if (id === 'signOut') must(mayHaveSession, 'A visitor is signed out who was not signed in.');
  if (id !== 'requestSignature' && id !== 'verify') return faults;

  const { connection, prepared, signed } = input as unknown as About;
  const { message } = (prepared ?? signed?.prepared)!;
  const { address, chainId, issued } = parseSimulatedMessage(message);
  must(!browser.sent[id].has(message), `A message is used twice: ${id}.`);
  browser.sent[id].add(message);
  must(isSameAddress(address, connection.address), 'A message to sign is about someone else.');
  must(chainId === connection.chainId, 'A message to sign is about another network.');
  must(isSupportedChain(SIMULATED_CHAINS, chainId), 'A message to sign is about a network that is not used here.');
  if (signed) {
    must(isSignature(signed.signature), 'Something is verified that is no signature.');
    must(
      browser.clock.now() - issued + LONGEST_SERVER_WAIT_MS < MESSAGE_LIFETIME,
      'A message is verified that is too old.',
    );
  }
  return faults;
}
