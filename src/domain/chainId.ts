/** Whether `value` is a valid chain id (EIP-155). */
export const isChainId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
const WRITTEN = /^(0x[\da-f]+|\d+)$/i;

/** Returns the chain id in a wallet's answer or event. Null for other shapes, such as `true`, `['0x1']` or `'1e0'`. */
export function parseChainId(value: unknown): number | null {
  const isShaped = typeof value === 'string' ? WRITTEN.test(value) : ['number', 'bigint'].includes(typeof value);
  const id = isShaped ? Number(value) : null;
  return isChainId(id) ? id : null;
}
