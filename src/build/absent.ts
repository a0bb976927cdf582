/** Stands in for what a library would load, were it asked to. Nobody asks. */
export const createAppKit = () => {
  throw new Error('The modal of WalletConnect is not part of this page.');
};
