/* Replaces modules that libraries import for features that this page never uses. A call of such a feature throws. */

const absent = (what: string) => (): never => {
  throw new Error(`${what} is not part of this page.`);
};

export const createAppKit = absent('The modal of WalletConnect');
export const ethers = {
  verifyMessage: absent('The check of signatures by ethers'),
  hashMessage: absent('The hash of messages by ethers'),
  getAddress: absent('The checksum by ethers'),
};
export const Contract = absent('Contracts by ethers');
export const randomStringForEntropy = absent('A nonce by siwe');

/** Replaces modules of `ox`: this page treats no signature as wrapped (ERC-6492, ERC-8010). */
const kind = { validate: () => false, wrap: absent('A wrapped signature'), unwrap: absent('A wrapped signature') };
export const SignatureErc6492 = kind;
export const SignatureErc8010 = kind;
