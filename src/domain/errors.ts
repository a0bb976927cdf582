/** Returns a class of errors with a fixed message. The build drops unused classes. */
/* @__NO_SIDE_EFFECTS__ */
const namedError = (name: string, message: string) =>
  class extends Error {
    override name = name;
    constructor(options?: ErrorOptions) {
      super(message, options);
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

/** @throws {SiteError} unless `holds` */
export function assertSite(holds: boolean, field: string, sentence: string) {
  if (!holds) throw new SiteError(field, sentence);
}

/** @throws {SiteError} with the message "`field` must `rule`", unless `holds` */
export const assertSiteRule = (holds: boolean, field: string, rule: string) =>
  assertSite(holds, field, `${field} must ${rule}`);

/** The chosen wallet is not installed, or not in the list. */
export class WalletNotFoundError extends Error {
  override name = 'WalletNotFoundError';
  constructor(wallet: string) {
    super(`${wallet} was not found in this browser.`);
  }
}

/** A wallet answered without a valid account or network. */
export class WalletAnswerError extends Error {
  override name = 'WalletAnswerError';
  constructor(wallet: string) {
    super(`${wallet} answered without an account.`);
  }
}

/** A wallet's library needs functions that browsers keep from pages without https. */
export const InsecureContextError = namedError('InsecureContextError', 'This wallet needs a page with https.');

/** A wallet answered a request to switch, but its network is the old one. */
export const NetworkUnchangedError = namedError('NetworkUnchangedError', 'The wallet is on its old network.');

/** A node's answer has another shape than the method's results. */
export const NodeAnswerError = namedError('NodeAnswerError', 'The node does not answer as it must.');

/** An account was requested without its address. */
export const AddressRequiredError = namedError('AddressRequiredError', 'Address is required');

/** A name of ENS was requested without the name itself. */
export const NameRequiredError = namedError('NameRequiredError', 'name is required');

/** A message to sign has an invalid field: `field` is the first one. */
export class MessageError extends Error {
  override name = 'MessageError';
  constructor(field: string) {
    super(`The message to sign is not as it must be: ${field}.`);
  }
}

/** The message to sign expired before the wallet was asked. */
export const MessageExpiredError = namedError('MessageExpiredError', 'The message to sign is too old.');

/** The sign-in server refuses the dates of a new message, because one of the two clocks is wrong. */
export const ClockError = namedError('ClockError', 'The clock of this device and that of the sign-in server differ.');

/** The sign-in server has refused a request, or its answer is invalid. */
export class VerifierError extends Error {
  override name = 'VerifierError';
  constructor(answer: string, options?: ErrorOptions) {
    super(`The sign-in server does not answer as it must: ${answer}.`, options);
  }
}

/** The balance from the network, or the decimals of the chain, are invalid. */
export class BalanceError extends Error {
  override name = 'BalanceError';
}

/** The site does not list transactions (`site.wallet.transactions`). */
export const TransactionsOffError = namedError('TransactionsOffError', 'Transactions are switched off on this site');

/** The hash of a new transaction is not 0x and 64 hex digits. */
export const InvalidHashError = namedError('InvalidHashError', 'Invalid transaction hash');

/** A new transaction has an empty description. */
export const NoDescriptionError = namedError('NoDescriptionError', 'Transaction must have a description');

/** The number of confirmations of a new transaction is no positive integer. */
export const ConfirmationsError = namedError(
  'ConfirmationsError',
  'Transaction confirmations must be a positive integer',
);

/** A transaction was added while no account is connected. */
export const NoAccountError = namedError('NoAccountError', 'No address or chain ID found');
