/** Returns a class of errors with a fixed message. The build drops unused classes. */
/* @__NO_SIDE_EFFECTS__ */
const defineError = (name: string, message: string) =>
  class extends Error {
    override name = name;
    constructor(options?: ErrorOptions) {
      super(message, options);
    }
  };

/* @__NO_SIDE_EFFECTS__ */
const valueError = (name: string, messageOf: (about: string) => string) =>
  class extends Error {
    override name = name;
    constructor(about: string, options?: ErrorOptions) {
      super(messageOf(about), options);
    }
  };

/** An invalid value of `src/site.ts`. `field` is its path, such as `allocation.total`. */
export class SiteError extends Error {
  override name = 'SiteError';
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.field = field;
  }
}

export function assertSite(holds: boolean, field: string, sentence: string) {
  if (!holds) throw new SiteError(field, sentence);
}

export const assertSiteRule = (holds: boolean, field: string, rule: string) =>
  assertSite(holds, field, `${field} must ${rule}`);

export const WalletNotFoundError = valueError(
  'WalletNotFoundError',
  (wallet) => `${wallet} was not found in this browser.`,
);
export const WalletAnswerError = valueError('WalletAnswerError', (wallet) => `${wallet} answered without an account.`);
export const InsecureContextError = defineError('InsecureContextError', 'This wallet needs a page with https.');
export const NetworkUnchangedError = defineError('NetworkUnchangedError', 'The wallet is on its old network.');
export const NodeAnswerError = defineError('NodeAnswerError', 'The node does not answer as it must.');
export const AddressRequiredError = defineError('AddressRequiredError', 'Address is required');
export const NameRequiredError = defineError('NameRequiredError', 'name is required');
export const SignInMessageError = valueError('SignInMessageError', (field) => `Invalid sign-in message: ${field}.`);
export const MessageExpiredError = defineError('MessageExpiredError', 'The message to sign is too old.');
export const ClockError = defineError('ClockError', 'The clock of this device and that of the sign-in server differ.');

export const VerifierError = valueError(
  'VerifierError',
  (answer) => `The sign-in server does not answer as it must: ${answer}.`,
);
export const BalanceError = valueError('BalanceError', (message) => message);
export const TransactionsOffError = defineError('TransactionsOffError', 'Transactions are switched off on this site');
export const InvalidHashError = defineError('InvalidHashError', 'Invalid transaction hash');
export const NoDescriptionError = defineError('NoDescriptionError', 'Transaction must have a description');
export const ConfirmationsError = defineError(
  'ConfirmationsError',
  'Transaction confirmations must be a positive integer',
);
export const NoAccountError = defineError('NoAccountError', 'No address or chain ID found');
