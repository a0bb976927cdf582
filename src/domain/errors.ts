/** An invalid value of `src/site.ts`. `field` is its path, such as `allocation.total`. */
export class SiteError extends Error {
  override name = 'SiteError';
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.field = field;
  }
}

/** A wallet was not found in this browser. */
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

export class PairingExpiredError extends Error {
  override name = 'PairingExpiredError';
  constructor(options?: ErrorOptions) {
    super('The pairing code has expired.', options);
  }
}

/** The relay of WalletConnect does not answer. */
export class RelayUnreachableError extends Error {
  override name = 'RelayUnreachableError';
  constructor(options?: ErrorOptions) {
    super('The relay does not answer.', options);
  }
}

/** The relay refuses this site or its project id. */
export class RelayRefusedError extends Error {
  override name = 'RelayRefusedError';
  constructor(options?: ErrorOptions) {
    super('The relay refuses this site.', options);
  }
}

/** An account was read without an address. The specification words the message. */
export class AddressRequiredError extends Error {
  override name = 'AddressRequiredError';
  constructor() {
    super('Address is required');
  }
}

/** A name was read without one. The specification words the message. */
export class NameRequiredError extends Error {
  override name = 'NameRequiredError';
  constructor() {
    super('name is required');
  }
}

/** A message to sign has an invalid field: `field` is the first one. */
export class MessageError extends Error {
  override name = 'MessageError';
  constructor(field: string) {
    super(`The message to sign is not as it must be: ${field}.`);
  }
}

/** The message to sign expired before the wallet was asked. */
export class MessageExpiredError extends Error {
  override name = 'MessageExpiredError';
  constructor() {
    super('The message to sign is too old.');
  }
}

/** The sign-in server refuses the dates of a new message, because one of the two clocks is wrong. */
export class ClockError extends Error {
  override name = 'ClockError';
  constructor() {
    super('The clock of this device and that of the sign-in server differ.');
  }
}

/** The sign-in server gave an invalid answer. */
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
export class TransactionsOffError extends Error {
  override name = 'TransactionsOffError';
  constructor() {
    super('Transactions are switched off on this site');
  }
}

/** A transaction's hash is invalid. Spec, section 8. */
export class InvalidHashError extends Error {
  override name = 'InvalidHashError';
  constructor() {
    super('Invalid transaction hash');
  }
}

/** A transaction has no description. Spec, section 8. */
export class NoDescriptionError extends Error {
  override name = 'NoDescriptionError';
  constructor() {
    super('Transaction must have a description');
  }
}

/** A number of confirmations is invalid. */
export class ConfirmationsError extends Error {
  override name = 'ConfirmationsError';
  constructor() {
    super('Transaction confirmations must be a positive integer');
  }
}

/** An action needs an account, and none is connected. */
export class NoAccountError extends Error {
  override name = 'NoAccountError';
  constructor() {
    super('No address or chain ID found');
  }
}
