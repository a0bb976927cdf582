/** The reason why a connection or a signature failed. `elsewhere`: the wallet already shows another request. */
export type FailureReason =
  | 'rejected'
  | 'elsewhere'
  | 'notFound'
  | 'timedOut'
  | 'unreachable'
  | 'refused'
  | 'insecure'
  | 'expired'
  | 'failed';

/** Codes (EIP-1193, EIP-1474, CAIP-25, ethers, Ledger) and error names with a known reason. */
const REASONS: [FailureReason, RegExp][] = [
  ['rejected', /^(4001|500[0-3]|ACTION_REJECTED|USER_REJECTED|UserRejectedRequestError|27013|21761)$/],
  ['elsewhere', /^(-32002|ResourceUnavailableRpcError)$/],
  ['notFound', /^(ProviderNotFoundError|ConnectorNotFoundError|WalletNotFoundError)$/],
  ['insecure', /^InsecureContextError$/],
];

/** Error texts that say that the user declined. Browsers' `The user aborted a request` is not one of them. */
const DECLINED_BY_USER = [
  /\b(user|you)( has| have)? (reject(ed)?|denied|declined|cancell?ed|disapproved|refused|did(n't| not) approve|closed)\b(?! by\b)/,
  /\b(reject(ed)?|denied|declined|cancell?ed|refused|aborted|closed) by (the )?user\b(?!'|[ -]?(agent|op|limit|polic))/,
  /^rejected request from [\w ]*wallet\b/,
  /\busuario (ha )?(rechazado|rechazó|cancelado|canceló)|\busuário (rejeitou|recusou|cancelou)/,
  /\butilisateur a (rejeté|refusé|annulé)|\bnutzer hat .{1,40} (abgelehnt|abgebrochen)/,
  /пользователь (отклонил|отменил)|用户(已)?(取消|拒绝)|用戶(已)?(取消|拒絕)/,
];

/** Matches a text that says only `declined`. With a reason, as in `Rejected: rate limit`, it means another failure. */
const DECLINED =
  /^([\w ]*(error|signature|wallet): )?((the|your|user) )?((sign(ing|ature)?|connect(ion)?|message|transaction) )?(request|transaction|signature|message|action|sign(ing)?|pop-?up( window)?) ?((was|is|has been) )?(rejected|denied|declined|cancell?ed|closed)[.!]?$|^(rejected|denied|declined|cancell?ed|cancel)[.!]?$/;

/** Codes of failures that a wallet may word as `Transaction rejected` (EIP-1474, HTTP), although no one declined. */
const FAILED = /^(-32700|-3260[0-2]|-3200[3-6]|4200|490[0-2]|4\d\d)$/;

const CAUSE_FIELDS = ['cause', 'data', 'error', 'originalError', 'info'] as const;
const TEXT_FIELDS = ['message', 'details', 'shortMessage', 'reason'] as const;
const DEEPEST = 8;
/** Limits for reading an error: the characters of a text, and the number of nested errors. */
const LONGEST_TEXT = 500;
const MOST_ERRORS = 50;

/** Reads an error, which may be anything: a text, null, or an object whose getters throw. */
function readError(error: unknown): { codes: string[]; texts: string[]; inner: unknown[] } {
  if (typeof error === 'string') return { codes: [], texts: [error], inner: [] };
  try {
    const fields = Object(error) as Record<string, unknown>;
    return {
      codes: [fields.code, fields.name, fields.statusCode].map(String),
      texts: TEXT_FIELDS.map((field) => fields[field]).filter((text) => typeof text === 'string'),
      inner: CAUSE_FIELDS.map((field) => fields[field]).filter(Boolean),
    };
  } catch {
    return { codes: [], texts: [], inner: [] };
  }
}

const matchesAny = (texts: string[], patterns: RegExp[]) =>
  texts.some((text) => {
    const plain = text.slice(0, LONGEST_TEXT).replaceAll('\u2019', "'").trim().toLowerCase();
    return patterns.some((pattern) => pattern.test(plain));
  });

/** Returns the reason of `error` or of its causes. The outermost error with a known reason counts. */
export function failureReasonOf(error: unknown): FailureReason {
  let level = [{ error, failed: false }];
  let seen = 0;
  for (let depth = 0; depth < DEEPEST && seen < MOST_ERRORS; depth++) {
    const next: typeof level = [];
    for (const one of level.slice(0, MOST_ERRORS - seen)) {
      seen += 1;
      const { codes, texts, inner } = readError(one.error);
      const failed = one.failed || codes.some((code) => FAILED.test(code));
      if (matchesAny(texts, DECLINED_BY_USER) || (!failed && matchesAny(texts, [DECLINED]))) return 'rejected';
      const found = REASONS.find(([, pattern]) => codes.some((code) => pattern.test(code)));
      if (found) return found[0];
      next.push(...inner.map((error) => ({ error, failed })));
    }
    level = next;
  }
  return 'failed';
}
