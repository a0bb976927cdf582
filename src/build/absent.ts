/* Stands in for what libraries would load for deeds that nobody asks them for here. */

/** To be called, or constructed. */
const absent = (what: string) => (): never => {
  throw new Error(`${what} is not part of this page.`);
};

/** Of `@reown/appkit`: the modal of WalletConnect. */
export const createAppKit = absent('The modal of WalletConnect');

/** Of `ethers`, by which siwe would check signatures. */
export const ethers = {
  verifyMessage: absent('The check of signatures by ethers'),
  hashMessage: absent('The hash of messages by ethers'),
  getAddress: absent('The checksum by ethers'),
};
export const Contract = absent('Contracts by ethers');

/** Of `@stablelib/random`, by which siwe would make nonces. */
export const randomStringForEntropy = absent('A nonce by siwe');

/** Of `ox`: kinds of signatures, of which none is. */
const kind = { validate: () => false, wrap: absent('A wrapped signature'), unwrap: absent('A wrapped signature') };
export const SignatureErc6492 = kind;
export const SignatureErc8010 = kind;
