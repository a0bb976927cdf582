/** Returns an address as it is shown: its first and last 4 characters, or all of fewer than 8. */
export const shortenAddress = (address: string) =>
  address.length < 8 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;

/** Whether `text` has the shape of an address: `0x` and 40 hex digits. */
export const isAddress = (text: string) => /^0x[0-9a-f]{40}$/i.test(text);

/** Whether two addresses are equal, whatever the case of their letters. */
export const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
