export const shortenAddress = (address: string) =>
  address.length < 8 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;

export const isAddress = (text: string) => /^0x[0-9a-f]{40}$/i.test(text);
export const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
