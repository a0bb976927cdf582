/** A value of `src/site.ts` that the page cannot run with. `field` is its path, e.g. `allocation.total`. */
export class SiteError extends Error {
  override name = 'SiteError';
  readonly field: string;

  constructor(field: string, sentence: string) {
    super(sentence);
    this.field = field;
  }
}

/** No wallet answers to that name in this browser. */
export class WalletNotFoundError extends Error {
  override name = 'WalletNotFoundError';
  constructor(wallet: string) {
    super(`${wallet} was not found in this browser.`);
  }
}

/** What a wallet answered is no account, or no network. */
export class WalletAnswerError extends Error {
  override name = 'WalletAnswerError';
  constructor(wallet: string) {
    super(`${wallet} answered without an account.`);
  }
}

/** The pairing code is no longer good. */
export class PairingExpiredError extends Error {
  override name = 'PairingExpiredError';
  constructor(options?: ErrorOptions) {
    super('The pairing code has expired.', options);
  }
}

/** The relay through which phones are reached does not answer. */
export class RelayUnreachableError extends Error {
  override name = 'RelayUnreachableError';
  constructor(options?: ErrorOptions) {
    super('The relay does not answer.', options);
  }
}
