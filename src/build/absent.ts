/* Replaces modules that libraries would load for features that this page never uses. */

const absent = (what: string) => (): never => {
  throw new Error(`${what} is not part of this page.`);
};

/** Replaces WalletConnect's modal (`@reown/appkit`), which the page never opens. */
export const createAppKit = absent('The modal of WalletConnect');

/** Replaces `ethers`, with which siwe would check signatures. */
export const ethers = {
  verifyMessage: absent('The check of signatures by ethers'),
  hashMessage: absent('The hash of messages by ethers'),
  getAddress: absent('The checksum by ethers'),
};

/** Replaces `Contract` of ethers, with which siwe would ask contract wallets. */
export const Contract = absent('Contracts by ethers');

/** Replaces `@stablelib/random`, with which siwe would make nonces. */
export const randomStringForEntropy = absent('A nonce by siwe');

/** Replaces kinds of signatures in `ox`. No signature here is of such a kind. */
const kind = { validate: () => false, wrap: absent('A wrapped signature'), unwrap: absent('A wrapped signature') };
export const SignatureErc6492 = kind;

/** Replaces signatures of ERC-8010 in `ox`. No signature here is of that kind. */
export const SignatureErc8010 = kind;
