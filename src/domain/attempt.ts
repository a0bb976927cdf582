/** Why an attempt to connect came to nothing. */
export type Reason = 'rejected' | 'elsewhere' | 'notFound' | 'timedOut' | 'unreachable' | 'expired' | 'failed';

/** In a sentence, where there is nothing better. */
const DECLINED = /\buser (rejected|denied|cancell?ed)\b/i;
/** How wallets and their libraries say it: by number (EIP-1193, EIP-1474), or by the name of the error. */
const REASONS: [Reason, RegExp][] = [
  ['rejected', /^(4001|500[0-3]|UserRejectedRequestError)$/],
  ['elsewhere', /^(-32002|ResourceUnavailableRpcError)$/],
  ['notFound', /^(ProviderNotFoundError|ConnectorNotFoundError|WalletNotFoundError)$/],
  ['unreachable', /^(RelayUnreachableError)$/],
  ['expired', /^(PairingExpiredError)$/],
];

/** What a wallet throws may be anything: another wallet's error, text, nothing, or an object that throws in turn. */
function wordsOf(error: unknown) {
  try {
    const { code, name, message, cause } = Object(error) as Record<string, unknown>;
    const declined = typeof message === 'string' && DECLINED.test(message);
    return { words: declined ? ['4001'] : [code, name].map(String), cause };
  } catch {
    return { words: [], cause: undefined };
  }
}

/** The reason that `error` gives, or one of its causes: the first of them that is a reason we know. */
export function reasonOf(error: unknown): Reason {
  let inner = error;
  for (let depth = 0; depth < 8 && inner; depth++) {
    const { words, cause } = wordsOf(inner);
    const found = REASONS.find(([, pattern]) => words.some((word) => pattern.test(word)));
    if (found) return found[0];
    inner = cause;
  }
  return 'failed';
}
